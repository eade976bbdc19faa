import type { RawCapture } from '@substrate/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { actionNamed, discover, hasChromium, invoke, onePage, soon, until, valueAt } from './chromium.js';

/** What takes more than a click: things that are dragged, pressed twice or played, and what was not there before something was pressed. */
const page = `<!doctype html><title>Port</title><meta charset="utf-8">
<style>.quay { display: inline-block; width: 140px; min-height: 60px } .crew div { height: 24px; width: 120px }</style>
<main>
  <h1>Port</h1>
  <div class="quays"><section class="quay" aria-label="North"><div class="boat" draggable="true">Gull</div><div class="boat" draggable="true">Tern</div></section><section class="quay" aria-label="South"></section></div>
  <div class="crew"></div>
  <ul class="logs"><li><span>Calm</span></li><li><span>Gale</span></li><li><span>Fog</span></li></ul>
  <ul class="maps"><li>Bay</li><li>Cape</li><li>Reef</li></ul>
  <audio id="horn" loop></audio><video aria-label="Harbour film"></video>
  <svg id="flag" width="16" height="16"><title>Raise flag</title><rect width="16" height="16"/></svg>
  <p>Signals</p><span id="lamp" style="display:inline-block;width:9px;height:9px"></span>
  <button id="radio">Radio</button><div id="panel"></div>
  <div class="sheets"><span class="sheet">1</span><span class="sheet">2</span><span class="sheet">3</span><span class="sheet">4</span></div>
</main>
<script>
  var seen = [];
  let carried;
  addEventListener('dragstart', ({ target }) => { carried = target; });
  for (const quay of document.querySelectorAll('.quay')) {
    quay.addEventListener('dragover', (event) => event.preventDefault());
    quay.addEventListener('drop', () => { quay.append(carried); seen.push(carried.textContent + ' in ' + quay.getAttribute('aria-label')); });
  }
  const crew = document.querySelector('.crew');
  const draw = (names) => {
    crew.innerHTML = names.map((one) => '<div class="hand" tabindex="0" role="button" aria-roledescription="sortable">' + one + '</div>').join('');
    for (const hand of crew.children) hand.addEventListener('pointerdown', () => addEventListener('pointerup', ({ clientX, clientY }) => {
      const over = document.elementFromPoint(clientX, clientY).textContent;
      const others = names.filter((one) => one !== hand.textContent);
      if (over !== hand.textContent && names.includes(over)) draw(others.toSpliced(names.indexOf(over), 0, hand.textContent));
      seen.push('crew ' + crew.firstChild.textContent);
    }, { once: true }));
  };
  draw(['Ada', 'Ben', 'Cem']);
  document.querySelector('.logs').addEventListener('dblclick', ({ target }) => {
    const field = document.createElement('input');
    target.closest('li').replaceChildren(field);
    field.focus();
    field.addEventListener('keydown', ({ key }) => { if (key === 'Enter') { seen.push('log ' + field.value); field.replaceWith(field.value); } });
  });
  for (const map of document.querySelectorAll('.maps li')) map.addEventListener('dblclick', () => seen.push('map ' + map.textContent));
  const bytes = new Uint8Array(44 + 16000).fill(128);
  const view = new DataView(bytes.buffer);
  [[0, 'RIFF'], [8, 'WAVEfmt '], [36, 'data']].forEach(([at, text]) => [...text].forEach((one, i) => { bytes[at + i] = one.charCodeAt(0); }));
  [[4, 16036], [16, 16], [24, 8000], [28, 8000], [40, 16000]].forEach(([at, value]) => view.setUint32(at, value, true));
  [[20, 1], [22, 1], [32, 1], [34, 8]].forEach(([at, value]) => view.setUint16(at, value, true));
  horn.src = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
  flag.addEventListener('click', () => seen.push('flag'));
  lamp.addEventListener('click', () => seen.push('lamp'));
  radio.addEventListener('click', () => {
    panel.innerHTML = '<div>Call the coast</div>';
    panel.firstChild.addEventListener('click', () => seen.push('called'));
  });
  for (const sheet of document.querySelectorAll('.sheet')) sheet.addEventListener('click', () => seen.push('sheet ' + sheet.textContent));
</script>`;

describe.runIf(hasChromium)('what takes more than a click', () => {
  const stage = onePage(page, 'Radio');
  const { happened } = stage;
  let capture: RawCapture;
  beforeAll(async () => {
    capture = await stage.session.capture(discover, soon());
  });
  const run = (name: string, parameters: Record<string, unknown> = {}) =>
    invoke(stage.session, actionNamed(capture, name).address, parameters);
  const told = (name: string, value: unknown) =>
    until(stage.session, (now) => valueAt(now, `dom:region[Port]/${name}`) === value, `${name}: ${String(value)}`);

  test('a thing that the page lets be dragged is put into another box, by their names', async () => {
    expect(await run('move boat to', { row: 'Tern', to: 'South' })).toMatchObject({ ok: true, message: 'It was moved.' });
    await happened('Tern in South');
    expect(await run('move boat to', { row: 'Tern', to: 'East' })).toMatchObject({ ok: false, reason: 'bad_parameter' });
    expect(await run('move boat to', { row: 'Auk', to: 'South' })).toMatchObject({ ok: false, reason: 'no_target' });
  });

  test('a thing that follows the pointer is put in the place of another', async () => {
    expect(await run('move hand to', { row: 'Cem', to: 'Ada' })).toMatchObject({ ok: true });
    await happened('crew Cem');
  });

  test('a row is pressed twice, and the field that opens is written in', async () => {
    expect(await run('press twice maps', { row: 'Cape' })).toMatchObject({ ok: true });
    await happened('map Cape');
    expect(await run('press twice logs', { row: 'Gale', text: 'Storm' })).toMatchObject({ ok: true });
    await happened('log Storm');
    expect(await run('press twice maps', { row: 'Reef', text: 'Shoal' })).toMatchObject({ ok: false, reason: 'no_effect' });
  });

  test('a player plays, pauses, and goes to a second', async () => {
    await told('horn playing', false);
    expect(await run('play horn')).toMatchObject({ ok: true });
    await told('horn playing', true);
    expect(await run('pause horn')).toMatchObject({ ok: true });
    await told('horn playing', false);
    expect(await run('horn position', { seconds: 1 })).toMatchObject({ ok: true });
    await told('horn position', 1);
    expect(await run('horn position', { seconds: 9 })).toMatchObject({ ok: false, reason: 'bad_parameter' });
    expect(await run('play Harbour film')).toMatchObject({ ok: false, reason: 'no_effect' });
  });

  test('a picture that listens is pressed by its title, and what has no words by those beside it', async () => {
    await run('Raise flag');
    await happened('flag');
    await run('lamp');
    await happened('lamp');
  });

  test('what listens only since something was pressed is known', async () => {
    await run('Radio');
    const now = await until(
      stage.session,
      (one) => one.actions.some(({ name }) => name === 'Call the coast'),
      'Call the coast',
      true,
    );
    await invoke(stage.session, actionNamed(now, 'Call the coast').address);
    await happened('called');
  });

  test('of rows that are numbers a number is the words', async () => {
    expect(await run('sheet', { row: 2 })).toMatchObject({ ok: true });
    await happened('sheet 2');
  });
});
