import type { RawCapture } from '@substrate/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { actionNamed, discover, hasChromium, invoke, onePage, soon, until, valueAt } from './chromium.js';

/** What pages draw of boxes and signs: to tick, to count, to unfold, to choose from, to write in, to sort. Nothing is said of it to those who can't see. */
const page = `<!doctype html><title>Depot</title><meta charset="utf-8">
<style>
  .knob, .sign, .mark, .tick, .pick, .title, .line span, .rows div { cursor: pointer } .knob { display: inline-block; width: 20px; height: 12px; background: #bbb } .knob.knob--on { background: #3a3 }
  .tick { display: inline-block; width: 12px; height: 12px } .tick.is-checked { background: #333 } .mark { display: inline-block; width: 14px; height: 14px }
  .shelves div { cursor: grab; height: 24px; width: 120px; user-select: none } .list { position: absolute }
</style>
<main>
  <h1>Depot</h1>
  <div><span>Alarm armed</span><i class="knob"></i></div>
  <ul class="chores"><li><i class="tick"></i><span>Sweep</span></li><li class="x"><i class="tick is-checked"></i><span>Oil</span></li></ul>
  <div class="crew"><span>Crew</span><b class="sign">−</b><b id="number">3</b><b class="sign">+</b></div>
  <div class="tree"><div class="line"><span>▸</span><em>Hall A</em></div><div class="line"><span>▸</span><em>Hall B</em></div></div>
  <div><span>Condition</span><div class="marks"><i class="mark"></i><i class="mark"></i><i class="mark"></i><i class="mark"></i></div></div>
  <div class="pick">Sorted ▾</div>
  <dl><dt>Engineer</dt><dd class="title">Nadia</dd></dl>
  <p class="memo">Gate code</p>
  <div class="rows" tabindex="0" id="rows"><div class="row">Emmer</div><div class="row">Spelt</div><div class="row">Rye</div></div>
  <h2>Shelf order</h2><div class="shelves" id="shelves"></div>
  <input id="country" aria-label="Country">
  <button>Ready</button>
</main>
<script>
  var seen = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const note = (word) => seen.push(word);
  all('.knob')[0].onclick = ({ target }) => note('armed ' + target.classList.toggle('knob--on'));
  for (const tick of all('.tick')) tick.onclick = () => note(tick.nextSibling.textContent + ' ' + tick.classList.toggle('is-checked'));
  all('.sign').forEach((sign, i) => { sign.onclick = () => { number.textContent = Number(number.textContent) + (i ? 1 : -1); }; });
  for (const fold of all('.line span')) fold.onclick = () => note('unfolded ' + fold.nextSibling.textContent);
  all('.mark').forEach((mark, i) => { mark.onclick = () => note('condition ' + (i + 1)); });
  all('.pick')[0].onclick = () => {
    const list = document.createElement('div');
    list.className = 'list';
    list.innerHTML = '<div>Age</div><div>Wear</div>';
    for (const one of list.children) one.onclick = () => { note('by ' + one.textContent); list.remove(); };
    document.body.append(list);
  };
  const becomes = (element, type, closes) => element.addEventListener(type, () => {
    const field = document.createElement('input');
    const close = () => { note(field.value); field.replaceWith(field.value); };
    element.replaceChildren(field);
    field.focus();
    if (closes === 'blur') field.onblur = close; else field.onkeydown = ({ key }) => { if (key === 'Enter') close(); };
  });
  becomes(all('dd')[0], 'click', 'Enter');
  becomes(all('.memo')[0], 'dblclick', 'blur');
  let chosen;
  for (const row of all('.row')) row.onclick = () => { chosen = row; for (const one of all('.row')) one.className = one === row ? 'row sel' : 'row'; };
  rows.addEventListener('keydown', ({ key }) => note(key + ' ' + chosen?.textContent));
  let names = ['Cereals', 'Pulses', 'Herbs'];
  let carried;
  const draw = () => {
    shelves.innerHTML = names.map((one) => '<div>' + one + '</div>').join('');
    for (const shelf of shelves.children) shelf.onmousedown = () => { carried = shelf.textContent; };
  };
  draw();
  addEventListener('mouseup', ({ clientX, clientY }) => {
    const over = carried && document.elementFromPoint(clientX, clientY)?.textContent;
    if (names.includes(over) && over !== carried) { names = names.filter((one) => one !== carried).toSpliced(names.indexOf(over), 0, carried); draw(); note('first ' + names[0]); }
    carried = undefined;
  });
  let list;
  country.oninput = () => {
    list?.remove();
    list = document.createElement('div');
    list.className = 'list';
    list.innerHTML = '<p>Georgia</p><p>Greece</p>';
    for (const one of list.children) one.onmousedown = (event) => { event.preventDefault(); country.value = one.textContent; note('from ' + one.textContent); list.remove(); };
    document.body.append(list);
  };
  country.onblur = () => { if (!seen.includes('from ' + country.value)) country.value = ''; list?.remove(); };
</script>`;

