import { setTimeout as sleep } from 'node:timers/promises';
import { defaultBudget, type RawCall, type RawResult, type RawTarget } from '@substrate/core';
import { CallError } from '../connection.js';
import { AgentError, type CallLimits } from '../page/agents.js';
import type { Deed } from '../page/injected/deed.js';
import type { ConsoleState, SwitchState } from '../page/injected/dom-deeds.js';
import type { Page } from '../page/page.js';

/**
 * Carries calls out on a page. A page in sight gets real input events, which it can't tell from a person's; one out of sight,
 * where those would never arrive, gets the click that scripts make. Nothing succeeds silently: without a target it says so.
 */

const ok = (message: string): RawResult => ({ ok: true, value: null, message });
const failed = (reason: string, message: string, dispatched: boolean): RawResult => ({ ok: false, dispatched, reason, message });

const resultOf = (deed: Deed): RawResult => {
  if ('click' in deed) return failed('no_target', 'The click did not arrive.', false);
  if ('hover' in deed) return failed('no_target', `“${deed.message}” is on the page, but not visible.`, false);
  return deed.done ? ok(deed.message) : failed(deed.reason, deed.message, deed.dispatched);
};

/** Input events wait for the page; one that went into an alert or a slow handler has still been sent. */
const inputMs = 2500;

/** Whether an input event reached the page. A page that has been replaced since, or is too busy to say, has had it. */
const arrived = async (page: Page, limits: CallLimits): Promise<{ arrived: boolean; changed: boolean }> => {
  const here = { ...limits, timeoutMs: 1000 };
  const answer = await page.dom(undefined, 'function() { return this.deeds.watched(); }', [], here).catch(() => undefined);
  return (answer as { arrived: boolean; changed: boolean } | undefined) ?? { arrived: true, changed: true };
};

const watch = async (page: Page, type: string, limits: CallLimits, x?: number, y?: number): Promise<void> => {
  await page.dom(
    undefined,
    'function(type, x, y) { this.deeds.watch(type, x ?? undefined, y ?? undefined); }',
    [type, x ?? null, y ?? null],
    limits,
  );
};

/** Moves the pointer; a page that takes no input events now does not see it. */
const pointTo = async (page: Page, x: number, y: number, limits: CallLimits): Promise<void> => {
  const session = await page.session(limits.signal);
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }, { ...limits, timeoutMs: inputMs }).catch(sent);
};

/** Clicks as a person does; false when the click did not reach the page. */
const realClick = async (
  page: Page,
  x: number,
  y: number,
  limits: CallLimits,
  times = 1,
  button: 'left' | 'right' = 'left',
): Promise<boolean> => {
  const session = await page.session(limits.signal);
  await watch(page, 'mousedown', limits, x, y);
  try {
    await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }, { ...limits, timeoutMs: inputMs });
  } catch (error) {
    // Nothing was pressed yet: the page takes no input events now.
    await arrived(page, limits);
    if (error instanceof CallError && error.failure !== 'closed' && error.failure !== 'aborted') return false;
    throw error;
  }
  for (let clickCount = 1; clickCount <= times; clickCount++) {
    const at = { x, y, button, clickCount };
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await session.send('Input.dispatchMouseEvent', { type, ...at }, { ...limits, timeoutMs: inputMs }).catch(sent);
  }
  return (await arrived(page, limits)).arrived;
};

const sent = (error: unknown): void => {
  if (error instanceof CallError && (error.failure === 'timeout' || error.failure === 'protocol')) return;
  throw error;
};

interface Key {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  readonly nativeVirtualKeyCode: number;
}
const keyCodes: Readonly<Record<string, number>> = {
  Enter: 13,
  Delete: 46,
  Backspace: 8,
  Escape: 27,
  ArrowUp: 38,
  ArrowDown: 40,
  ArrowLeft: 37,
  ArrowRight: 39,
};
const keyNamed = (name: string): Key => {
  const number = keyCodes[name] ?? 0;
  return number ? { key: name, code: name, windowsVirtualKeyCode: number, nativeVirtualKeyCode: number } : keyOf(name);
};

