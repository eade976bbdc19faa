import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { listKeys } from '@substrate/auth';
import { feedbackTypes, reversibilities, scopes, stateParts, typeNames } from '@substrate/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedApplication } from '../../packages/server/test/scripted-application.js';
import { openWorld, type World } from '../../packages/server/test/world.js';
import { helpOf } from '../src/commands/help.js';
import { commands } from '../src/commands/index.js';

/** Each subcommand against the real server on a real socket; only the applications are scripted. */
let world: World;
let home: string;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'substrate-commands-'));
  world = await openWorld('over a socket');
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly json: unknown;
}

const collect = () => {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  });
  return { stream, text: () => text };
};

const run = async (
  line: string | string[],
  over: { env?: NodeJS.ProcessEnv; signal?: AbortSignal; onOut?: (text: string) => void } = {},
): Promise<Run> => {
  const [name = '', ...args] = Array.isArray(line) ? line : line.split(' ');
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const out = collect();
  const err = collect();
  const env = { SUBSTRATE_HOME: home, SUBSTRATE_URL: world.serving?.url, SUBSTRATE_KEY: world.key, ...over.env };
  const code = await command.run(args, {
    stdout: out.stream,
    stderr: err.stream,
    env,
    ...(over.signal && { signal: over.signal }),
  });
  return {
    code,
    out: out.text(),
    err: err.text(),
    get json() {
      return JSON.parse(out.text());
    },
  };
};

describe('every subcommand', () => {
  it('has a summary and examples of its own', () => {
    for (const { name, summary, examples } of commands) {
      expect(summary).toMatch(/\.$/);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(example).toContain(`substrate ${name}`);
    }
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  });

  it('explains each of its options, and shows it', () => {
    for (const command of commands) {
      const help = helpOf(command);
      for (const [name, option] of Object.entries(command.options)) {
        expect(help).toContain(`--${name}`);
        expect(option.help).toMatch(/\.$/);
        expect(option.type === 'string').toBe(option.value !== undefined);
        const shown = [...command.examples, option.example ?? ''].some(
          (line) => line.includes(`--${name}`) || name === 'SECTION.KEY',
        );
        expect(shown, `${command.name} --${name}`).toBe(true);
      }
    }
  });

  it('takes what the wire takes', () => {
    const choices = (name: string, option: string) => commands.find((one) => one.name === name)?.options[option]?.choices;
    expect(choices('keygen', 'scope')).toEqual(scopes);
    expect(choices('learn', 'kind')).toEqual(feedbackTypes);
    expect(choices('learn', 'type')).toEqual(typeNames);
    expect(choices('learn', 'reversibility')).toEqual(reversibilities);
    expect(commands.find(({ name }) => name === 'state')?.options.include?.help).toContain(stateParts.join(', '));
    expect(choices('start', 'log-level')).toEqual(['trace', 'debug', 'info', 'warn', 'error']);
  });

  it.each([
    ['state shop --key cart.total', /--key takes an API key.*"cart\.total"; a key of the state is asked for with --keys/],
    ['apps --key shop', /--key takes an API key/],
    ['apps --keys shop', /there is no option --keys; did you mean --key\?/],
    ['state shop --perfix cart', /there is no option --perfix\n/],
  ])('tells options apart that look alike: %s', async (line, message) => {
    expect(await run(line)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(message) });
  });

  it('does not repeat an API key that stands where a key of the state belongs', async () => {
    const { code, err } = await run(['state', 'shop', '--keys', world.key]);
    expect([code, err]).toEqual([2, expect.stringContaining('an API key is given with --key')]);
    expect(err).not.toContain(world.key);
  });

  it.each([
    'apps extra',
    'apps --nope',
    'state',
    'state a b',
    'action shop',
    'action shop add_item name',
    'action shop add_item name=a name=b',
    'action shop add_item count=many name=x',
    'action shop look --verify-timeout soon',
    'verify shop',
    'diff shop',
    'learn shop a',
    'learn shop a b --type nothing',
    'learn shop a b --confidence 2',
    'learn shop a b --kind action_correction --reversibility harmless',
    'learn shop a b --reversibility reversible_read',
    'keys frobnicate x',
    'keys disable',
    'watch',
    'watch shop --count x',
    'search shop tea --kind people',
    'service',
    'service frobnicate',
    'completion',
    'completion tcsh',
    'logs --lines many',
    'stop now',
    'doctor --what',
    'keygen extra',
    'keygen --scope write',
    'keygen --scope',
    ['keygen', '--app', ''],
    'status --url',
  ])('says how it is used: %s', async (line: string | string[]) => {
    const { code, out, err } = await run(line);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('usage: substrate ');
  });
});

