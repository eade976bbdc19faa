import { useEffect, useReducer } from 'preact/hooks';
import { type AppSummary, type Cost, client, codeOf, needsKey, type State, wordsOf } from './api.js';
import { type History, newHistory, note } from './history.js';
import { type Branch, treeOf, type Value } from './keys.js';

/** What the page knows, in one place. Views read it when they are drawn, and are drawn again when it says so. */

export interface Following {
  readonly pid: number;
  readonly appId: string;
  /** Its `objects` are changed in place as changes come: thousands of keys are not copied for one. */
  state: State | undefined;
  /** Another one when there are other keys. */
  keys: readonly string[];
  tree: Branch;
  readonly history: History;
  /** Why nothing comes any more. */
  ended: string | undefined;
}

export const store = {
  apps: [] as readonly AppSummary[],
  costs: new Map<number, Cost>(),
  loaded: false,
  locked: false,
  /** Why the daemon can't be reached. */
  lost: undefined as string | undefined,
  following: undefined as Following | undefined,
};

const listeners = new Set<() => void>();
let drawing = false;

/** Tells every view, once a frame at most. */
const changed = (): void => {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    for (const listener of listeners) listener();
  });
};

export const useStore = (): typeof store => {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const listener = (): void => draw(undefined);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return store;
};

// ── The applications ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const lookEveryMs = 1500;
const costsEveryMs = 5000;
let costsAt = Number.NEGATIVE_INFINITY;

const look = async (): Promise<void> => {
  try {
    const { apps } = await client.apps();
    store.apps = apps;
    store.lost = undefined;
    store.locked = false;
    if (performance.now() - costsAt > costsEveryMs) {
      costsAt = performance.now();
      store.costs = new Map((await client.costs()).apps.map((cost) => [cost.pid, cost]));
    }
    if (!store.loaded) greet();
    store.loaded = true;
    resume();
  } catch (error) {
    if (needsKey(error)) store.locked = true;
    else store.lost = wordsOf(error);
  }
  changed();
};

export const begin = async (): Promise<void> => {
  for (;;) {
    await look();
    if (store.locked) return;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
};

/** Who comes in sees something live at once: what was shown before a reload, else the first that can be read. */
const greet = (): void => {
  const named = decodeURIComponent(location.hash.slice(1));
  const readable = store.apps.filter((app) => app.has_state);
  const first = readable.find((app) => app.app_id === named) ?? readable[0];
  if (first !== undefined) follow(first);
};

let control = new AbortController();

export const follow = (app: Pick<AppSummary, 'pid' | 'app_id'>): void => {
  if (store.following?.pid === app.pid && store.following.ended === undefined) return;
  control.abort();
  control = new AbortController();
  const following: Following = {
    pid: app.pid,
    appId: app.app_id,
    state: undefined,
    keys: [],
    tree: treeOf([]),
    history: newHistory(),
    ended: undefined,
  };
  store.following = following;
  history.replaceState(null, '', `#${encodeURIComponent(app.app_id)}`);
  changed();
  void listen(following, control.signal);
};

/** After a restart of the application or of the daemon the one of the same name is followed again. */
const resume = (): void => {
  const { following } = store;
  if (following?.ended === undefined) return;
  const next = store.apps.find((app) => app.app_id === following.appId && app.probe_status !== 'detached' && app.has_state);
  if (next !== undefined) follow(next);
};

// ── One application ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

const listen = async (following: Following, signal: AbortSignal): Promise<void> => {
  const head = createHead(following, signal);
  try {
    for await (const event of client.watch(following.pid, { signal, values: true })) {
      if (event.type === 'state') take(following, event.state);
      else if (!apply(following, event)) take(following, await client.state(following.pid, { signal }));
      head();
      changed();
    }
    following.ended = 'It has ended.';
  } catch (error) {
    if (signal.aborted) return;
    following.ended = codeOf(error) === 'not_found' ? 'It has ended.' : wordsOf(error);
  }
  changed();
};

/** A whole state. */
const take = (following: Following, state: State): void => {
  const before = following.state?.objects;
  following.state = state;
  const keys = Object.keys(state.objects);
  if (!sameKeys(following.keys, keys)) {
    following.keys = keys;
    following.tree = treeOf(keys);
  }
  const { objects } = state;
  // What is there at first did not change now.
  if (before === undefined) note(following.history, keys, objects, 0);
  else
    note(
      following.history,
      keys.filter((key) => before[key] !== objects[key]),
      objects,
      performance.now(),
    );
};

interface Change {
  readonly capture_id: string;
  readonly timestamp: string;
  readonly values?: Readonly<Record<string, Value>> | undefined;
  readonly removed_keys?: readonly string[] | undefined;
}

/** What changed, written into the state. False where there are keys whose place in the order only a whole state tells. */
const apply = (following: Following, { capture_id, timestamp, values = {}, removed_keys: removed = [] }: Change): boolean => {
  const { state } = following;
  if (state === undefined || removed.length > 0) return false;
  const { objects } = state;
  const keys = Object.keys(values);
  if (!keys.every((key) => Object.hasOwn(objects, key))) return false;
  for (const key of keys) objects[key] = values[key] as Value;
  following.state = { ...state, capture_id, captured_at: timestamp };
  note(following.history, keys, objects, performance.now());
  return true;
};

const headEveryMs = 2000;

/** What the page tells beside the values, read again now and then while something changes; the actions when they may be others. */
const createHead = (following: Following, signal: AbortSignal): (() => void) => {
  let waits = false;
  const read = async (): Promise<void> => {
    const { confidence, schema_version, context, probe_metadata } = await client.state(following.pid, {
      include: ['context', 'metadata'],
      signal,
    });
    const { state } = following;
    if (state === undefined) return;
    const isSame =
      schema_version === state.schema_version && context.url === state.context.url && context.view === state.context.view;
    const count = store.apps.find(({ pid }) => pid === following.pid)?.action_count;
    if (isSame && (count === undefined || count === Object.keys(state.actions).length))
      following.state = { ...state, confidence, context, probe_metadata };
    else take(following, await client.state(following.pid, { signal }));
    changed();
  };
  return () => {
    if (waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      // The watch itself tells what is in the way.
      if (!signal.aborted) read().catch(() => {});
    }, headEveryMs);
  };
};

const sameKeys = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, at) => key === b[at]);