const pressKey = async (page: Page, key: Key, limits: CallLimits, text?: string): Promise<void> => {
  const session = await page.session(limits.signal);
  const down = { type: 'keyDown' as const, ...(text === undefined ? {} : { text, unmodifiedText: text }), ...key };
  await session.send('Input.dispatchKeyEvent', down, { ...limits, timeoutMs: inputMs }).catch(sent);
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }, { ...limits, timeoutMs: inputMs }).catch(sent);
};

const pressEnter = async (page: Page, limits: CallLimits): Promise<void> => {
  await watch(page, 'keydown', limits);
  await pressKey(page, keyNamed('Enter'), limits, '\r');
  // An application around the page may keep keys for itself.
  if (!(await arrived(page, limits)).arrived) await deed(page, undefined, 'enter', [], limits);
};

/** Types one line into what has the focus. */
const typeLine = async (page: Page, line: string, visible: boolean, limits: CallLimits): Promise<RawResult> => {
  if (visible) {
    const session = await page.session(limits.signal);
    await watch(page, 'keydown', limits);
    await session.send('Input.insertText', { text: line }, { ...limits, timeoutMs: inputMs }).catch(sent);
    if ((await arrived(page, limits)).changed) return ok('The text was typed.');
  }
  await watch(page, 'keydown', limits);
  const typed = await deed(page, undefined, 'type', [line], limits);
  const { changed } = await arrived(page, limits);
  if (!('done' in typed) || !typed.done) return resultOf(typed);
  return changed ? ok('The text was typed.') : failed('no_effect', 'The focused field did not take the text.', true);
};

const deed = async (
  page: Page,
  address: string | undefined,
  body: string,
  args: readonly unknown[],
  limits: CallLimits,
): Promise<Deed> =>
  (await page.dom(address, `function(...args) { return this.deeds.${body}(...args); }`, args, limits, true)) as Deed;

/** A URL as it may be repeated: user, query and fragment are where tokens travel, and a data URL is all of it somebody's. */
export const placeOf = (url: URL): string =>
  /^(https?|file):$/.test(url.protocol) ? `${url.protocol}//${url.host}${placeWithin(url)}` : `a ${url.protocol} URL`;

/** A long segment may be a token too, as in the link of a mail that lets its reader in. */
const placeWithin = ({ pathname }: URL): string =>
  pathname
    .split('/')
    .map((segment) => (segment.length > 24 ? '…' : segment))
    .join('/');

type Builtin = (page: Page, given: Readonly<Record<string, unknown>>, limits: CallLimits) => Promise<RawResult>;

const builtins: Readonly<Record<string, Builtin>> = {
  click: async (page, { x, y }, limits) => {
    const point = { x: Number(x), y: Number(y) };
    const words = await page.dom(undefined, 'function(x, y) { return this.deeds.wordsAt(x, y); }', [point.x, point.y], limits);
    if (words === null)
      return failed('no_target', `Nothing is at ${point.x}, ${point.y}: the point is outside the page view.`, false);
    const { visible } = await page.status(limits.signal);
    if (visible && (await realClick(page, point.x, point.y, limits)))
      return ok(words ? `Clicked “${String(words)}”.` : 'Clicked.');
    return resultOf(await deed(page, undefined, 'clickAt', [point.x, point.y], limits));
  },
  type: async (page, { text }, limits) => {
    const ready = await deed(page, undefined, 'canType', [], limits);
    if (!('done' in ready) || !ready.done) return resultOf(ready);
    const { visible } = await page.status(limits.signal);
    const lines = String(text).split(/\r?\n/);
    for (let i = 0; i < lines.length; i++) {
      if (i > 0) await pressEnter(page, limits);
      const line = lines[i] as string;
      if (line === '') continue;
      const typed = await typeLine(page, line, visible, limits);
      if (!typed.ok) return typed;
    }
    return ok('The text was typed.');
  },
  navigate: async (page, { url }, limits) => {
    const { url: now } = await page.status(limits.signal).catch(() => ({ url: '' }));
    let wanted: URL;
    try {
      wanted = new URL(String(url), /^(https?|file):/.test(now) ? now : undefined);
    } catch {
      return failed('bad_parameter', 'The parameter url is no URL.', false);
    }
    if (/^(javascript|vbscript):$/.test(wanted.protocol))
      return failed('bad_parameter', `${wanted.protocol} URLs are not taken.`, false);
    const session = await page.session(limits.signal);
    const { errorText } = await session.send('Page.navigate', { url: wanted.href }, limits);
    return errorText && errorText !== 'net::ERR_ABORTED'
      ? failed('navigation_failed', `${placeOf(wanted)}: ${errorText}`, true)
      : ok(`Went to ${placeOf(wanted)}.`);
  },
  clear: async (page, { selector }, limits) => resultOf(await deed(page, undefined, 'clear', [String(selector)], limits)),
  focus: async (page, { selector }, limits) => resultOf(await deed(page, undefined, 'focus', [String(selector)], limits)),
  scroll: async (page, { x, y, deltaY }, limits) =>
    resultOf(await deed(page, undefined, 'scrollAt', [Number(x), Number(y), Number(deltaY)], limits)),
};

