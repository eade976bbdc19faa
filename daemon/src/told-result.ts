import { type RawResult, secrets } from '@substrate/core';

/** Texts that were cut out of a value, wherever they stood in it. */
const cutTexts = (value: unknown, told: unknown, into: string[] = []): string[] => {
  if (told === value) return into;
  if (typeof value === 'string' || typeof value === 'number') into.push(String(value));
  else if (typeof value === 'object' && value !== null) {
    const shown = typeof told === 'object' && told !== null ? Object.values(told) : [];
    for (const [at, one] of Object.values(value).entries()) cutTexts(one, shown[at], into);
  }
  return into;
};

/** What an action gave back, without secrets, as state is told without them: by the name of the action, by names inside of it, and by shape. */
export const toldResult = (name: string, result: RawResult): RawResult => {
  const value = result.ok ? secrets.told(name, result.value) : undefined;
  const told = (message: string): string => {
    let text = message;
    if (result.ok) for (const cut of cutTexts(result.value, value)) if (cut.length > 3) text = text.replaceAll(cut, '[redacted]');
    return secrets.holds(text) ? '[redacted]' : text;
  };
  if (!result.ok) return { ...result, message: told(result.message) };
  return { ...result, value, ...(result.message === undefined ? {} : { message: told(result.message) }) };
};
