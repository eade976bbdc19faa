import { useEffect, useReducer } from 'preact/hooks';
import { type AppSummary, client, needsKey, type State, wordsOf } from './api.js';
import { type History, newHistory, note } from './history.js';
import { type Branch, treeOf } from './keys.js';

/** What the page knows, in one place. Views read it when they are drawn, and are drawn again when it says so. */

export interface Following {
  readonly pid: number;
  readonly appId: string;
  state: State | undefined;
  tree: Branch;
  history: History;
  /** Why nothing comes any more. */
  ended: string | undefined;
}

export const store = {
  apps: [] as readonly AppSummary[],
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

const lookEveryMs = 1500;

const look = async (): Promise<void> => {
  try {
    const { apps } = await client.apps();
    store.apps = apps;
    store.loaded = true;
    store.lost = undefined;
    store.locked = false;
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

let control = new AbortController();

export const follow = (app: Pick<AppSummary, 'pid' | 'app_id'>): void => {
  control.abort();
  control = new AbortController();
  const following: Following = {
    pid: app.pid,
    appId: app.app_id,
    state: undefined,
    tree: treeOf([]),
    history: newHistory(),
    ended: undefined,
  };
  store.following = following;
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

const listen = async (following: Following, signal: AbortSignal): Promise<void> => {
  try {
    for await (const event of client.watch(following.pid, { signal })) {
      if (event.type === 'state')
        take(following, event.state, following.state === undefined ? [] : Object.keys(event.state.objects));
      else take(following, await client.state(following.pid, { signal }), event.changed_keys);
    }
    following.ended = 'It has ended.';
  } catch (error) {
    if (signal.aborted) return;
    following.ended = wordsOf(error);
  }
  changed();
};

const take = (following: Following, state: State, keys: readonly string[]): void => {
  const before = following.state?.objects;
  following.state = state;
  if (before === undefined || !sameKeys(before, state.objects)) following.tree = treeOf(Object.keys(state.objects));
  const really = before === undefined ? Object.keys(state.objects) : keys.filter((key) => before[key] !== state.objects[key]);
  note(
    following.history,
    { captureId: state.capture_id, at: state.captured_at, changed: really, objects: state.objects },
    before === undefined ? 0 : performance.now(),
  );
  changed();
};

const sameKeys = (a: object, b: object): boolean => {
  const [x, y] = [Object.keys(a), Object.keys(b)];
  return x.length === y.length && x.every((key, at) => key === y[at]);
};
