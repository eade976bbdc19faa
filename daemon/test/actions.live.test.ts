import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActionResponse } from '@substrate/core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createWorkshop, type RunningDaemon, until, type Workshop } from './support.js';

/** Actions on a real process that keeps a log of its own: what the log does not say was not dispatched. */
const ledger = `
const fs = require('node:fs');
const log = process.argv[2];
const said = (word) => fs.appendFileSync(log, word + '\\n');
const ledger = { balance: 0, entries: [], owner: 'Ada' };
exports.ledger = ledger;
exports.getBalance = function getBalance() { said('getBalance'); return ledger.balance; };
exports.book = function book(amount, note = '') { said('book'); ledger.balance += amount; if (note) ledger.entries.push(note); return ledger.balance; };
exports.deleteEntries = function deleteEntries() { said('deleteEntries'); ledger.entries.length = 0; };
exports.settle = function settle() { said('settle'); throw new Error('the bank is closed'); };
exports.waitForever = function waitForever() { said('waitForever'); return new Promise(() => {}); };
`;
const main = `
const ledger = require('./ledger.js');
require('node:http').createServer((request, response) => response.end(JSON.stringify(ledger.ledger))).listen(0, '127.0.0.1');
`;

let workshop: Workshop;
let daemon: RunningDaemon;
let script = '';
let log = '';
let pid = 0;

