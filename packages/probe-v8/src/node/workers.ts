import type {
  CaptureRequest,
  ProbeSession,
  RawAction,
  RawCall,
  RawCapture,
  RawNode,
  RawResult,
  RawRoot,
  ReadRequest,
} from '@substrate/core';
import { shareTree } from '@substrate/core/probing';
import type { Connection } from '../connection.js';
import type { ModuleFiles } from './module-files.js';
import { connectThreads, type ThreadConnection, type ThreadList } from './worker-connection.js';

/**
 * The worker threads of a process: each is read like a process of its own, in its own time, and told as one root. A thread that is busy
 * answers late or never; what it told last stands in, and nobody waits for it long.
 */

const mostThreads = 4;
/** Milliseconds that a capture waits for them: for the first reading, in a routine poll, and when somebody asks. */
const waits = { first: 4000, routine: 0, later: 600 };
const restMs = 30_000;
/** Facts of the process that every thread would tell again. */
const ofProcess = new Set(['process', 'servers', 'routes']);

interface Thread {
  readonly connection: ThreadConnection;
  readonly address: string;
  readonly name: string;
  readonly file?: string;
  session?: ProbeSession;
  last?: RawCapture;
  root?: RawRoot;
  reading?: Promise<unknown> | undefined;
  /** After a failure it is left alone for a while. */
  notBefore: number;
}

interface WorkersReading {
  readonly count: number;
  readonly roots: readonly RawRoot[];
  readonly actions: readonly RawAction[];
  readonly notes: readonly string[];
}

export interface Workers extends AsyncDisposable {
  read(request: CaptureRequest, signal: AbortSignal): Promise<WorkersReading>;
  /** Undefined when the address is not a thread's. */
  place(request: ReadRequest, signal: AbortSignal): Promise<RawNode | null> | undefined;
  invoke(call: RawCall, signal: AbortSignal): Promise<RawResult> | undefined;
}

interface WorkersOptions {
  readonly connection: Connection;
  readonly files: ModuleFiles;
  /** A session for one thread, as for a process. */
  readonly open: (connection: Connection, signal: AbortSignal) => Promise<ProbeSession>;
}

const nodes = new WeakMap<RawRoot, RawNode>();
/** A root of a thread as a part of the thread's own: the address becomes a segment. */
const nodeOf = (root: RawRoot): RawNode => {
  const known = nodes.get(root);
  if (known) return known;
  const { address, source: _source, library: _library, file: _file, ...rest } = root;
  const node: RawNode = { ...rest, id: address };
  nodes.set(root, node);
  return node;
};

export const createWorkers = ({ connection, files, open }: WorkersOptions): Workers => {
  let list: ThreadList | null | undefined;
  const threads = new Map<ThreadConnection, Thread>();

  const threadOf = (one: ThreadConnection): Thread => {
    const known = threads.get(one);
    if (known) return known;
    const place = files.place(one.info.url);
    const file = place?.name ?? 'worker';
    const stem = (file.split('/').pop() ?? file).replace(/\.\w+$/, '');
    const taken = new Set([...threads.values()].map(({ address }) => address));
    let nth = 0;
    while (taken.has(`worker:${file}#${nth}`)) nth++;
    const thread: Thread = {
      connection: one,
      address: `worker:${file}#${nth}`,
      ...(place && { file }),
      name: /worker|thread/i.test(stem) ? stem : `${stem} worker`,
      notBefore: 0,
    };
    threads.set(one, thread);
    return thread;
  };

  const rootOf = (thread: Thread, capture: RawCapture): RawRoot =>
    shareTree(thread.root, {
      name: thread.name,
      kind: 'object',
      children: capture.roots.filter(({ address }) => !ofProcess.has(address)).map(nodeOf),
      address: thread.address,
      source: 'thread',
      ...(thread.file !== undefined && { file: thread.file }),
    });

  const readThread = async (thread: Thread, request: CaptureRequest): Promise<void> => {
    const signal = AbortSignal.timeout(20_000);
    thread.session ??= await open(thread.connection, signal);
    const mode = thread.last && request.mode === 'poll' ? 'poll' : 'discover';
    const { budget } = request;
    thread.last = await thread.session.capture(
      {
        mode,
        budget: { ...budget, maxNodes: Math.floor(budget.maxNodes / 8), maxBytes: Math.floor(budget.maxBytes / 8) },
        ...(request.routine === undefined ? {} : { routine: request.routine }),
      },
      signal,
    );
    thread.root = rootOf(thread, thread.last);
  };

  const read = async (request: CaptureRequest, signal: AbortSignal): Promise<WorkersReading> => {
    if (list === undefined) list = await connectThreads(connection, { timeoutMs: 5000, signal }).catch(() => null);
    // Node.js keeps threads of its own, for loaders, and so do libraries.
    const there = (list?.threads() ?? []).filter(({ info }) => {
      const place = files.place(info.url);
      return place !== null && place.library === undefined;
    });
    for (const one of threads.keys()) if (!there.includes(one)) threads.delete(one);
    const order = (one: ThreadConnection): number => Number(one.info.workerId) || 0;
    const wanted = [...there]
      .sort((a, b) => order(a) - order(b))
      .slice(0, mostThreads)
      .map(threadOf);
    const isNew = wanted.some((thread) => thread.last === undefined && thread.reading === undefined && thread.notBefore === 0);
    for (const thread of wanted) {
      if (performance.now() < thread.notBefore) continue;
      thread.reading ??= readThread(thread, request)
        .catch(() => {
          thread.notBefore = performance.now() + restMs;
        })
        .finally(() => {
          thread.reading = undefined;
        });
    }
    if (wanted.length > 0) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, isNew ? waits.first : request.routine ? waits.routine : waits.later);
      });
      await Promise.race([Promise.all(wanted.map((thread) => thread.reading)), late]);
      clearTimeout(timer);
    }
    const unread = there.length - wanted.filter((thread) => thread.root !== undefined).length;
    return {
      count: there.length,
      roots: wanted.flatMap(({ root }) => (root && (root.children ?? []).length > 0 ? [root] : [])),
      actions: wanted.flatMap(({ address, name, last }) =>
        (last?.actions ?? [])
          .filter((action) => action.kind === 'method')
          .map(
            (action): RawAction => ({
              ...action,
              address: `${address}/${action.address}`,
              owner: action.owner ?? name,
              targets: [address],
            }),
          ),
      ),
      notes: unread > 0 ? [`${unread} of ${there.length} worker threads were not read.`] : [],
    };
  };

  return {
    read,
    place: (request, signal) => {
      const thread = [...threads.values()].find(({ address }) => address === request.root);
      if (!thread) return undefined;
      // The roots of the thread are the first segments below its own.
      const [root, ...path] = request.path;
      if (root === undefined || !thread.session?.read) return Promise.resolve(thread.root ?? null);
      return thread.session.read({ ...request, root, path }, signal);
    },
    invoke: (call, signal) => {
      const thread = [...threads.values()].find(({ address }) => call.address.startsWith(`${address}/`));
      if (!thread?.session) return undefined;
      return thread.session.invoke({ ...call, address: call.address.slice(thread.address.length + 1) }, signal);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.allSettled([...threads.values()].map(({ session }) => session?.[Symbol.asyncDispose]()));
      threads.clear();
      await list?.[Symbol.asyncDispose]();
      list = undefined;
    },
  };
};