const domAction = async (page: Page, call: RawCall, limits: CallLimits): Promise<RawResult> => {
  const { address, parameters } = call;
  let outcome = await deed(page, address, 'perform', [address, parameters], limits);
  if ('gone' in outcome) {
    // The page drew it anew since it was read.
    await page.read('poll', defaultBudget, limits.signal);
    outcome = await deed(page, address, 'perform', [address, parameters], limits);
  }
  if ('hover' in outcome) {
    const { visible } = await page.status(limits.signal);
    // Out of sight no pointer moves: the button is clicked as it is.
    if (!visible) return resultOf(await deed(page, address, 'click', [address, parameters], limits));
    await pointTo(page, outcome.x, outcome.y, limits);
    outcome = await deed(page, address, 'perform', [address, parameters], limits);
  }
  if ('hover' in outcome || ('hidden' in outcome && outcome.hidden)) {
    if (!(await unfold(page, call, limits))) return resultOf(outcome);
    const look = () => deed(page, address, 'perform', [address, parameters], limits);
    outcome = await within(look, (now) => !('hover' in now || ('hidden' in now && now.hidden)), limits);
  }
  if (!('click' in outcome)) {
    if ('hover' in outcome) return resultOf(outcome);
    if (outcome.done && outcome.send) return await send(page, call, limits);
    if (outcome.done && outcome.pick) return await pick(page, call, limits);
    if (outcome.done && outcome.slide) return await slide(page, call, limits);
    if (outcome.done && outcome.line) return await enterLines(page, call, limits);
    if (outcome.done && outcome.play) {
      const look = () => ask(page, call, 'plays', limits);
      return (await within(look, (now) => now === true, limits)) === true
        ? resultOf(outcome)
        : failed('no_effect', 'It was told to play, but does not.', true);
    }
    if (!outcome.done) return resultOf(outcome);
    if ((parameters.press_enter ?? outcome.enter) === true) await pressEnter(page, limits);
    else if (await isLost(page, call, limits)) return await enterInstead(page, call, limits);
    return resultOf(outcome);
  }
  if (outcome.edit) return await edit(page, call, outcome, limits);
  if (outcome.to) return await move(page, call, outcome, outcome.to, limits);
  if (outcome.key !== undefined) {
    const { visible } = await page.status(limits.signal);
    if (!visible) return failed('no_target', 'Keys reach a page only while it is in sight.', false);
    const { result } = await clickOn(page, call, outcome, limits);
    if (result.ok) await pressKey(page, keyNamed(outcome.key), limits);
    return result.ok ? ok(`Pressed ${outcome.key}.`) : result;
  }
  if (outcome.right) {
    const { visible } = await page.status(limits.signal);
    const real = visible && !outcome.covered && !address.startsWith('frame[');
    return real && (await realClick(page, outcome.x, outcome.y, limits, 1, 'right'))
      ? await pick(page, call, limits)
      : failed('no_target', `“${outcome.message}” can’t be clicked: the page is not in sight, or something lies over it.`, false);
  }
  const { result, clicked } = await clickOn(page, call, outcome, limits);
  if (result.ok && outcome.pick) return await pick(page, call, limits);
  return result.ok && outcome.wanted !== undefined ? await switched(page, call, outcome.wanted, clicked, result, limits) : result;
};

