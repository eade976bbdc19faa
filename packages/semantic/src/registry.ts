import { chmod, mkdir, readdir, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { unknownName } from '@substrate/core';
import { type OnStep, readIfThere, removeLeftovers, setAside, withLock, writeDurably } from '@substrate/core/files';
import { FileError } from '@substrate/core/probing';
import { formatSchema, mergeSchemas, onlyConfirmed, parseSchema, type Schema } from './schema.js';

/**
 * Schemas on disk, one file per application, or per site of one that shows many. A site that nobody visits for long is forgotten, but for what
 * people corrected. Saving is durable once it resolves. Two daemons on one folder do no harm: a save holds a
 * lock, and what somebody else wrote since is merged, not overwritten.
 */

export interface Registry {
  /** What is remembered of an application, undefined when that is nothing. A file that can't be read is set aside, with a warning. */
  load(appId: string, site?: string): Promise<Schema | undefined>;
  /** Resolves when the schema would survive the end of the machine; with the schema as stored, which has what others stored too. */
  save(appId: string, schema: Schema, site?: string): Promise<Schema>;
}

export interface RegistryOptions {
  readonly directory: string;
  readonly log?: { warn(message: string): void };
  /** How long a site is remembered that is not visited, and how many are. */
  readonly siteDays?: number;
  readonly mostSites?: number;
  /** For tests. */
  readonly onStep?: OnStep;
}

/** Processes of one program share a schema: `shop~2` is `shop`. A site has a file of its own; an application's name has no `@`. */
const fileOf = (appId: string, site: string | undefined): string => {
  const program = appId.replace(/~\d+$/, '');
  const safe = program.toLowerCase().replace(/[^a-z0-9._-]/g, '_');
  const own =
    safe === program && safe.length <= 120 && !safe.startsWith('.')
      ? safe
      : `${safe.replace(/^\.+/, '_').slice(0, 100)}-${unknownName(program).slice(10)}`;
  if (site === undefined) return `${own}.json`;
  return `${own}@${site
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '_')
    .slice(0, 80)}-${unknownName(site).slice(10)}.json`;
};

const dayMs = 86_400_000;

export const createRegistry = ({ directory, log, siteDays = 90, mostSites = 1000, onStep }: RegistryOptions): Registry => {
  /** The text that we read or wrote last: what differs from it was written by another. */
  const texts = new Map<string, string>();
  /** What waits to be written, and by file the last write that was begun or waits. */
  const waiting = new Map<string, Schema>();
  const writes = new Map<string, Promise<Schema>>();
  let ready: Promise<void> | undefined;

  const prepare = async (): Promise<void> => {
    // A umask can only take rights away: from us too.
    if ((await mkdir(directory, { recursive: true, mode: 0o700 })) !== undefined) await chmod(directory, 0o700);
    await removeLeftovers(directory);
    await forgetSites();
  };

  /** Strips the sites that were not visited for long, and the oldest beyond their number, to what people said of them. */
  const forgetSites = async (): Promise<void> => {
    const names = (await readdir(directory)).filter((name) => /^[^.].*@.*\.json$/.test(name));
    const visitOf = async (path: string) => ({ path, at: (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now() });
    const visits = await Promise.all(names.map((name) => visitOf(join(directory, name))));
    visits.sort((a, b) => b.at - a.at);
    for (const { path } of visits.filter(({ at }, rank) => rank >= mostSites || Date.now() - at >= siteDays * dayMs)) {
      await withLock(path, async () => {
        const text = await readIfThere(path);
        const found = text === undefined ? undefined : parseSchema(text);
        if (!found || !('schema' in found)) return;
        if (found.schema.corrections.length === 0) await unlink(path).catch(() => {});
        else await writeDurably(path, formatSchema(onlyConfirmed(found.schema)), onStep);
      }).catch((error: unknown) => log?.warn(`The schema ${path} can't be made smaller: ${String(error)}`));
    }
  };

  const prepared = (): Promise<void> => {
    ready ??= prepare().catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };

  /** What lies in a schema's place and is none is moved out of the way: it would stop every save. */
  const moved = async (path: string, as: string, message: string): Promise<undefined> => {
    log?.warn(`${message} It is kept as ${await setAside(path, as)}; the application is learned anew.`);
  };

  const readOrMove = (path: string): Promise<string | undefined> =>
    readIfThere(path).catch((error: unknown) => {
      if (!(error instanceof FileError) || (error.trouble !== 'not_a_file' && error.trouble !== 'too_large')) throw error;
      return moved(path, 'no-schema', error.message);
    });

  const read = async (file: string): Promise<Schema | undefined> => {
    const path = join(directory, file);
    const text = await readOrMove(path);
    if (text === undefined) return undefined;
    const found = parseSchema(text);
    if ('trouble' in found)
      return moved(path, found.trouble.replace('_', '-'), `The schema ${path} can't be used: ${found.message}.`);
    texts.set(file, text);
    return found.schema;
  };

  const write = (file: string, schema: Schema): Promise<Schema> =>
    withLock(join(directory, file), async () => {
      const path = join(directory, file);
      const text = await readOrMove(path);
      const theirs = text !== undefined && text !== texts.get(file) ? await read(file) : undefined;
      const stored = theirs ? mergeSchemas(schema, theirs) : schema;
      const next = formatSchema(stored);
      if (next !== text) await writeDurably(path, next, onStep);
      texts.set(file, next);
      return stored;
    });

  /** While one write runs, the next one waits and takes the newest schema of those who ask meanwhile. */
  const writeNext = async (file: string): Promise<Schema> => {
    await writes.get(file)?.catch(() => {});
    const newest = waiting.get(file) as Schema;
    waiting.delete(file);
    return write(file, newest);
  };

  return {
    load: async (appId, site) => {
      await prepared();
      const file = fileOf(appId, site);
      const path = join(directory, file);
      return withLock(path, async () => {
        const schema = await read(file);
        // A visit counts from when it was last told.
        if (schema && site !== undefined) await utimes(path, new Date(), new Date()).catch(() => {});
        return schema;
      });
    },
    save: async (appId, schema, site) => {
      await prepared();
      const file = fileOf(appId, site);
      const isWaiting = waiting.has(file);
      waiting.set(file, schema);
      if (!isWaiting) writes.set(file, writeNext(file));
      return writes.get(file) as Promise<Schema>;
    },
  };
};