const logged = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []);
const audit = (): Record<string, unknown>[] =>
  readFileSync(path.join(daemon.home, 'audit.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const startLedger = async (): Promise<number> => {
  const child = workshop.start(process.execPath, [script, log]);
  await until(async () => (await daemon.app(child.pid as number))?.has_state, 'a state of the ledger');
  return child.pid as number;
};
const act = (body: Record<string, unknown>) => daemon.post('/action', { pid, parameters: {}, ...body });
const book = { action: 'ledger_book', parameters: { amount: 1 }, verify_expression: 'ledger.balance > 0' };
const settings = {
  SUBSTRATE_SERVER__ACTION_TIMEOUT_MS: '6000',
  SUBSTRATE_ACTION__QUEUE_MAX: '3',
  SUBSTRATE_RATE_LIMIT__ENABLED: 'false',
};

beforeAll(async () => {
  workshop = createWorkshop();
  workshop.write('ledger/package.json', JSON.stringify({ name: 'ledger', version: '1.0.0' }));
  workshop.write('ledger/ledger.js', ledger);
  script = workshop.write('ledger/main.js', main);
  log = path.join(workshop.folder, 'dispatched.log');
  daemon = await workshop.daemon(settings);
  pid = await startLedger();
});
afterAll(() => workshop[Symbol.asyncDispose]());

describe('the gates, in their order', () => {
  const long = `"${'x'.repeat(2100)}" === ledger.owner`;
  const refused: [string, Record<string, unknown>, number, string][] = [
    [
      'expression size comes before resolution',
      { pid: 999_999_999, action: 'ledger_book', verify_expression: long },
      400,
      'verify_expression_too_large',
    ],
    ['a dangerous name without a pid', { pid: 999_999_999, action: 'deleteEntries' }, 400, 'dangerous_action_unverified'],
    [
      'a dangerous name without a pid, verified',
      { pid: 999_999_999, action: 'delete_entries', verify_expression: 'true' },
      404,
      'pid_not_found',
    ],
    ['no such pid', { pid: 999_999_999, action: 'ledger_book' }, 404, 'pid_not_found'],
    ['no such application', { pid: undefined, app_id: 'nobody', action: 'ledger_book' }, 404, 'pid_not_found'],
    ['pid and app_id of two applications', { app_id: 'nobody', action: 'ledger_book' }, 400, 'invalid_request'],
    ['no such action', { action: 'bok' }, 400, 'unknown_action'],
    ['a parameter is missing', { action: 'ledger_book', parameters: {} }, 400, 'invalid_parameters'],
    [
      'a parameter that nobody knows',
      { action: 'ledger_book', parameters: { amount: 1, amounts: 2 } },
      400,
      'invalid_parameters',
    ],
    ['irreversible and unverified', { action: 'delete_entries' }, 400, 'missing_verify_expression'],
    ['an expression that does not parse', { ...book, verify_expression: 'ledger.balance >' }, 400, 'invalid_expression'],
    ['a field that nobody knows', { ...book, verify_expresion: 'true' }, 400, 'invalid_request'],
    ['a capture that nobody made', { ...book, if_capture: '01900000-0000-7000-8000-000000000000' }, 404, 'capture_not_found'],
  ];

  test.each(refused)('%s', async (_, body, status, code) => {
    const before = audit().length;
    const answer = await act(body);
    expect(answer.body).toMatchObject({ executed: false, error: { code } });
    expect(answer.status).toBe(status);
    expect(logged()).toEqual([]);
    const records = await until(() => (audit().length > before ? audit().slice(before) : undefined), 'an audit record');
    expect(records).toEqual([expect.objectContaining({ event: 'refused', code, executed: false })]);
  });

  test('the message of an unknown action names the closest', async () => {
    const { body } = await act({ action: 'bok' });
    expect(body.error).toMatchObject({ message: expect.stringContaining('ledger_book') });
  });

  test('a dry run passes all gates and dispatches nothing', async () => {
    const { status, body } = await act({ ...book, dry_run: true });
    expect(body).toMatchObject({ success: true, executed: false, message: expect.stringContaining('ledger_book') });
    expect(status).toBe(200);
    expect(logged()).toEqual([]);
  });
});

describe('gates that depend on the application', () => {
  test('no snapshot yet', async () => {
    const child = workshop.start(process.execPath, [script, log]);
    child.kill('SIGSTOP');
    await until(() => daemon.app(child.pid as number), 'the stopped process in the list');
    const { status, body } = await act({ ...book, pid: child.pid });
    expect(body).toMatchObject({ executed: false, error: { code: 'probe_not_ready' } });
    expect(status).toBe(503);
    expect(logged()).toEqual([]);
    await workshop.end(child);
  });

  test('too little confidence for what can not be undone', async () => {
    const names = 'abcdefghijklmnopqrstuvwxyz'
      .split('')
      .map((letter, i) => `var ${letter}${letter} = { a: ${i}, b: 'x${i}', c: true };`);
    workshop.write('mini/package.json', JSON.stringify({ name: 'mini', version: '1.0.0' }));
    const said = `require('node:fs').appendFileSync(process.argv[2], 'wipe\\n')`;
    const text = `${names.join('\n')}\nexports.wipeAll = function wipeAll() { ${said}; };\nexports.q = () => [${names.map((_, i) => String.fromCharCode(97 + i).repeat(2))}];`;
    workshop.write('mini/m.js', text);
    const mini = workshop.write(
      'mini/main.js',
      "const m = require('./m.js'); require('node:http').createServer(() => m.q()).listen(0, '127.0.0.1');",
    );
    const child = workshop.start(process.execPath, [mini, log]);
    const app = await until(async () => ((one) => one?.has_state && one)(await daemon.app(child.pid as number)), 'a state');
    expect(app.confidence).toBeLessThan(0.95);
    const { status, body } = await act({ pid: child.pid, action: 'wipe_all', verify_expression: 'true' });
    expect(body).toMatchObject({ executed: false, error: { code: 'confidence_too_low' } });
    expect(status).toBe(503);
    expect(logged()).toEqual([]);
    await workshop.end(child);
  });
});

describe('dispatch', () => {
  test('by pid, by app_id, by both; the delta and the updated state are those of real captures', async () => {
    for (const target of [{ pid }, { pid: undefined, app_id: 'ledger' }, { pid, app_id: 'ledger' }]) {
      const before = (await daemon.state(pid, '?fresh=true')).objects['ledger.balance'] as number;
      const { status, body } = await act({
        ...target,
        action: 'ledger_book',
        parameters: { amount: 5 },
        verify_expression: `ledger.balance === ${before + 5}`,
      });
      expect(body).toMatchObject({
        success: true,
        executed: true,
        raw_return: null,
        invocation_context: null,
        verification: { passed: true, explanation: expect.stringContaining(`ledger.balance is ${before + 5}`) },
        state_delta: { 'ledger.balance': { before, after: before + 5 } },
      });
      expect(status).toBe(200);
      expect((body as unknown as ActionResponse).updated_state?.objects['ledger.balance']).toBe(before + 5);
    }
    expect(logged().filter((word) => word === 'book')).toHaveLength(3);
  });

  test('a verification that stays false is 422 with the whole response', async () => {
    const { status, body } = await act({ ...book, verify_expression: 'ledger.owner === "Bob"', verify_timeout_ms: 300 });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      success: false,
      executed: true,
      error: { code: 'verification_failed' },
      verification: { passed: false, computed_value: false, explanation: expect.stringContaining('"Ada"') },
      updated_state: { app_id: 'ledger' },
    });
  });

  test('what the application throws is 502 with its own words', async () => {
    const { status, body } = await act({ action: 'ledger_settle', verify_expression: 'true' });
    expect(status).toBe(502);
    expect(body).toMatchObject({
      success: false,
      executed: true,
      error: { code: 'action_failed', message: expect.stringContaining('the bank is closed') },
    });
  });

  test('one that never returns is 504; meanwhile the daemon serves, the queue is bounded, and the next action is answered', async () => {
    const hanging = act({ action: 'wait_forever', verify_expression: 'true' });
    await until(() => logged().includes('waitForever'), 'the action to be under way');
    expect((await daemon.state(pid)).app_id).toBe('ledger');
    // A request's time begins with its arrival, so these must come late enough to outlive the one before them.
    await sleep(1500);
    const waiting = Array.from({ length: 3 }, () => act(book));
    // No answer tells how many wait.
    await sleep(100);
    const overflow = await act(book);
    expect(overflow).toMatchObject({ status: 503, body: { executed: false, error: { code: 'overloaded' } } });
    expect(await hanging).toMatchObject({
      status: 504,
      body: { success: false, executed: true, error: { code: 'action_timeout' } },
    });
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
  });

  test('actions of two agents at once are serialised, and each delta is its own', async () => {
    const start = (await daemon.state(pid, '?fresh=true')).objects['ledger.balance'] as number;
    const answers: ActionResponse[] = [];
    const agent = async (): Promise<void> => {
      for (let i = 0; i < 10; i++) answers.push((await act(book)).body as unknown as ActionResponse);
    };
    await Promise.all([agent(), agent()]);
    const steps = answers.map((answer) => answer.state_delta?.['ledger.balance']);
    const sorted = steps.toSorted((a, b) => (a?.before as number) - (b?.before as number));
    expect(sorted).toEqual(Array.from({ length: 20 }, (_, i) => ({ before: start + i, after: start + i + 1 })));
  });
});