const clickOn = async (
  page: Page,
  { address, parameters }: RawCall,
  at: Extract<Deed, { click: true }>,
  limits: CallLimits,
): Promise<{ result: RawResult; clicked: boolean }> => {
  const { visible } = await page.status(limits.signal);
  // Inside a frame of its own process a point of the page means something else: there the element is clicked directly.
  const real = visible && !at.covered && !address.startsWith('frame[');
  const clicked = real && (await realClick(page, at.x, at.y, limits));
  const said = ok(at.message ? `Clicked “${at.message}”.` : 'Clicked.');
  return { clicked, result: clicked ? said : resultOf(await deed(page, address, 'click', [address, parameters], limits)) };
};

/** Points that the pointer goes through on its way, which is how pages tell a drag from a click. */
const dragSteps = 12;

const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }, limits: CallLimits) => {
  const session = await page.session(limits.signal);
  const input = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', x: number, y: number, buttons: number) =>
    session
      .send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1 }, { ...limits, timeoutMs: inputMs })
      .catch(sent);
  await input('mouseMoved', from.x, from.y, 0);
  await input('mousePressed', from.x, from.y, 1);
  for (let i = 1; i <= dragSteps; i++) {
    const share = i / dragSteps;
    await input('mouseMoved', from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, 1);
    await sleep(20, undefined, { signal: limits.signal });
  }
  await input('mouseReleased', to.x, to.y, 0);
};

/** Drags something to its place, and looks whether it lies somewhere else then. */
const move = async (
  page: Page,
  call: RawCall,
  from: { x: number; y: number; covered: boolean },
  to: { x: number; y: number },
  limits: CallLimits,
): Promise<RawResult> => {
  const before = await ask(page, call, 'placeOf', limits);
  if ((await ask(page, call, 'dragged', limits)) === null) {
    const { visible } = await page.status(limits.signal);
    if (!visible || from.covered || call.address.startsWith('frame['))
      return failed('no_target', 'It can’t be dragged: the page is not in sight, or something lies over it.', false);
    await drag(page, from, to, limits);
  }
  const after = await within(
    () => ask(page, call, 'placeOf', limits),
    (now) => now !== before,
    limits,
  );
  return after === before ? failed('no_effect', 'It was dragged, but lies where it lay before.', true) : ok('It was moved.');
};

/** Presses what opens the part of the page that the target is folded away in; false where nothing says what that is. */
const unfold = async (page: Page, call: RawCall, limits: CallLimits): Promise<boolean> => {
  const at = (await ask(page, call, 'opener', limits, false)) as Deed | null;
  if (at === null || !('click' in at)) return false;
  const real = !at.covered && !call.address.startsWith('frame[');
  if (!real || !(await realClick(page, at.x, at.y, limits))) await ask(page, call, 'opener', limits, true);
  return true;
};

/** How long a page may take to let a button be pressed that sends what was written, and to take what was sent. */
const sendMs = 2000;

/** Asks until the answer is what is waited for, or as it is after `ms`. */
const within = async <T>(look: () => Promise<T>, isIt: (now: T) => boolean, { signal }: CallLimits, ms = sendMs): Promise<T> => {
  const end = performance.now() + ms;
  for (;;) {
    const now = await look();
    if (isIt(now) || performance.now() > end) return now;
    await sleep(50, undefined, { signal });
  }
};

type Question =
  | 'plays'
  | 'placeOf'
  | 'dragged'
  | 'sender'
  | 'holds'
  | 'leave'
  | 'hasReturned'
  | 'edited'
  | 'closed'
  | 'note'
  | 'option'
  | 'depth'
  | 'suggest'
  | 'offered'
  | 'opener'
  | 'console'
  | 'slide';
const ask = (page: Page, { address, parameters }: RawCall, question: Question, limits: CallLimits, ...more: unknown[]) =>
  page.dom(
    address,
    `function(...args) { return this.deeds.${question}(...args); }`,
    [address, parameters, ...more],
    limits,
    true,
  );

