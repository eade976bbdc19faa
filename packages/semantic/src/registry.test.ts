import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRegistry } from './registry.js';
import { emptySchema, type Schema } from './schema.js';

let home: string;
let directory: string;
let number = 0;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'substrate-sites-'));
});
beforeEach(() => {
  directory = join(home, String(++number));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const schema = (key: string, corrected = false): Schema => ({
  ...emptySchema(),
  keys: { a: { key, confidence: 0.9 }, ...(corrected && { b: { key: 'said', confidence: 1, confirmed: true } }) },
  corrections: corrected
    ? [
        {
          at: '2026-01-01T00:00:00.000Z',
          feedbackType: 'label_correction',
          capture: 'c',
          observedKey: 'x',
          correctLabel: 'said',
          correctType: 'string',
          confidence: 1,
          version: '1.0.1',
        },
      ]
    : [],
});
const keysOf = async (appId: string, site?: string): Promise<string[] | undefined> => {
  const found = await createRegistry({ directory }).load(appId, site);
  return found && Object.values(found.keys).map(({ key }) => key);
};
const days = 86_400_000;
const age = async (site: string, by: number): Promise<void> => {
  for (const name of await readdir(directory)) {
    const then = new Date(Date.now() - by);
    if (name.includes(site)) await utimes(join(directory, name), then, then);
  }
};

describe('the schemas of sites', () => {
  it('are each their own, beside that of the application', async () => {
    const registry = createRegistry({ directory });
    await registry.save('chromium', schema('own'));
    await registry.save('chromium', schema('one'), 'https://shop.test');
    await registry.save('chromium', schema('two'), 'https://shop.test:8443');
    await registry.save('chromium~2', schema('three'), 'http://shop.test');
    expect(await keysOf('chromium')).toEqual(['own']);
    expect(await keysOf('chromium', 'https://shop.test')).toEqual(['one']);
    expect(await keysOf('chromium', 'https://shop.test:8443')).toEqual(['two']);
    expect(await keysOf('chromium', 'http://shop.test')).toEqual(['three']);
    expect(await keysOf('chromium', 'https://other.test')).toBeUndefined();
  });

  it('are forgotten when nobody visits them, but for what people corrected', async () => {
    const registry = createRegistry({ directory });
    await registry.save('chromium', schema('own'));
    for (const site of ['old', 'told', 'new'])
      await registry.save('chromium', schema(site, site === 'told'), `https://${site}.test`);
    await age('_old', 91 * days);
    await age('told', 91 * days);
    await age('new', 80 * days);
    expect(await keysOf('chromium', 'https://new.test')).toEqual(['new']);
    expect(await keysOf('chromium', 'https://old.test')).toBeUndefined();
    expect(await keysOf('chromium', 'https://told.test')).toEqual(['said']);
    expect(await keysOf('chromium')).toEqual(['own']);
  });

  it('are visited by being read', async () => {
    await createRegistry({ directory }).save('chromium', schema('one'), 'https://shop.test');
    await age('shop', 80 * days);
    await createRegistry({ directory }).load('chromium', 'https://shop.test');
    await createRegistry({ directory, siteDays: 40 }).load('other');
    expect(await keysOf('chromium', 'https://shop.test')).toEqual(['one']);
  });

  it('are so many at most; those visited last stay', async () => {
    const registry = createRegistry({ directory });
    for (let i = 0; i < 5; i++) await registry.save('chromium', schema(`s${i}`), `https://s${i}.test`);
    for (let i = 0; i < 5; i++) await age(`_s${i}`, (10 - i) * days);
    await createRegistry({ directory, mostSites: 2 }).load('other');
    expect((await readdir(directory)).filter((name) => name.endsWith('.json'))).toHaveLength(2);
    expect(await keysOf('chromium', 'https://s4.test')).toEqual(['s4']);
  });
});
