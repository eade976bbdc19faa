import type { AppProcess } from './probe.js';

/**
 * Patterns of `scan.include`, `scan.exclude` and the `apps` of a key, held against the app_id, the name and the command line: a substring in any case, or, when it
 * has a `*`, a glob that must cover the whole of one of them.
 */
export type AppFilter = (app: Pick<AppProcess, 'appId' | 'appName' | 'command'>) => boolean;

export const createFilter = (patterns: readonly string[]): AppFilter => {
  const tests = patterns.filter((pattern) => pattern !== '').map(toTest);
  return (app) => {
    if (tests.length === 0) return false;
    const texts = [app.appId, app.appName, app.command.join(' ')].map((text) => text.toLowerCase());
    return tests.some((test) => texts.some(test));
  };
};

const toTest = (pattern: string): ((text: string) => boolean) => {
  const wanted = pattern.toLowerCase();
  return wanted.includes('*') ? (text) => covers(wanted.split('*'), text) : (text) => text.includes(wanted);
};

/** Each part must follow the one before; the first opens and the last ends the text. Linear, whatever the pattern. */
const covers = (parts: readonly string[], text: string): boolean => {
  const first = parts[0]!;
  const last = parts[parts.length - 1]!;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
};