/** How long a terminal may take to draw what was typed. */
const drawMs = 400;

/** How long a page may take to make something else of a field that was left. */
const leaveMs = 150;

/** Leaves a field that was filled in; true where the page then puts back what was in it before. */
const isLost = async (page: Page, call: RawCall, limits: CallLimits): Promise<boolean> => {
  if ((await ask(page, call, 'leave', limits).catch(() => null)) === null) return false;
  await sleep(leaveMs, undefined, { signal: limits.signal });
  return (await ask(page, call, 'hasReturned', limits).catch(() => false)) === true;
};

/** What a field does not keep when it is left, it may keep when it is chosen from what is offered then, or when Enter is pressed. */
const enterInstead = async (page: Page, call: RawCall, limits: CallLimits): Promise<RawResult> => {
  await ask(page, call, 'note', limits);
  const again = await deed(page, call.address, 'perform', [call.address, call.parameters], limits);
  if (!('done' in again) || !again.done) return resultOf(again);
  const look = async (): Promise<Deed | null> => (await ask(page, call, 'option', limits, false)) as Deed | null;
  if ((await within(look, (now) => now !== null, limits, offerMs)) !== null) return await pickAt(page, call, 0, limits);
  await pressEnter(page, limits);
  return (await isLost(page, call, limits))
    ? failed('no_effect', 'The field did not keep the text, neither when it was left nor after Enter.', true)
    : resultOf(again);
};

/** Clicks a cell or a text, writes in the field that opens there, and has it taken by Enter. */
const edit = async (page: Page, call: RawCall, at: Extract<Deed, { click: true }>, limits: CallLimits): Promise<RawResult> => {
  const { visible } = await page.status(limits.signal);
  const real = visible && !at.covered && !call.address.startsWith('frame[');
  if (!real || !(await realClick(page, at.x, at.y, limits, at.edit === 'once' ? 1 : 2)))
    return failed('no_target', 'It can’t be clicked: the page is not in sight, or something lies over it.', false);
  // What is only pressed twice need not become a field.
  if (call.parameters.text === undefined) return ok('Clicked twice.');
  const look = async (): Promise<Deed | null> => (await ask(page, call, 'edited', limits)) as Deed | null;
  const written = await within(look, (now) => now !== null, limits);
  if (written === null) return failed('no_effect', 'It was clicked, but no field opened.', true);
  if ('done' in written && written.done && written.enter) {
    await pressEnter(page, limits);
    await ask(page, call, 'closed', limits).catch(() => null);
  }
  return resultOf(written);
};

/** Clicks the wanted option of a list that was opened, through the menus that lead to it. */
const pick = async (page: Page, call: RawCall, limits: CallLimits): Promise<RawResult> => {
  const depths = Number(await ask(page, call, 'depth', limits));
  let result = ok('');
  for (let depth = 0; depth < depths && result.ok; depth++) result = await pickAt(page, call, depth, limits);
  return result;
};

/** How long a field that suggests may take to offer something before anything is written in it. */
const offerMs = 500;

const pickAt = async (page: Page, call: RawCall, depth: number, limits: CallLimits): Promise<RawResult> => {
  const look = async (): Promise<Deed | null> => (await ask(page, call, 'option', limits, false, depth)) as Deed | null;
  const isThere = (now: Deed | null): boolean => now !== null;
  let at = await within(look, isThere, limits, offerMs);
  if (at === null) {
    const written = (await ask(page, call, 'suggest', limits)) as Deed | null;
    if (written !== null && !('done' in written && written.done)) return resultOf(written);
    at = await within(look, isThere, limits);
  }
  if (at === null) {
    const offered = (await ask(page, call, 'offered', limits)) as string[];
    if ((await page.status(limits.signal)).visible) await pressKey(page, keyNamed('Escape'), limits);
    const list = offered.length > 0 ? `: it has ${offered.join(', ')}` : '';
    return failed('bad_parameter', `What opened does not have what is wanted${list}.`, true);
  }
  if (!('click' in at)) return resultOf(at);
  const { visible } = await page.status(limits.signal);
  // A list that unfolds moves under the pointer: it is clicked where it comes to rest.
  const settled = async (): Promise<Deed | null> => {
    await sleep(120, undefined, { signal: limits.signal });
    return await look();
  };
  let now: Deed = at;
  for (let i = 0; i < 5; i++) {
    const next = await settled();
    if (next === null || !('click' in next)) break;
    const isStill = 'click' in now && Math.abs(next.x - now.x) + Math.abs(next.y - now.y) < 1;
    now = next;
    if (isStill) break;
  }
  const real = visible && 'click' in now && !now.covered && !call.address.startsWith('frame[');
  if (real && 'click' in now && (await realClick(page, now.x, now.y, limits))) return ok(`Chose “${now.message}”.`);
  const direct = (await ask(page, call, 'option', limits, true, depth)) as Deed | null;
  return direct ? resultOf(direct) : failed('no_effect', 'The list was closed before its option could be clicked.', true);
};

