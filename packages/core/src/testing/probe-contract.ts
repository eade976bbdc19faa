import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaptureRequest, RawCapture, RawNode } from '../capture.js';
import { childAddress, completenessOf, defaultBudget } from '../capture.js';
import type { AppProcess, Probe, ProbeSession } from '../probe.js';
import { secretCaseLines, secretCases, secretTrees } from './secret-cases.js';

/**
 * What every probe promises, as cases that any test runner can run on a real process of the probe's runtime:
 *
 *   for (const { name, run } of probeContract(target)) test(name, run);
 */

export interface ContractTarget {
  probe(): Probe;
  /** Starts a fresh process of the runtime and describes it. Called once for each case. */
  start(): Promise<{ app: AppProcess; stop(): Promise<void> }>;
  /** Whether the process is alive and does its work: asks the application itself. */
  healthy(app: AppProcess): Promise<boolean>;
  /** A call that succeeds, chosen from a capture, and how to see in a later capture that it happened. */
  act?(capture: RawCapture): { address: string; parameters: Record<string, unknown>; happened(after: RawCapture): boolean };
  /** Text that the application holds in a secret place: it must never be in a capture. */
  secret?: string;
  /**
   * Starts a program that holds, as `heldCases`, lists of maps with one entry each, made of the lines of `cases.txt` in the folder (`secretCaseLines`, a
   * hundred to a list), or these lists as `heldCases0` and so on; and, where it can read them, as `heldTrees`, what is in `trees.json`.
   */
  holder?(folder: string): Promise<{ app: AppProcess; stop(): Promise<void> }>;
}

export interface ContractCase {
  readonly name: string;
  run(): Promise<void>;
}

const discover: CaptureRequest = { mode: 'discover', budget: defaultBudget };
const poll: CaptureRequest = { mode: 'poll', budget: defaultBudget };
const minute = () => AbortSignal.timeout(60_000);

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`The probe broke its contract: ${what}`);
};

const addresses = (capture: RawCapture): string[] => {
  const found: string[] = [];
  const visit = (node: RawNode, address: string): void => {
    found.push(address);
    for (const child of node.children ?? []) visit(child, childAddress(address, child));
  };
  for (const root of capture.roots) visit(root, root.address);
  return found;
};

interface Found {
  readonly root: string;
  readonly path: readonly string[];
  readonly node: RawNode;
}

/** Lists that stay as they are while they are looked at: those of places made for state first. */
const lists = (capture: RawCapture): Found[] => {
  const found: Found[] = [];
  const order = ['store', 'module', 'bean', 'static'];
  const rank = (source: string): number => (order.includes(source) ? order.indexOf(source) : order.length);
  const visit = (root: string, path: readonly string[], node: RawNode): void => {
    if ((node.kind === 'list' || node.kind === 'map') && (node.children?.length ?? 0) >= 2) found.push({ root, path, node });
    for (const child of node.children ?? []) visit(root, [...path, child.id ?? child.name], child);
  };
  for (const root of [...capture.roots].sort((a, b) => rank(a.source) - rank(b.source)))
    if (root.source !== 'process' && root.source !== 'thread' && root.source !== 'tabs') visit(root.address, [], root);
  return found;
};

const discoverAll = async (session: ProbeSession): Promise<RawCapture> => {
  for (let route = 0; route < 20; route++) {
    const capture = await session.capture(discover, minute());
    if (!capture.moreRoutes) return capture;
  }
  throw new Error('The probe broke its contract: discovery has no end');
};

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const nodeNamed = (nodes: readonly RawNode[], name: string): RawNode | undefined => {
  for (const node of nodes) {
    const found = node.name.toLowerCase() === name ? node : nodeNamed(node.children ?? [], name);
    if (found) return found;
  }
  return undefined;
};

const plainOf = (node: RawNode): unknown => {
  if (node.kind === 'list') return (node.children ?? []).map(plainOf);
  if (node.children) return Object.fromEntries(node.children.map((child) => [child.name, plainOf(child)]));
  return node.value ?? null;
};