describe('idempotency_key and if_capture', () => {
  const once = { ...book, idempotency_key: 'pay-42' };

  test('two calls with one key at once run it once; another body is a conflict; a restarted daemon does not run it again', async () => {
    const before = logged().filter((word) => word === 'book').length;
    const [first, second] = await Promise.all([act(once), act(once)]);
    expect(second.body).toEqual(first.body);
    expect(logged().filter((word) => word === 'book')).toHaveLength(before + 1);
    expect(await act({ ...once, parameters: { amount: 2 } })).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_conflict' } },
    });

    await daemon.stop();
    daemon = await workshop.daemon(settings);
    await until(async () => (await daemon.app(pid))?.has_state, 'a state after the restart');
    expect(await act(once)).toMatchObject({ status: 409, body: { executed: false, error: { code: 'idempotency_conflict' } } });
    expect(logged().filter((word) => word === 'book')).toHaveLength(before + 1);
  });

  test('a capture that the state has left is stale, the latest is not', async () => {
    const old = await daemon.state(pid, '?fresh=true');
    expect((await act({ ...book, if_capture: old.capture_id })).status).toBe(200);
    const before = logged().length;
    expect(await act({ ...book, if_capture: old.capture_id })).toMatchObject({
      status: 409,
      body: { executed: false, error: { code: 'stale_capture' } },
    });
    expect(logged()).toHaveLength(before);
  });
});

describe('/verify', () => {
  test('is immediate when true, and says what it saw', async () => {
    const { status, body } = await daemon.post('/verify', { pid, expression: 'ledger.owner === "Ada"' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      passed: true,
      poll_cycles: 1,
      changed_fields: [],
      actual_value: 'Ada',
      explanation: expect.stringContaining('ledger.owner'),
    });
  });

  test('follows fresh states until it comes true', async () => {
    const start = (await daemon.state(pid, '?fresh=true')).objects['ledger.balance'] as number;
    const verified = daemon.post('/verify', {
      app_id: 'ledger',
      expression: `ledger.balance >= ${start + 7}`,
      timeout_ms: 20_000,
    });
    await sleep(300);
    expect(await act({ ...book, parameters: { amount: 7 } })).toMatchObject({ status: 200 });
    const { body } = await verified;
    expect(body).toMatchObject({
      passed: true,
      changed_fields: expect.arrayContaining([{ path: 'ledger.balance', before: start, after: start + 7 }]),
    });
    expect(body.poll_cycles).toBeGreaterThan(1);
  });

  test('stays 200 when it stays false', async () => {
    const { status, body } = await daemon.post('/verify', { pid, expression: 'ledger.balance < 0', timeout_ms: 300 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ passed: false, computed_value: false });
  });
});

describe('restarts of the application', () => {
  afterEach(() => expect(daemon.child.exitCode).toBeNull());

  test('an app_id survives one between two actions, and the old pid is never acted on', async () => {
    const old = pid;
    process.kill(old, 'SIGKILL');
    await until(async () => (await daemon.app(old))?.probe_status === 'detached', 'the old process detached');
    expect(await act(book)).toMatchObject({ status: 404, body: { error: { code: 'pid_not_found' } } });
    pid = await startLedger();
    const { status, body } = await act({ ...book, pid: undefined, app_id: 'ledger' });
    expect(body).toMatchObject({ success: true, updated_state: { pid, app_id: 'ledger' } });
    expect(status).toBe(200);
  });
});