/** Keys and looks. A slider of more steps is left where it is then. */
const mostKeys = 1000;

const slide = async (page: Page, call: RawCall, limits: CallLimits): Promise<RawResult> => {
  for (let i = 0; i < mostKeys; i++) {
    const moved = (await ask(page, call, 'slide', limits)) as Deed | null;
    if (moved !== null) return resultOf(moved);
    await sleep(10, undefined, { signal: limits.signal });
  }
  return failed('no_effect', `It is not there after ${mostKeys} keys.`, true);
};

/** A key as it is typed for one character: what terminals hear, character by character. */
const keyOf = (text: string): Key => {
  const upper = text.toUpperCase();
  const code = /^[A-Z]$/.test(upper) ? `Key${upper}` : /^\d$/.test(text) ? `Digit${text}` : text === ' ' ? 'Space' : '';
  const number = /^[A-Z\d ]$/.test(upper) ? upper.charCodeAt(0) : 0;
  return { key: text, code, windowsVirtualKeyCode: number, nativeVirtualKeyCode: number };
};

/** Characters that were typed before somebody else's line is given up. */
const mostBegun = 300;

/** Types lines into a terminal, key by key, each with Enter. What was begun there is taken back first; it is done when the terminal shows something else. */
const enterLines = async (page: Page, call: RawCall, limits: CallLimits): Promise<RawResult> => {
  const { visible } = await page.status(limits.signal);
  if (!visible) return failed('no_target', 'Keys reach a terminal only while its page is in sight.', false);
  const look = async (): Promise<ConsoleState | null> => (await ask(page, call, 'console', limits)) as ConsoleState | null;
  const lines = String(call.parameters.text).split(/\r?\n/);
  for (const line of lines) {
    let now = await look();
    if (now === null) return failed('no_target', 'The terminal is gone.', false);
    // A space at the end of a line is not seen, so that it can't be seen to go.
    for (let i = 0, same = 0; now?.begun && i < mostBegun && same < 3; i++) {
      const shown: string = now.shown;
      await pressKey(page, keyNamed('Backspace'), limits);
      now = await within(look, (next) => next?.shown !== shown, limits, drawMs);
      same = now?.shown === shown ? same + 1 : 0;
    }
    const before = now?.shown ?? '';
    await watch(page, 'keydown', limits);
    for (const sign of line) await pressKey(page, keyOf(sign), limits, sign);
    const typed = await within(look, (next) => next?.shown !== before, limits, drawMs);
    await pressKey(page, keyNamed('Enter'), limits, '\r');
    if (!(await arrived(page, limits)).arrived) return failed('no_target', 'The keys did not reach the terminal.', false);
    // A terminal that is drawn on canvas has no text to look at.
    if (before === '' && typed?.shown === '') continue;
    const after = await within(look, (next) => next?.shown !== typed?.shown, limits);
    if (after?.shown === typed?.shown)
      return failed('no_effect', `“${line}” was typed, but the terminal shows what it showed before.`, true);
  }
  return ok('The line was entered.');
};