describe('narrow reads', () => {
  it('state --outline tells what lies where', async () => {
    const { code, out } = await run('state shop --outline --prefix user');
    expect([code, out]).toEqual([0, expect.stringMatching(/^PATH +KEYS +TYPE +EXAMPLE\nuser\.name +1 +string +"Ada"\n/)]);
    expect((await run('state shop --outline --json')).json).toMatchObject({ outline: expect.any(Array) });
  });

  it('state --limit, --include and --max-bytes', async () => {
    expect((await run('state shop --json --limit 1 --include objects')).json).toMatchObject({
      objects: { 'cart.total_items': 3 },
    });
    expect((await run('state shop --json --include actions')).json).not.toHaveProperty('objects');
    expect((await run('state shop --include foo')).code).toBe(2);
    expect((await run('state shop --limit x')).code).toBe(2);
  });

  it('state --from pages through a list', async () => {
    world.shop.set({ 'orders[0].id': 'a', 'orders[1].id': 'b', 'orders[2].id': 'c', 'orders.count': 3, other: 1 });
    const page = await run('state shop --prefix orders --from 1 --limit 1 --json');
    expect([page.code, page.json]).toMatchObject([0, { objects: { 'orders[1].id': 'b', 'orders.count': 3 } }]);
    expect(Object.keys((page.json as { objects: object }).objects)).toHaveLength(2);
    expect((await run('state shop --prefix nowhere --from 1 --limit 1')).code).toBe(1);
    expect((await run('state shop --from x')).code).toBe(2);
  });

  it.each(['--keys', '--prefix'])('an unknown %s says which keys come closest, and ends with 1', async (option) => {
    const { code, err } = await run(`state shop ${option} cart.totl_items`);
    expect([code, err]).toEqual([1, expect.stringContaining('There is no "cart.totl_items". The closest are: cart.total_items')]);
    expect((await run(`state shop ${option} user.name`)).code).toBe(0);
    expect((await run(`state shop ${option} user.name ${option} nowhere --json`)).code).toBe(1);
    expect((await run(`state shop ${option} user.name ${option} nowhere --limit 9`)).code).toBe(1);
    expect((await run(`state shop ${option} user.name ${option} user.nam`)).code).toBe(1);
  });

  it('search finds keys and actions, and ends with 1 when there is nothing', async () => {
    const keys = await run('search shop total cart');
    expect([keys.code, keys.out]).toEqual([
      0,
      expect.stringMatching(/^KEY +VALUE +SERVED +WHY\ncart\.total_items +3 +yes +total, cart/),
    ]);
    expect((await run('search 101 item --kind actions --limit 1 --json')).json).toMatchObject({
      results: [{ action: 'add_item' }],
    });
    expect(await run('search shop zebra')).toMatchObject({ code: 1, err: 'Nothing has "zebra".\n' });
    for (const wrong of ['search', 'search shop', 'search shop a --kind b']) expect((await run(wrong)).code).toBe(2);
  });
});

