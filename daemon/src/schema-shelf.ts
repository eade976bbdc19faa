import type { Schema } from '@substrate/semantic';
import type { Registry } from '@substrate/semantic/registry';
import type { Log } from './log.js';

/**
 * The schemas in use. All processes of one program share one, and one for each site that they show: what is learnt in one is known in the others. Changes
 * are written behind, a correction at once.
 */
export interface SchemaCell {
  readonly current: Schema | undefined;
  /** Takes a schema into use; it is on disk a little later. */
  replace(schema: Schema): void;
  /** Resolves when what is in use is on disk. */
  saved(): Promise<void>;
  release(): void;
}

export interface SchemaShelf extends AsyncDisposable {
  open(program: string, site?: string): Promise<SchemaCell>;
}

interface Shared {
  readonly title: string;
  save(schema: Schema): Promise<Schema>;
  readonly loaded: Promise<void>;
  current: Schema | undefined;
  stored: Schema | undefined;
  users: number;
  timer: NodeJS.Timeout | undefined;
  saving: Promise<void>;
}

export const createSchemaShelf = ({
  registry,
  log,
  delayMs = 1000,
}: {
  registry: Registry;
  log: Log;
  delayMs?: number;
}): SchemaShelf => {
  const shelf = new Map<string, Shared>();

  const save = (shared: Shared): Promise<void> => {
    clearTimeout(shared.timer);
    shared.timer = undefined;
    shared.saving = shared.saving.then(async () => {
      const { current } = shared;
      if (current === undefined || current === shared.stored) return;
      const stored = await shared.save(current);
      shared.stored = stored;
      // It has what another daemon learnt, too. What was learnt here meanwhile goes into the next save.
      if (shared.current === current) shared.current = stored;
    });
    const result = shared.saving;
    shared.saving = result.catch((error) => log.error(`the schema of ${shared.title} can't be saved:`, error));
    return result;
  };

  const load = (program: string, site: string | undefined): Shared => {
    const title = site === undefined ? program : `${program} at ${site}`;
    const shared: Shared = {
      title,
      save: (schema) => registry.save(program, schema, site),
      current: undefined,
      stored: undefined,
      users: 0,
      timer: undefined,
      saving: Promise.resolve(),
      loaded: registry.load(program, site).then(
        (schema) => {
          shared.current = schema;
          shared.stored = schema;
        },
        (error) => log.error(`the schema of ${title} can't be read, a new one is begun:`, error),
      ),
    };
    return shared;
  };

  return {
    async open(program, site) {
      const name = site === undefined ? program : `${program}@${site}`;
      const shared = shelf.get(name) ?? load(program, site);
      shelf.set(name, shared);
      shared.users++;
      await shared.loaded;
      let released = false;
      return {
        get current() {
          return shared.current;
        },
        replace(schema) {
          if (schema === shared.current) return;
          shared.current = schema;
          shared.timer ??= setTimeout(() => void save(shared).catch(() => {}), delayMs);
        },
        saved: () => save(shared),
        release() {
          if (released) return;
          released = true;
          if (--shared.users > 0) return;
          void save(shared)
            .catch(() => {})
            .then(() => {
              if (shared.users === 0) shelf.delete(name);
            });
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(Array.from(shelf.values(), save));
    },
  };
};
