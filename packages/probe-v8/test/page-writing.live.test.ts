import { describe, expect, test } from 'vitest';
import { hasChromium, invoke, onePage, until } from './chromium.js';

/** Places to write in, as pages have them: with a button that wakes up when something is written, with Enter, with neither. */
const page = `<!doctype html><title>Club</title><meta charset="utf-8">
<main>
  <section id="chat"><div id="say" contenteditable="true" role="textbox" aria-label="Message the club"></div>
    <button aria-label="Attach">📎</button><button id="send" disabled>Send</button></section>
  <section id="line"><input id="ask" placeholder="Type a reply…"></section>
  <section id="notes"><textarea aria-label="Notes"></textarea></section>
  <section id="stuck"><textarea aria-label="Feedback"></textarea><button>Post</button></section>
  <section id="shut"><textarea aria-label="Complaint"></textarea><button disabled>Send</button></section>
  <section id="level"><input aria-label="Level"><button>Measure</button></section>
  <form><textarea name="story" aria-label="Story"></textarea><button>Save</button></form>
</main>
<aside id="mail"><button>Keep</button><input aria-label="To"><textarea aria-label="Letter"></textarea><button>Later</button><button>Send it</button></aside>
<script>
  var seen = [];
  const say = document.getElementById('say'), send = document.getElementById('send'), ask = document.getElementById('ask');
  // As frameworks do: what is drawn follows what was heard, a moment later.
  say.addEventListener('input', () => setTimeout(() => { send.disabled = !say.textContent; }, 50));
  send.addEventListener('click', (event) => { seen.push((event.isTrusted ? 'sent ' : 'forged ') + say.textContent); setTimeout(() => { say.textContent = ''; send.disabled = true; }, 50); });
  document.querySelector('#mail button:last-child').addEventListener('click', () => { const letter = document.querySelector('#mail textarea'); seen.push('mailed ' + letter.value); letter.value = ''; });
  ask.addEventListener('keydown', (event) => { if (event.key === 'Enter') { seen.push('replied ' + ask.value); ask.value = ''; } });
</script>`;

describe.runIf(hasChromium)('writing and sending', () => {
  const stage = onePage(page, 'write Story');
  const { named, happened } = stage;

  test('what is written in areas and lines is named by what it is; only what something sends can be sent', () => {
    const writing = stage.capture.actions.flatMap(({ name }) => (/^(write|send) /.test(name) ? [name] : []));
    expect(writing.sort()).toEqual([
      'send Complaint',
      'send Feedback',
      'send Letter',
      'send Message the club',
      'send reply',
      'write Complaint',
      'write Feedback',
      'write Letter',
      'write Message the club',
      'write Notes',
      'write Story',
      'write reply',
    ]);
    expect(named('Level').kind).toBe('text');
  });

  test('a button that wakes up by what is written is pressed, and the answer waits for what comes of it', async () => {
    const told = await invoke(stage.session, named('send Message the club').address, { text: 'Hello all' });
    expect(told).toMatchObject({ ok: true, message: 'It was written and sent.' });
    await happened('sent Hello all');
  });

  test('a letter is sent by the button that says so, beside its other lines', async () => {
    expect(await invoke(stage.session, named('send Letter').address, { text: 'At nine' })).toMatchObject({ ok: true });
    await happened('mailed At nine');
  });

  test('Enter sends a line', async () => {
    expect(await invoke(stage.session, named('send reply').address, { text: 'Yes' })).toMatchObject({ ok: true });
    await happened('replied Yes');
  });

  test('what stays in its field, or has a button that can’t be pressed, was not sent', async () => {
    const stuck = await invoke(stage.session, named('send Feedback').address, { text: 'Good' });
    expect(stuck).toMatchObject({ ok: false, reason: 'no_effect', dispatched: true });
    const shut = await invoke(stage.session, named('send Complaint').address, { text: 'Bad' });
    expect(shut).toMatchObject({ ok: false, reason: 'disabled', dispatched: true });
  });

  test('what is only written stays there', async () => {
    expect(await invoke(stage.session, named('write Notes').address, { text: 'Two lines\nof text' })).toMatchObject({ ok: true });
    await until(stage.session, (now) => JSON.stringify(now.roots).includes('Two lines\\nof text'), 'the notes');
  });
});