describe('keys', () => {
  it('are made, listed, disabled, enabled and removed', async () => {
    const made = await run(['keygen', '--label', 'my agent']);
    expect(made.code).toBe(0);
    const [, key, id] = /^key: (sk_substrate_\w{43})\nid: (\S+)\nfile: (.+)\n$/.exec(made.out) ?? [];
    const file = join(home, 'keys.json');
    expect(made.out).toContain(`file: ${file}`);
    expect((await listKeys({ file }))[0]).toMatchObject({ id, label: 'my agent', enabled: true });
    expect(readdirSync(home)).toEqual(['keys.json']);

    const second = await run('keygen --json');
    expect(second.json).toMatchObject({ key: expect.stringMatching(/^sk_substrate_/), id: expect.any(String), file });

    const list = await run('keys');
    expect(list.out.split('\n')).toHaveLength(4);
    expect(list.out).toMatch(/my agent +yes .* never/);
    expect(list.out).not.toContain(key);
    expect((await run('keys list --json')).json).toMatchObject({ keys: [{ id, label: 'my agent' }, { enabled: true }] });

    expect((await run(['keys', 'disable', 'my agent'])).out).toBe(`disabled: ${id} (my agent)\n`);
    expect((await listKeys({ file }))[0]?.enabled).toBe(false);
    await run(['keys', 'enable', id ?? '']);
    expect((await listKeys({ file }))[0]?.enabled).toBe(true);
    await run(['keys', 'remove', id ?? '']);
    expect(await listKeys({ file })).toHaveLength(1);
    expect(await run('keys remove nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('No key has the id or label "nobody"'),
    });
  });

  it('may be made to do less, and the list shows it', async () => {
    const file = join(home, 'keys.json');
    await run(['keygen', '--label', 'reader', '--scope', 'read', '--app', 'acme-*', '--app', 'board']);
    await run(['keygen', '--label', 'both', '--scope', 'read,act', '--scope', 'read']);
    await run(['keygen', '--label', 'whole']);
    expect(await listKeys({ file })).toMatchObject([
      { label: 'reader', scopes: ['read'], apps: ['acme-*', 'board'] },
      { label: 'both', scopes: ['read', 'act'] },
      { label: 'whole' },
    ]);
    const list = await run('keys');
    expect(list.out).toMatch(/ID +LABEL +ENABLED +SCOPES +APPS +CREATED/);
    expect(list.out).toMatch(/reader +yes +read +acme-\*, board /);
    expect(list.out).toMatch(/both +yes +read, act +all /);
    expect(list.out).toMatch(/whole +yes +all +all /);
    const document = JSON.parse(readFileSync(file, 'utf8')) as { keys: object[] };
    writeFileSync(file, JSON.stringify({ keys: [{ ...document.keys[0], scopes: ['everything'] }] }));
    expect((await run('keys')).out).toMatch(/reader +no +invalid +acme/);
  });

  it('are kept for the command with --save, for its owner only', async () => {
    const { out, err } = await run('keygen --save');
    const file = join(home, 'client.key');
    expect(readFileSync(file, 'utf8')).toBe(`${/^key: (.+)$/m.exec(out)?.[1]}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(err).toContain(file);
  });
});

describe('the daemon and the key', () => {
  it('are found by option, environment and home, in that order', async () => {
    const env = { SUBSTRATE_KEY: undefined };
    expect(await run('apps', { env })).toMatchObject({ code: 1, err: expect.stringContaining('substrate keygen --save') });
    writeFileSync(join(home, 'client.key'), `${world.key}\n`);
    expect((await run('apps', { env })).code).toBe(0);
    expect((await run('apps', { env: { SUBSTRATE_KEY: world.disabledKey } })).err).toContain('disabled');
    expect((await run(['apps', '--key', world.key], { env: { SUBSTRATE_KEY: world.disabledKey } })).code).toBe(0);
    writeFileSync(join(home, 'config.toml'), `[server]\nport = ${world.serving?.port}\n`);
    expect((await run('apps', { env: { SUBSTRATE_URL: undefined } })).code).toBe(0);
    expect(await run('apps', { env: { SUBSTRATE_URL: 'http://127.0.0.1:1' } })).toMatchObject({
      code: 1,
      err: expect.stringContaining('substrate start'),
    });
    expect((await run(['apps', '--url', world.serving?.url ?? ''], { env: { SUBSTRATE_URL: 'http://127.0.0.1:1' } })).code).toBe(
      0,
    );
  });

  it('have a status', async () => {
    expect((await run('status')).out).toMatch(/^daemon: ok, version 1\.2\.3, at http:.*\ntracked: 1\nkey: good\n$/);
    expect((await run('status', { env: { SUBSTRATE_KEY: 'sk_substrate_wrong' } })).out).toContain('key: invalid_key');
    expect(await run('status --json')).toMatchObject({ code: 0, json: { status: 'ok', auth_enabled: true, key: 'good' } });
    expect((await run('status --json', { env: { SUBSTRATE_KEY: 'sk_substrate_wrong' } })).code).toBe(1);
    expect((await run('status --url http://127.0.0.1:1')).code).toBe(1);
  });
});

describe('applications', () => {
  it('are listed', async () => {
    world.shop.script.statusReason = 'The probe lost its \u001b[31mconnection.';
    const { out, err } = await run('apps');
    expect(out).toMatch(/^PID +APP_ID +NAME .*\n101 +shop +The Shop +Node\.js +active +0\.97 +5 +3 +cart\n$/);
    expect(err).toBe('shop (101): The probe lost its \\u{1b}[31mconnection.\n');
    expect((await run('apps --json')).json).toMatchObject({ total: 1, apps: [{ app_id: 'shop' }] });
    expect((await run('apps --ids')).out).toBe('shop\n');
  });

  it('are read by pid and by app_id, whole and in part', async () => {
    const { out, err } = await run('state shop');
    expect(out).toMatch(/^KEY +VALUE\ncart\.total_items +3\n/);
    expect(err).toContain('5 of 5 keys');
    expect((await run('state 101 --prefix user --keys cart.total_items --fresh --json')).json).toMatchObject({
      objects: { 'cart.total_items': 3, 'user.name': 'Ada', 'user.vip': true, 'user.note': null },
    });
    expect(world.shop.log.cycles).toBe(1);
    expect(await run('state shopping')).toMatchObject({ code: 1, err: expect.stringContaining('Did you mean shop?') });
    expect(await run('state 9 --json')).toMatchObject({ code: 1, json: { error: { code: 'not_found' } } });
  });

  it('have actions', async () => {
    expect((await run('schema shop')).out).toMatch(/add_item +fn\(name: string, count\?: number\) -> void +reversible_write/);
    expect((await run('schema 101 --json')).json).toMatchObject({ app_id: 'shop', actions: { look: {} } });
  });

  it('run actions with parameters of the declared types', async () => {
    const seen: unknown[] = [];
    world.shop.script.onInvoke = (_, parameters) => {
      seen.push(parameters);
      world.shop.script.objects = { 'cart.total_items': 4 };
      return { ok: true, value: null };
    };
    const { code, out } = await run(['action', 'shop', 'add_item', 'name=3', 'count=2', '--verify', 'cart.total_items === 4']);
    expect(seen).toEqual([{ name: '3', count: 2 }]);
    expect(out).toContain('verified: cart.total_items is 4, expected 4');
    expect(out).toMatch(/cart\.total_items +3 +4/);
    expect(code).toBe(0);
    expect((await run('action shop add_item name=x --dry-run --json')).json).toMatchObject({ success: true, executed: false });
  });

  it('refuse, fail and disappoint with exit code 1', async () => {
    expect(await run('action shop delete_account')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--verify EXPRESSION'),
    });
    expect(await run('action shop add_itm')).toMatchObject({ code: 1, err: expect.stringContaining('add_item') });
    expect(await run('action nobody look')).toMatchObject({ code: 1, err: expect.stringContaining('substrate apps') });
    const failed = await run(['action', 'shop', 'look', '--verify', 'user.vip === false', '--verify-timeout', '100']);
    expect(failed).toMatchObject({ code: 1, out: expect.stringContaining('user.vip is true, expected false') });
    expect(failed.out.split('user.vip is true')).toHaveLength(2);
    expect(failed.err).toBe('');
    const json = await run(['action', 'shop', 'look', '--verify', 'user.vip === false', '--verify-timeout', '100', '--json']);
    expect(json.json).toMatchObject({ success: false, executed: true, error: { code: 'verification_failed' } });
  });

  it('are verified', async () => {
    expect(await run(['verify', 'shop', 'cart.total_items > 1'])).toMatchObject({
      code: 0,
      out: 'true: cart.total_items is 3, expected > 1\n',
    });
    expect(await run(['verify', '101', 'cart.total_items > 5', '--timeout', '100'])).toMatchObject({
      code: 1,
      out: 'false: cart.total_items is 3, expected > 5\n',
    });
    expect(await run(['verify', 'shop', 'a b'])).toMatchObject({ code: 1, err: expect.stringContaining('Line 1, column 3') });
  });

  it('are compared with an earlier capture', async () => {
    const since = world.shop.captures.latest?.state.capture_id ?? '';
    expect(await run(['diff', 'shop', since])).toMatchObject({ code: 0, out: '', err: 'Nothing changed.\n' });
    world.shop.set({ 'cart.total_items': 7, 'cart.note': 'x' });
    const { out } = await run(['diff', 'shop', since]);
    expect(out).toMatch(/cart\.total_items +3 +7\n/);
    expect(out).toMatch(/cart\.note +- +"x"\n/);
    expect(out).toMatch(/user\.vip +true +-\n/);
    expect((await run(['diff', '101', since, '--json'])).json).toMatchObject({ prev_capture_id: since });
  });

  it('learn', async () => {
    const { code, out } = await run('learn shop user.vip user.is_vip --notes seen --confidence 0.9');
    expect([code, out]).toEqual([0, 'Learnt.\nschema 1.0.1\n']);
    expect(world.shop.log.lessons[0]).toMatchObject({
      schema_version: '1.0.0',
      feedback_type: 'label_correction',
      corrections: [
        { observed_key: 'user.vip', correct_label: 'user.is_vip', correct_type: 'boolean', confidence: 0.9, notes: 'seen' },
      ],
    });
    await run('learn shop add_item put_in --kind action_correction --reversibility irreversible_write --description Puts.');
    expect(world.shop.log.lessons[1]).toMatchObject({
      feedback_type: 'action_correction',
      corrections: [{ correct_label: 'put_in', reversibility: 'irreversible_write', description: 'Puts.' }],
    });
    world.shop.script.onLearn = () => ({
      accepted: 0,
      rejected: 1,
      new_schema_version: '1.0.0',
      message: 'No.',
      rejections: [{ observed_key: 'zz', reason: 'unknown_key' }],
    });
    expect(await run('learn shop zz user.z --json')).toMatchObject({ code: 1, json: { rejected: 1 } });
  });
});

describe('watch', () => {
  it('tells what changed from what to what', async () => {
    const watching = run('watch shop --count 2');
    const timer = setInterval(() => world.shop.set({ 'cart.total_items': Math.random() }), 100);
    const { code, out, err } = await watching.finally(() => clearInterval(timer));
    expect(code).toBe(0);
    expect(err).toContain('watching shop (pid 101)');
    expect(out).toMatch(/\d\d:\d\d:\d\d {2}cart\.total_items: [\d.e-]+ → [\d.e-]+\n/);
  });

  it('prints the messages themselves with --json, one a line, until the process exits', async () => {
    const watching = run('watch 101 --json');
    let n = 0;
    const timer = setInterval(() => {
      world.shop.set({ 'cart.total_items': ++n });
      if (n === 8) world.shop.captures.close('process_exited');
    }, 60);
    const { code, out } = await watching.finally(() => clearInterval(timer));
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatchObject({ pid: 101, app_id: 'shop', changed_keys: ['cart.total_items'] });
    expect(lines.at(-1)).not.toHaveProperty('type');
  });

  it('goes on with the next process of an application, and ends when it is interrupted', async () => {
    const control = new AbortController();
    const watching = run('watch shop', { signal: control.signal });
    const successor = createScriptedApplication({ pid: 202 });
    successor.poll();
    setTimeout(() => {
      world.restart(world.shop, successor);
      world.shop.captures.close('process_exited');
    }, 400);
    setTimeout(() => control.abort(), 2500);
    const { code, err } = await watching;
    expect(code).toBe(0);
    expect(err).toContain('pid 101 has exited');
    expect(err).toContain('watching shop (pid 202)');
  });

  it.each(['watch 9', 'watch nobody'])('fails when there is nothing to watch: %s', async (line) => {
    expect(await run(line)).toMatchObject({ code: 1, err: expect.stringContaining('substrate apps') });
  });
});
