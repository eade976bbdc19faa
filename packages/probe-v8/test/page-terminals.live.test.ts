import type { RawCapture } from '@substrate/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, invoke, onePage, until } from './chromium.js';

/** Terminals as pages have them: keys go to a field that nobody sees, what is typed is drawn beside it; and one with a field that is seen. */
const page = `<!doctype html><title>Silo</title><meta charset="utf-8">
<style>.keys { position: absolute; opacity: 0; width: 40px; height: 20px } pre { margin: 0; height: 160px }</style>
<main>
  <section aria-label="Tower"><div class="terminal"><pre id="screen"></pre><textarea class="keys" aria-label="Keys"></textarea></div></section>
  <section aria-label="Cellar"><div id="console"><div id="answers"></div><div id="typed"></div><textarea class="keys" aria-label="Keys"></textarea></div></section>
  <section aria-label="Deaf"><div class="tty"><pre>$ </pre><textarea class="keys" aria-label="Keys"></textarea></div></section>
  <section aria-label="Yard"><div class="repl"><p id="said"></p><input id="line"></div></section>
</main>
<script>
  var seen = [];
  // One hears each key by itself, as emulators of terminals do; Backspace takes a prompt away too.
  const [tower, cellar] = document.querySelectorAll('textarea');
  let typed = '', shown = 'Silo 4\\n> ';
  const draw = () => { screen_.textContent = shown; };
  const screen_ = document.getElementById('screen');
  draw();
  tower.addEventListener('keydown', (event) => {
    event.preventDefault();
    if (event.key === 'Enter') { seen.push('tower ' + typed); shown += '\\nopened ' + typed + '\\n> '; typed = ''; }
    else if (event.key === 'Backspace') { typed = typed.slice(0, -1); shown = shown.slice(0, -1); }
    else if (event.key.length === 1) { typed += event.key; shown += event.key; }
    requestAnimationFrame(draw);
  });
  for (const key of 'fill it') tower.dispatchEvent(new KeyboardEvent('keydown', { key }));
  // The other lets the browser write into the field, and looks at what it holds.
  const prompt = 'grain: ';
  const line = document.getElementById('typed');
  const show = () => { line.textContent = prompt + cellar.value; };
  cellar.addEventListener('input', show);
  cellar.addEventListener('keypress', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    seen.push('cellar ' + cellar.value);
    answers.insertAdjacentHTML('beforeend', '<p>weighed</p>');
    cellar.value = '';
    show();
  });
  cellar.value = 'rye';
  show();
  const field = document.getElementById('line');
  field.addEventListener('keydown', ({ key }) => { if (key === 'Enter') { seen.push('yard ' + field.value); said.textContent += field.value; field.value = ''; } });
</script>`;

describe.runIf(hasChromium)('terminals', () => {
  const stage = onePage(page, 'enter command');
  const { happened } = stage;
  let capture: RawCapture;
  beforeAll(async () => {
    capture = await until(stage.session, (now) => now.actions.some(({ owner }) => owner === 'Yard'), 'the yard');
  });
  const of = (owner: string) => {
    const found = capture.actions.find((one) => one.owner === owner && /^(enter|send) /.test(one.name));
    if (!found) throw new Error(`${owner} has none of ${capture.actions.map(({ name }) => name).join(', ')}.`);
    return found;
  };
  const enter = (owner: string, text: string) => invoke(stage.session, of(owner).address, { text });

  test('a line is entered, whatever a command may do', () => {
    expect(of('Tower')).toMatchObject({
      name: 'enter command',
      reversibility: 'irreversible_write',
      parameters: [{ name: 'text', type: 'string', required: true }],
    });
    expect(capture.actions.filter(({ name, owner }) => /^(write|send) /.test(name) && owner !== 'Yard')).toEqual([]);
  });

  test('keys go to the field that nobody sees, after what was begun there was taken back', async () => {
    expect(await enter('Tower', 'hatch 2')).toMatchObject({ ok: true });
    await happened('tower hatch 2');
    expect(await enter('Tower', 'a\nB-c')).toMatchObject({ ok: true });
    await happened('tower a');
    await happened('tower B-c');
    expect(await enter('Cellar', 'oats 40')).toMatchObject({ ok: true });
    await happened('cellar oats 40');
  });

  test('nothing was entered where nothing is seen of it', async () => {
    expect(await enter('Deaf', 'hello')).toMatchObject({ ok: false, dispatched: true, reason: 'no_effect' });
  });

  test('a line with a field of its own is sent by Enter', async () => {
    expect(await enter('Yard', 'gate')).toMatchObject({ ok: true });
    await happened('yard gate');
    await until(stage.session, (now) => JSON.stringify(now.roots).includes('"gate"'), 'the gate');
  });
});