/** Sends what was written. It is done when the field holds it no longer. */
const send = async (page: Page, call: RawCall, limits: CallLimits): Promise<RawResult> => {
  const how = (await within(
    () => ask(page, call, 'sender', limits),
    (now) => now !== null,
    limits,
  )) as Deed | null;
  if (how === null) return failed('disabled', 'It was written, but the button that sends it can’t be pressed.', true);
  if ('click' in how) {
    const { result } = await clickOn(page, call, how, limits);
    if (!result.ok) return result;
  } else if ('done' in how && how.done) await pressEnter(page, limits);
  else return resultOf(how);
  // A page that is gone, or another one by now, has taken it.
  const held = await within(
    () => ask(page, call, 'holds', limits).catch(() => false),
    (now) => now !== true,
    limits,
  );
  return held === true
    ? failed('no_effect', `It was written and sent, but the field still holds it after ${sendMs} ms.`, true)
    : ok('It was written and sent.');
};

/** How long a page may take to show that a switch was pressed. */
const switchMs = 1000;

/** Whether a switch is now what was wanted. One that the browser keeps itself and that a real click missed is clicked directly. */
const switched = async (
  page: Page,
  { address, parameters }: RawCall,
  wanted: boolean,
  clicked: boolean,
  result: RawResult,
  limits: CallLimits,
): Promise<RawResult> => {
  const look = async (): Promise<SwitchState | null> =>
    (await page
      .dom(address, 'function(...args) { return this.deeds.switched(...args); }', [address, parameters], limits)
      .catch(() => null)) as SwitchState | null;
  const end = performance.now() + switchMs;
  let now = await look();
  if (now?.native && now.on !== wanted && clicked) {
    await deed(page, address, 'click', [address, parameters], limits);
    now = await look();
  }
  while (now && now.on !== wanted && performance.now() < end) {
    await sleep(50, undefined, { signal: limits.signal });
    now = await look();
  }
  if (!now || now.on === wanted) return result;
  if (now.button && result.ok) return ok(`${result.message ?? 'Clicked.'} It did not stay ${wanted ? 'pressed' : 'released'}.`);
  return failed('no_effect', `It was clicked, but is still ${wanted ? 'off' : 'on'} after ${switchMs} ms.`, true);
};

const inWords = (error: unknown, timeoutMs: number): RawResult => {
  if (error instanceof AgentError) return failed('threw', error.message, true);
  if (error instanceof CallError) {
    if (error.failure === 'timeout')
      return failed('timeout_still_running', `The page did not finish within ${timeoutMs} ms.`, true);
    if (error.failure === 'closed') return failed('gone', error.message, false);
    if (error.failure === 'aborted') return failed('aborted', error.message, true);
    return failed('refused', error.message, false);
  }
  return failed('threw', error instanceof Error ? error.message : String(error), true);
};

export const invokeOnPage = async (page: Page, call: RawCall, signal: AbortSignal): Promise<RawResult> => {
  const limits: CallLimits = { timeoutMs: call.timeoutMs, signal };
  try {
    const name = /^builtin:(\w+)$/.exec(call.address)?.[1];
    if (name !== undefined) {
      const run = builtins[name];
      return run ? await run(page, call.parameters, limits) : failed('no_target', `There is no built-in action ${name}.`, false);
    }
    const { found } = await page.callState(call.address, call.parameters, limits);
    if (found) return ok('The action ran.');
    return await domAction(page, call, limits);
  } catch (error) {
    return inWords(error, call.timeoutMs);
  }
};

/** What lies under the target of a call now, in the words that the page shows. */
export const targetOnPage = async (page: Page, call: RawCall, signal: AbortSignal): Promise<RawTarget | null> => {
  const limits: CallLimits = { timeoutMs: 1500, signal };
  if (call.address === 'builtin:click') {
    const { x, y } = call.parameters;
    const words = await page.dom(
      undefined,
      'function(x, y) { return this.deeds.wordsAt(x, y); }',
      [Number(x), Number(y)],
      limits,
    );
    return typeof words === 'string' ? { words } : null;
  }
  if (call.address.startsWith('builtin:')) return null;
  const words = await page.dom(
    call.address,
    'function(address, parameters) { return this.deeds.wordsOf(address, parameters); }',
    [call.address, call.parameters],
    limits,
  );
  return typeof words === 'string' ? { words, address: call.address } : null;
};