describe.runIf(hasChromium)('what is drawn', () => {
  const stage = onePage(page, 'Ready');
  const { happened } = stage;
  let capture: RawCapture;
  beforeAll(async () => {
    capture = await stage.session.capture(discover, soon());
  });
  const run = (name: string, parameters: Record<string, unknown> = {}) =>
    invoke(stage.session, actionNamed(capture, name).address, parameters);
  const told = (name: string, value: unknown) =>
    until(stage.session, (now) => valueAt(now, name) === value, `${name}: ${String(value)}`);

  test('a box that is ticked by a class tells whether it is, and is set to what is wanted', async () => {
    expect(valueAt(capture, 'dom:region[Depot]/Alarm armed')).toBe(false);
    expect(await run('Alarm armed', { checked: true })).toMatchObject({ ok: true });
    await happened('armed true');
    await told('dom:region[Depot]/Alarm armed', true);
    expect(await run('Alarm armed', { checked: true })).toMatchObject({ message: 'It was in that state already.' });
    expect(valueAt(capture, 'dom:list[chores]/1/checked')).toBe(true);
    expect(await run('toggle chores', { row: 'Sweep', checked: true })).toMatchObject({ ok: true });
    await happened('Sweep true');
  });

  test('signs are called by what they do: to a number, or to what is below a line', async () => {
    expect(await run('increase Crew')).toMatchObject({ ok: true });
    await told('dom:region[Depot]/Crew', 4);
    expect(await run('unfold', { row: 'Hall B' })).toMatchObject({ ok: true });
    await happened('unfolded Hall B');
    expect(await run('Condition', { value: 3 })).toMatchObject({ ok: true });
    await happened('condition 3');
  });

  test('a menu without roles is chosen from', async () => {
    expect(await run('choose from Sorted ▾', { option: 'Wear' })).toMatchObject({ ok: true });
    await happened('by Wear');
  });

  test('a text becomes a field when it is pressed, once or twice, and is written in', async () => {
    expect(await run('Engineer', { text: 'Oke' })).toMatchObject({ ok: true });
    await happened('Oke');
    expect(await run('memo', { text: 'New code' })).toMatchObject({ ok: true });
    await happened('New code');
  });

  test('a key is pressed on a row, and the row that is marked stays one of them', async () => {
    expect(await run('press key in rows', { row: 'Spelt', key: 'Delete' })).toMatchObject({ ok: true });
    const now = await happened('Delete Spelt');
    expect(valueAt(now, 'dom:list[rows]/2')).toBe('Rye');
  });

  test('what only the pointer shows to be dragged is', async () => {
    expect(await run('move Shelf order to', { row: 'Herbs', to: 'Cereals' })).toMatchObject({ ok: true });
    await happened('first Herbs');
  });

  test('what a field keeps only when it is chosen from what is offered is chosen', async () => {
    expect(await run('Country', { text: 'Georgia' })).toMatchObject({ ok: true });
    await happened('from Georgia');
  });
});