/** What a program that holds the cases tells otherwise than they say. */
/** Where something was cut out that is none of the cases, which their own names decide. */
const hiddenIn = ({ roots }: RawCapture): { root: string; path: string[] }[] => {
  const found: { root: string; path: string[] }[] = [];
  const visit = (node: RawNode, root: string, path: string[]): void => {
    if (/^held_?cases$/i.test(node.name)) return;
    if (node.value === '[redacted]') found.push({ root, path });
    for (const child of node.children ?? []) visit(child, root, [...path, child.id ?? child.name]);
  };
  for (const root of roots) visit(root, root.address, []);
  return found;
};

const wrongCases = (capture: RawCapture): string[] => {
  const whole = nodeNamed(capture.roots, 'heldcases');
  const lists: RawNode[] = [...(whole?.children ?? [])];
  for (let part = nodeNamed(capture.roots, 'heldcases0'); part; part = nodeNamed(capture.roots, `heldcases${lists.length}`))
    lists.push(part);
  if (lists.length === 0) return ['the program does not tell them'];
  // By their numbers: an element that is not told is no secret that is.
  const byNumber = lists.map((list) => new Map((list.children ?? []).map((child) => [child.name, child])));
  const wrong = secretCases.flatMap(({ name, value, cut }, at) => {
    const entry = byNumber[Math.floor(at / 100)]?.get(String(at % 100))?.children?.[0];
    if (cut && entry === undefined) return [];
    const expected = cut ? '[redacted]' : value;
    const told = entry?.value ?? null;
    return told === expected || (cut && entry?.secret === true)
      ? []
      : [`${name} is ${JSON.stringify(told ?? entry)}, not ${JSON.stringify(expected)}`];
  });
  const trees = nodeNamed(capture.roots, 'heldtrees');
  (trees?.children ?? []).forEach((tree, at) => {
    const expected = JSON.parse(JSON.stringify(secretTrees[at]).replace(/"cut-[^"]*"/g, '"[redacted]"'));
    if (JSON.stringify(plainOf(tree)) !== JSON.stringify(expected))
      wrong.push(`${JSON.stringify(plainOf(tree))}, not ${JSON.stringify(expected)}`);
  });
  const all = JSON.stringify(capture.roots);
  const open = /"cut-[^"]*"/.exec(all);
  if (open) wrong.push(`${open[0]} is told`);
  return wrong;
};

