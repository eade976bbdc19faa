import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { domScript, type Script, stateScript } from './script.js';

/** A world with nothing in it but what a page has: a name that the scripts take from their module would not be there. */
const world = () => {
  const document = {
    body: null,
    title: 'Empty',
    visibilityState: 'visible',
    hasFocus: () => true,
    querySelector: () => null,
    querySelectorAll: () => [],
    getElementsByTagName: () => [],
    defaultView: { location: { href: 'about:blank' } },
  };
  return createContext({ document, performance: { now: () => 0 } });
};
/** In one go. */
const make = (script: Script, page: ReturnType<typeof world>) =>
  runInContext(`((kit) => [${script.join(',')}].map((task) => task.call(kit)).pop())({ __proto__: null })`, page);
const grant = { work: 10, guardMs: 10 };
const budget = { maxNodes: 100, maxDepth: 6, maxString: 100, maxElements: 10, maxBytes: 10_000, hostMs: 50 };

test('no task parses more than one large part or a few small ones', () => {
  for (const script of [domScript, stateScript([])]) {
    expect(script.length).toBeGreaterThan(5);
    expect(Math.max(...script.map(({ length }) => length))).toBeLessThan(64_000);
  }
});

test('the script for the document is closed', () => {
  const agent = make(domScript, world());
  agent.begin(budget, true);
  expect(JSON.parse(agent.step(10, 10))).toMatchObject({
    roots: [],
    actions: [],
    more: { failed: '', status: { title: 'Empty' } },
  });
});

test('the script for the state is closed, and finds globals that a blank page has not', () => {
  const page = world();
  const builtin: string[] = runInContext('Object.getOwnPropertyNames(globalThis)', page);
  const agent = make(stateScript([...builtin, 'document', 'performance']), page);
  runInContext('var basket = { items: [{ name: "pear" }], password: "p" }; var jQuery = {};', page);
  agent.adoptLexical(['lexical'], () => [7]);
  agent.begin(budget, true, []);
  const { roots } = JSON.parse(agent.step(10, 10, 10, grant));
  expect(roots.map(({ address }: { address: string }) => address)).toEqual(['global:basket', 'global:lexical']);
  expect(JSON.stringify(roots)).toContain('"value":"[redacted]","secret":true');
});

test('what did not change is sent as its address', () => {
  const page = world();
  const agent = make(
    stateScript(['document', 'performance', ...runInContext('Object.getOwnPropertyNames(globalThis)', page)]),
    page,
  );
  runInContext('var a = { x: 1 }; var b = { y: 1 };', page);
  const read = () => {
    agent.begin(budget, false, []);
    return JSON.parse(agent.step(10, 10, 10, grant));
  };
  expect(read().roots).toHaveLength(2);
  runInContext('b.y = 2', page);
  const second = read();
  expect(second.roots[0]).toBe('global:a');
  expect(second.roots[1]).toMatchObject({ address: 'global:b' });
  expect(second.actions).toBeUndefined();
});

test('a reading in many tasks is the reading in one', () => {
  const page = world();
  const builtin: string[] = runInContext('Object.getOwnPropertyNames(globalThis)', page);
  runInContext(
    'var plan = { parts: Array.from({ length: 9 }, (_, i) => ({ name: `part ${i}`, steps: { first: { at: { hour: i } } } })) }; var desk = { of: plan.parts[3], open: true };',
    page,
  );
  const read = (slice: number) => {
    const agent = make(stateScript([...builtin, 'document', 'performance']), page);
    agent.begin({ ...budget, maxNodes: 1000 }, true, []);
    for (let tasks = 1; ; tasks++) {
      const text: string = agent.step(slice, 1e6, 1e6, { work: 1e4, guardMs: 1e4 });
      if (text !== '') return { tasks, told: { ...JSON.parse(text), more: {} } };
    }
  };
  const whole = read(1e6);
  expect(whole.tasks).toBe(1);
  expect(JSON.stringify(whole.told)).toContain('first');
  const parts = read(5);
  expect(parts.tasks).toBeGreaterThan(5);
  expect(parts.told).toEqual(whole.told);
});
