import { type Client, createClient, SubstrateClientError } from '@substrate/client';

/** The daemon that served this page. The cookie of the page opens it: no key is kept here. */
export const client: Client = createClient({ url: location.origin });

export type AppSummary = Awaited<ReturnType<Client['apps']>>['apps'][number];
export type Cost = Awaited<ReturnType<Client['costs']>>['apps'][number];
export type State = Awaited<ReturnType<Client['state']>>;
export type ActionSchema = State['actions'][string];
export type ActionResponse = Awaited<ReturnType<Client['action']>>;
export type VerifyResponse = Awaited<ReturnType<Client['verify']>>;
export type SearchResult = Awaited<ReturnType<Client['search']>>['results'][number];
export type Timeline = Awaited<ReturnType<Client['timeline']>>;
export type Why = Awaited<ReturnType<Client['why']>>;

/** What went wrong, in a sentence; with the code that a program would look at. */
export const wordsOf = (error: unknown): string =>
  error instanceof SubstrateClientError
    ? `${error.message} (${error.code})`
    : error instanceof Error
      ? error.message
      : String(error);

export const codeOf = (error: unknown): string => (error instanceof SubstrateClientError ? error.code : '');

export const needsKey = (error: unknown): boolean => ['missing_key', 'invalid_key', 'disabled_key'].includes(codeOf(error));

/** A key is exchanged for the page's cookie at once, and forgotten. */
export const signIn = async (key: string): Promise<void> => {
  const { ticket } = await createClient({ url: location.origin, key }).ticket();
  location.replace(`/?ticket=${encodeURIComponent(ticket)}`);
};