export const probeContract = (target: ContractTarget): ContractCase[] => {
  const withApp = async (use: (app: AppProcess, probe: Probe, stop: () => Promise<void>) => Promise<void>): Promise<void> => {
    const { app, stop } = await target.start();
    try {
      await use(app, target.probe(), stop);
    } finally {
      await stop();
    }
  };

  const cases: ContractCase[] = [
    {
      name: 'check finds nothing in the way of an ordinary process, and does not touch it',
      run: () =>
        withApp(async (app, probe) => {
          const refusal = await probe.check(app);
          must(refusal === null, `check refused: ${refusal?.message}`);
          must(await target.healthy(app), 'the application stopped working');
        }),
    },
    {
      name: 'a capture is plain JSON with unique, stable addresses and true counts',
      run: () =>
        withApp(async (app, probe) => {
          await using session = await probe.attach(app, undefined, minute());
          const first = await discoverAll(session);
          must(first.roots.length > 0, 'no root was found');
          must(first.discovered, 'the first capture ran discovery');
          must(JSON.stringify(JSON.parse(JSON.stringify(first.roots))) === JSON.stringify(first.roots), 'roots are plain JSON');
          const seen = addresses(first);
          must(new Set(seen).size === seen.length, `addresses repeat: ${seen.find((address, i) => seen.indexOf(address) !== i)}`);
          must(!seen.some((address) => address.includes(String(app.pid))), 'an address holds the pid');
          const actions = first.actions.map((action) => action.address);
          must(
            new Set(actions).size === actions.length,
            `action addresses repeat: ${actions.find((a, i) => actions.indexOf(a) !== i)}`,
          );
          must(first.rawObjectCount >= first.roots.length, 'rawObjectCount is true');
          const { rootsKnown, rootsReached, nodesRead } = first.counts;
          must(
            Object.values(first.counts).every((count) => Number.isInteger(count) && count >= 0),
            'counts are counts',
          );
          must(rootsReached >= first.roots.length && rootsKnown >= rootsReached, 'roots are counted');
          must(nodesRead >= seen.length, `${nodesRead} nodes were counted, and ${seen.length} are there`);
          const share = completenessOf(first.counts);
          must(share >= 0 && share <= 1, 'the share that was read is a share');
          const second = await session.capture(poll, minute());
          must(!second.discovered, 'a poll runs no discovery');
          const again = new Set(second.roots.map((root) => root.address));
          must(
            first.roots.filter((root) => !again.has(root.address)).length === 0,
            'a poll reads the roots that discovery found',
          );
        }),
    },
    {
      name: 'an unchanged root is the same object in the next capture',
      run: () =>
        withApp(async (app, probe) => {
          await using session = await probe.attach(app, undefined, minute());
          await discoverAll(session);
          const first = await session.capture(poll, minute());
          const second = await session.capture(poll, minute());
          const before = new Map(first.roots.map((root) => [root.address, root]));
          for (const root of second.roots) {
            const old = before.get(root.address);
            if (old && JSON.stringify(old) === JSON.stringify(root)) must(old === root, `${root.address} was built anew`);
          }
        }),
    },
    {
      name: 'a small budget is kept, and what was left out says so',
      run: () =>
        withApp(async (app, probe) => {
          await using session = await probe.attach(app, undefined, minute());
          await discoverAll(session);
          const tight = { ...defaultBudget, maxNodes: 30, maxElements: 3, maxString: 16 };
          const capture = await session.capture({ mode: 'poll', budget: tight }, minute());
          const nodes: RawNode[] = [];
          const visit = (node: RawNode): void => {
            nodes.push(node);
            node.children?.forEach(visit);
          };
          capture.roots.forEach(visit);
          must(nodes.length <= 30 + 2 * capture.roots.length, `${nodes.length} nodes for a budget of 30`);
          must(
            nodes.every((node) => node.kind !== 'list' || (node.children?.length ?? 0) <= 3),
            'a list is longer than maxElements',
          );
          must(
            nodes.every((node) => typeof node.value !== 'string' || node.secret === true || node.value.length <= 17),
            'a string is longer than maxString',
          );
        }),
    },
    {
      name: 'a place can be read on demand: any part of a list, as deep as a capture, and null for what is not there',
      run: () =>
        withApp(async (app, probe) => {
          await using session = await probe.attach(app, undefined, minute());
          if (!session.read) return;
          const capture = await discoverAll(session);
          const read = (root: string, path: readonly string[], from: number, limit: number) =>
            (session.read as NonNullable<ProbeSession['read']>)({ root, path, from, limit, budget: defaultBudget }, minute());
          const named = (node: RawNode): string[] => (node.children ?? []).map((child) => child.id ?? child.name);
          const [list] = lists(capture);
          must(list !== undefined, 'no list of two elements was captured to try it on');
          if (!list) return;
          const size = Math.max(list.node.size ?? 0, list.node.children?.length ?? 0);
          const whole = await read(list.root, list.path, 0, 200);
          must(whole !== null, `nothing was read at ${list.root}/${list.path.join('/')}`);
          if (!whole) return;
          must(whole.kind === list.node.kind, `a ${list.node.kind} was read as a ${whole.kind}`);
          must(Math.max(whole.size ?? 0, whole.children?.length ?? 0) === size, 'the size that was read is not the captured one');
          must(
            named(list.node).every((name) => named(whole).includes(name)),
            'elements of the capture were not read',
          );
          const second = await read(list.root, list.path, 1, 1);
          must(second?.children?.length === 1, 'one element was asked for, and another number of them was read');
          must(second !== null && named(second)[0] === named(whole)[1], 'another element was read than the one asked for');
          must(second?.size === size, 'a part of a list does not tell the size of the whole');
          const beyond = await read(list.root, list.path, size + 10, 5);
          must(beyond === null || (beyond.children ?? []).length === 0, 'elements beyond the end were read');
          must((await read(list.root, [...list.path, 'nothing has this name'], 0, 10)) === null, 'what is not there was read');
          must((await read('nothing:here', [], 0, 10)) === null, 'a root that is not there was read');
          must(await target.healthy(app), 'the application stopped working');
        }),
    },
    {
      name: 'what is read on demand, to its end or given up, changes nothing of the captures after it',
      run: () =>
        withApp(async (app, probe) => {
          await using session = await probe.attach(app, undefined, minute());
          const some = lists(await discoverAll(session)).slice(0, 5);
          const told = async () => new Set(addresses(await session.capture(poll, minute())));
          const before = await told();
          for (const { root, path } of some) {
            const request = { root, path, from: 0, limit: 2000, budget: { ...defaultBudget, maxElements: 2000 } };
            await session.read?.(request, minute());
            await session.read?.(request, AbortSignal.timeout(1)).catch(() => null);
            const now = await told();
            const moved = [...now, ...before].filter((one) => !now.has(one) || !before.has(one));
            must(
              moved.length === 0,
              `after ${root}/${path.join('/')} was read, captures differ by ${moved.slice(0, 5).join(', ')}`,
            );
          }
        }),
    },
    {
      name: 'known roots make the next attach skip discovery and find the same addresses after a restart of the application',
      run: async () => {
        let known: RawCapture['known'];
        let roots: string[] = [];
        await withApp(async (app, probe) => {
          await using session = await probe.attach(app, undefined, minute());
          const capture = await discoverAll(session);
          known = capture.known;
          roots = capture.roots.map((root) => root.address);
        });
        must(known !== undefined, 'discovery tells its known roots');
        must(JSON.stringify(JSON.parse(JSON.stringify(known))) === JSON.stringify(known), 'known roots are plain JSON');
        await withApp(async (app, probe) => {
          await using session = await probe.attach(app, JSON.parse(JSON.stringify(known)), minute());
          const capture = await session.capture(poll, minute());
          must(!capture.discovered, 'known roots need no discovery');
          const found = new Set(capture.roots.map((root) => root.address));
          const lost = roots.filter((address) => !found.has(address));
          must(lost.length <= roots.length * 0.2, `lost after a restart: ${lost.join(', ')}`);
        });
      },
    },
    {
      name: 'after disposing the application works on, and can be attached again, ten times',
      run: () =>
        withApp(async (app, probe) => {
          for (let i = 0; i < 10; i++) {
            const session = await probe.attach(app, undefined, minute());
            await session.capture(discover, minute());
            await session[Symbol.asyncDispose]();
            must(await target.healthy(app), `the application stopped working after attach ${i + 1}`);
          }
        }),
    },
    {
      name: 'two sessions on one process do not disturb each other',
      run: () =>
        withApp(async (app, probe) => {
          const [one, two] = await Promise.all([
            probe.attach(app, undefined, minute()),
            target.probe().attach(app, undefined, minute()),
          ]);
          try {
            const captures = await Promise.all([one.capture(discover, minute()), two.capture(discover, minute())]);
            must(
              captures.every((capture) => capture.roots.length > 0),
              'both see roots',
            );
            await one[Symbol.asyncDispose]();
            must((await two.capture(poll, minute())).roots.length > 0, 'the second goes on when the first leaves');
          } finally {
            await one[Symbol.asyncDispose]();
            await two[Symbol.asyncDispose]();
          }
          must(await target.healthy(app), 'the application stopped working');
        }),
    },
    {
      name: 'an aborted capture rejects, and the session goes on',
      run: () =>
        withApp(async (app, probe) => {
          await using session = await probe.attach(app, undefined, minute());
          await session.capture(discover, minute());
          const outcome = await session.capture(poll, AbortSignal.abort()).then(
            () => 'resolved',
            () => 'rejected',
          );
          must(outcome === 'rejected', 'an aborted capture resolved');
          must((await session.capture(poll, minute())).roots.length > 0, 'the session is of no use after an abort');
        }),
    },
    {
      name: 'an attach that is aborted rejects and leaves the application working',
      run: () =>
        withApp(async (app, probe) => {
          const outcome = await probe.attach(app, undefined, AbortSignal.abort()).then(
            () => 'resolved',
            () => 'rejected',
          );
          must(outcome === 'rejected', 'an aborted attach resolved');
          must(await target.healthy(app), 'the application stopped working');
        }),
    },
    {
      name: 'gone resolves when the process ends, and later calls reject instead of hanging',
      run: () =>
        withApp(async (app, probe, stop) => {
          const session = await probe.attach(app, undefined, minute());
          await session.capture(discover, minute());
          await stop();
          const reason = await Promise.race([session.gone, sleep(30_000).then(() => null)]);
          must(typeof reason === 'string' && reason.length > 0, 'gone did not resolve');
          const outcome = await session.capture(poll, AbortSignal.timeout(20_000)).then(
            () => 'resolved',
            () => 'rejected',
          );
          must(outcome === 'rejected', 'a capture of a dead process resolved');
          await session[Symbol.asyncDispose]();
        }),
    },
    {
      name: 'a process of another start time is refused',
      run: () =>
        withApp(async (app, probe) => {
          const other = { ...app, startTime: `${app.startTime}1` };
          const outcome = await probe.attach(other, undefined, minute()).then(
            async (session) => {
              await session[Symbol.asyncDispose]();
              return 'resolved';
            },
            () => 'rejected',
          );
          must(outcome === 'rejected', 'a reused pid was attached to');
        }),
    },
    {
      name: 'a call to an address that nothing has is refused before dispatch',
      run: () =>
        withApp(async (app, probe) => {
          await using session = await probe.attach(app, undefined, minute());
          await discoverAll(session);
          const result = await session.invoke({ address: 'nothing:here', parameters: {}, timeoutMs: 2000 }, minute());
          must(!result.ok && !result.dispatched, 'a call to nothing did not say so');
          must(await target.healthy(app), 'the application stopped working');
        }),
    },
  ];

  const { act, secret, holder } = target;
  if (act) {
    cases.push({
      name: 'an action does what it says, as a later capture shows',
      run: () =>
        withApp(async (app, probe) => {
          await using session = await probe.attach(app, undefined, minute());
          const { address, parameters, happened } = act(await discoverAll(session));
          const result = await session.invoke({ address, parameters, timeoutMs: 10_000 }, minute());
          must(result.ok, `the action failed: ${result.ok ? '' : result.message}`);
          for (let i = 0; i < 50; i++) {
            if (happened(await session.capture(poll, minute()))) return;
            await sleep(100);
          }
          must(false, 'no later capture shows what the action did');
        }),
    });
  }
  if (holder !== undefined) {
    cases.push({
      name: 'what is a secret is decided as everywhere: each case is cut out or stays, in a real process',
      run: async () => {
        const folder = mkdtempSync(join(tmpdir(), 'substrate-cases-'));
        writeFileSync(join(folder, 'cases.txt'), secretCaseLines());
        writeFileSync(join(folder, 'trees.json'), JSON.stringify(secretTrees));
        const { app, stop } = await holder(folder);
        try {
          await using session = await target.probe().attach(app, undefined, minute());
          await discoverAll(session);
          const capture = await session.capture({ mode: 'poll', budget: { ...defaultBudget, hostMs: 1000 } }, minute());
          const text = wrongCases(capture);
          must(text.length === 0, `of ${secretCases.length} cases ${text.length} are wrong: ${text.slice(0, 40).join('; ')}`);
          // Asked for alone, a value has nothing beside it that would say what it is; what was cut out stays cut out.
          for (const { root, path } of hiddenIn(capture)) {
            const request = { root, path, from: 0, limit: 1, budget: defaultBudget };
            const found = JSON.stringify((await session.read?.(request, minute())) ?? null);
            must(!/"cut-/.test(found), `${root} ${path.join(' / ')}, read alone, tells a secret: ${found}`);
          }
        } finally {
          await stop();
          rmSync(folder, { recursive: true, force: true });
        }
      },
    });
  }

  if (secret !== undefined) {
    cases.push({
      name: 'a secret never crosses the wire',
      run: () =>
        withApp(async (app, probe) => {
          await using session = await probe.attach(app, undefined, minute());
          const text = JSON.stringify(await discoverAll(session));
          must(!text.includes(secret), 'the secret is in the capture');
          must(text.includes('[redacted]'), 'the secret left no trace: its key should read "[redacted]"');
        }),
    });
  }
  return cases;
};
