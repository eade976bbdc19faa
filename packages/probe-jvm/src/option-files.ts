/**
 * Options that a JVM takes from files: argument files (`@file`), `-XX:VMOptionsFile` and `-XX:Flags`. The files are whoever's started the
 * application: read only when they are plain files of a sensible size, and never waited for.
 */
import { join } from 'node:path';
import { readForeignText } from '@substrate/core/probing';

const maxBytes = 64 * 1024;
const maxFiles = 16;

/** Null when it is no plain file, too large, or may not be read. */
export const readSmallFile = (path: string): Promise<string | null> => readForeignText(path, { maxBytes });

/** The words of an argument file: quotes keep blanks, a # starts a comment. */
export const words = (text: string): string[] =>
  [...text.replace(/^\s*#.*$/gm, '').matchAll(/(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'/g, (_, double?: string, single?: string) =>
      (double ?? single ?? '').replaceAll(/\\(.)/g, '$1'),
    ),
  );

/** Switches as `-XX:Flags` files have them: `+DisableAttachMechanism`. */
const switches = (text: string): string[] => words(text).map((word) => `-XX:${word}`);

/** Words with those of the files that they name in their place. Paths are the application's: from its root and its working directory. */
export const expandFiles = async (
  given: readonly string[],
  application: { readonly root: string; readonly cwd: string },
): Promise<string[]> => {
  let left = maxFiles;
  const read = async (path: string): Promise<string> => {
    if (left-- <= 0) return '';
    const from = path.startsWith('/') ? join(application.root, path) : join(application.cwd, path);
    return (await readSmallFile(from)) ?? '';
  };
  const all: string[] = [];
  for (const word of given) {
    const named = /^-XX:(VMOptionsFile|Flags)=(.+)$/.exec(word);
    if (/^@[^@]/.test(word)) all.push(...words(await read(word.slice(1))));
    else if (named) all.push(word, ...(named[1] === 'Flags' ? switches : words)(await read(named[2] as string)));
    else all.push(word);
  }
  return all;
};
