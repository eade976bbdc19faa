/** Names come from callers and may be as long as a body. The audit log is for people: this much of each, and so many. */
const longest = 200;
const most = 100;

export const cutName = (name: string): string => (name.length > longest ? `${name.slice(0, longest - 1)}…` : name);

export const cutNames = (names: readonly string[]): string[] =>
  names.length > most ? [...names.slice(0, most - 1).map(cutName), `… ${names.length - most + 1} more`] : names.map(cutName);
