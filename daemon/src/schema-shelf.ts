import type { Schema } from '@substrate/semantic';
import type { Registry } from '@substrate/semantic/registry';
import type { Log } from './log.js';

/**
 * The schemas in use. All processes of one program share one: what is learnt in one is known in the others. Changes are written behind, a correction at once.
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
  open(program: string): Promise<SchemaCell>;
}

interface Shared {
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

  const save = (program: string, shared: Shared): Promise<void> => {
    clearTimeout(shared.timer);
    shared.timer = undefined;
    shared.saving = shared.saving.then(async () => {
      const { current } = shared;
      if (current === undefined || current === shared.stored) return;
      const stored = await registry.save(program, current);
      shared.stored = stored;
      // It has what another daemon learnt, too. What was learnt here meanwhile goes into the next save.
      if (shared.current === current) shared.current = stored;
    });
    const result = shared.saving;
    shared.saving = result.catch((error) => log.error(`the schema of ${program} can't be saved:`, error));
    return result;
  };

  const load = (program: string): Shared => {
    const shared: Shared = {
      current: undefined,
      stored: undefined,
      users: 0,
      timer: undefined,
      saving: Promise.resolve(),
      loaded: registry.load(program).then(
        (schema) => {
          shared.current = schema;
          shared.stored = schema;
        },
        (error) => log.error(`the schema of ${program} can't be read, a new one is begun:`, error),
      ),
    };
    return shared;
  };

  return {
    async open(program) {
      const shared = shelf.get(program) ?? load(program);
      shelf.set(program, shared);
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
          shared.timer ??= setTimeout(() => void save(program, shared).catch(() => {}), delayMs);
        },
        saved: () => save(program, shared),
        release() {
          if (released) return;
          released = true;
          if (--shared.users > 0) return;
          void save(program, shared)
            .catch(() => {})
            .then(() => {
              if (shared.users === 0) shelf.delete(program);
            });
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(Array.from(shelf, ([program, shared]) => save(program, shared)));
    },
  };
};
