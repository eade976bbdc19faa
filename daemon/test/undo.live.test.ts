import type { ActionResponse, Undo } from '@substrate/core';
import { requireRuntime } from '@substrate/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, startDisplay, startJava, startShop, startWorker } from './example-apps.js';
import { createWorkshop, type RunningDaemon, until } from './support.js';

/** Doing and undoing on the examples of all runtimes: where a way back is told, it is posted as it was told, and everything is as before. */
const workshop = createWorkshop();
let daemon: RunningDaemon;

/** An editor that takes back its own edits, beside a list that it never takes anything back from. */
const editor = `
const letter = { text: 'Dear Ada', words: 2 };
const past = [];
const sent = { letters: [], drafts: 0 };
const set = (text) => { letter.text = text; letter.words = text.split(' ').length; };
exports.appendText = function appendText(text) { past.push(letter.text); set(letter.text + ' ' + text); };
exports.undo = function undo() { if (past.length > 0) set(past.pop()); };
exports.addLetter = function addLetter(title) { sent.letters.push({ title }); sent.drafts += 1; };
exports.removeLetter = function removeLetter(title) { sent.letters = sent.letters.filter((one) => one.title !== title); };
exports.all = () => [letter, sent];
`;
const main = `
const editor = require('./editor.js');
require('node:http').createServer((request, response) => response.end(JSON.stringify(editor.all()))).listen(0, '127.0.0.1');
`;

beforeAll(async () => {
  daemon = await workshop.daemon({ SUBSTRATE_RATE_LIMIT__ENABLED: 'false' });
});
afterAll(() => workshop[Symbol.asyncDispose]());

const ready = async (appId: string): Promise<number> => {
  const app = await until(
    async () => (await daemon.apps()).find((one) => one.app_id === appId && one.probe_status === 'active'),
    `${appId} active`,
    90_000,
  );
  return app.pid;
};

const act = async (
  pid: number,
  action: string,
  parameters: Record<string, unknown>,
  verify_expression?: string,
): Promise<ActionResponse> => {
  const { status, body } = await daemon.post('/action', { pid, action, parameters, verify_expression });
  expect(body.error).toBeUndefined();
  expect(status).toBe(200);
  return body as unknown as ActionResponse;
};

/** What the program changes by itself, whatever is done. */
const runsOn = /\.rounds$/;

const stateOf = async (pid: number) =>
  Object.fromEntries(Object.entries((await daemon.state(pid, '?fresh=true')).objects).filter(([key]) => !runsOn.test(key)));

const doAndUndo = async (pid: number, action: string, parameters: Record<string, unknown>): Promise<void> => {
  const before = await stateOf(pid);
  const done = await act(pid, action, parameters);
  expect(done.undo, `${action} ${JSON.stringify(done.state_delta)}`).not.toBeNull();
  expect(await stateOf(pid)).not.toEqual(before);
  const { status, body } = await daemon.post('/action', { pid, ...(done.undo as Undo) });
  expect(body).toMatchObject({ success: true, verification: { passed: true } });
  expect(status).toBe(200);
  // Two facts that differed for a while may each have a key now; all that was told before is told again.
  expect(await stateOf(pid)).toMatchObject(before);
};

const noWayBack = async (...call: Parameters<typeof act>): Promise<void> => {
  const { action, undo, state_delta } = await act(...call);
  expect(undo, `${action} ${JSON.stringify(state_delta)}`).toBeNull();
};

describe('a Node.js program', () => {
  test('its own undo; and none where a count of what was done stays', { timeout: 120_000 }, async () => {
    workshop.write('letters/package.json', JSON.stringify({ name: 'letters', version: '1.0.0' }));
    workshop.write('letters/editor.js', editor);
    workshop.start(process.execPath, [workshop.write('letters/main.js', main)]);
    const pid = await ready('letters');
    await doAndUndo(pid, 'append_text', { text: 'and Charles' });
    await noWayBack(pid, 'add_letter', { title: 'Invitation' });
  });
});

describe.runIf(requireRuntime('v8', missing.v8))('a web shop in Chromium', () => {
  test('an item is added and taken away; one that only became more is not', { timeout: 120_000 }, async () => {
    await startShop(workshop);
    const pid = await ready('chromium');
    await until(async () => (await stateOf(pid))['tabs[0].title'] === 'shop', 'the title of the page');
    await doAndUndo(pid, 'add_item', { id: 'tea' });
    await act(pid, 'add_item', { id: 'tea' });
    await doAndUndo(pid, 'add_item', { id: 'mug' });
    await noWayBack(pid, 'add_item', { id: 'tea' });
    const told = await daemon.post('/action', { pid, action: 'add_item', parameters: { id: 'pot' }, dry_run: true });
    expect(told.body).toMatchObject({ executed: false, undo: null });
  });
});

describe.runIf(requireRuntime('jvm', missing.jvm))('programs of the JVM', () => {
  test('setters of a service', { timeout: 120_000 }, async () => {
    await startJava(workshop, 'queue-service', 'QueueService');
    const pid = await ready('queueservice');
    await doAndUndo(pid, 'queue_invoices_set_paused', { value: true });
    await doAndUndo(pid, 'queue_invoices_set_workers', { value: 7 });
  });

  test('switches, choices and sliders of a window; not one of two that exclude each other', { timeout: 120_000 }, async () => {
    await startJava(workshop, 'settings-desktop', 'SettingsDesktop', { DISPLAY: await startDisplay(workshop) });
    const pid = await ready('settingsdesktop');
    await doAndUndo(pid, 'toggle_show_toolbar', {});
    await doAndUndo(pid, 'select_tabs', { tab: 'Appearance' });
    await doAndUndo(pid, 'set_theme', { theme: 'LIGHT' });
    await act(pid, 'select_tabs', { tab: 'Appearance' });
    await doAndUndo(pid, 'set_volume', { value: 10 });
    await noWayBack(pid, 'set_password', { text: 'another' });
    await noWayBack(pid, 'toggle_comfortable', {});
  });
});

describe.runIf(requireRuntime('clr', missing.clr))('a .NET worker', () => {
  test('what a resumed queue delivered is not taken back; a queue that is empty is paused and resumed', {
    timeout: 180_000,
  }, async () => {
    await startWorker(workshop);
    const pid = await ready('mailworker');
    await noWayBack(pid, 'set_paused', { value: false }, 'mail_queue.delivered > 0');
    await until(async () => (await stateOf(pid))['mail_queue.pending.count'] === 0, 'an empty queue');
    // What it counts while nothing is done is no doing of an action.
    const rounds = async (): Promise<number> =>
      Number((await daemon.state(pid)).objects['delivery_service.execute_async.rounds']);
    const first = await rounds();
    await until(async () => (await rounds()) > first + 30, 'rounds without an action');
    await doAndUndo(pid, 'set_paused', { value: true });
  });
});
