/**
 * A page on the web can make a browser call a loopback service, under a name of its own that resolves to 127.0.0.1 or with an
 * Origin of its own. The Host must therefore be a loopback name, and an Origin, where there is one, the service's own.
 */

/** Whether a request with this Host header is meant for a service on the loopback address. An entry without a port allows any. */
export const checkHost = (
  host: string | undefined,
  { allowedHosts }: { allowedHosts: readonly string[]; port?: number },
): boolean => {
  const asked = parseHost(host);
  if (!asked) return false;
  if (isLoopback(asked.hostname)) return true;
  return allowedHosts.some((entry) => {
    const allowed = parseHost(entry);
    return allowed?.hostname === asked.hostname && (!hasPort(entry) || allowed.port === asked.port);
  });
};

/** Whether a request with this Origin header may be served. Programs that are no browser send none. */
export const checkOrigin = (
  origin: string | undefined,
  { allowedOrigins, port }: { allowedOrigins: readonly string[]; port: number },
): boolean => origin === undefined || isOwnOrigin(origin, port) || isAllowedOrigin(origin, allowedOrigins);

/** Whether the Origin is one of the configured ones, and so gets CORS headers. */
export const isAllowedOrigin = (origin: string, allowedOrigins: readonly string[]): boolean =>
  allowedOrigins.some((entry) => normalOrigin(entry) === normalOrigin(origin));

/** The service's own Origin is any loopback spelling at its port. */
const isOwnOrigin = (origin: string, port: number): boolean => {
  if (!origin.toLowerCase().startsWith('http://')) return false;
  const parsed = parseHost(origin.slice('http://'.length));
  return parsed !== undefined && parsed.port === port && isLoopback(parsed.hostname);
};

const parseHost = (text: string | undefined): { hostname: string; port: number } | undefined => {
  if (!text || !/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(text)) return undefined;
  if (!URL.canParse(`http://${text}`)) return undefined;
  const { hostname, port } = new URL(`http://${text}`);
  return { hostname: hostname.replace(/\.$/, ''), port: port === '' ? 80 : Number(port) };
};

const hasPort = (text: string): boolean => /:\d+$/.test(text.replace(/^\[.*\]/, ''));

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Browsers write an Origin in lower case and without a default port; a configuration file may not. */
const normalOrigin = (origin: string): string => {
  const plain = origin.trim().toLowerCase().replace(/\/$/, '');
  if (!/^https?:\/\//.test(plain) || !URL.canParse(plain)) return plain;
  return new URL(plain).origin;
};
