import type { RawCapture } from '@substrate/core';
import { describe, expect, test } from 'vitest';
import { hasChromium, invoke, onePage, until, valueAt } from './chromium.js';

/** Widgets as libraries of components draw them: told by their roles, and operated in more than one step. */
const page = `<!doctype html><title>Oven</title><meta charset="utf-8">
<main>
  <p>Steam</p>
  <label for="program">Program</label>
  <div class="drawn"><span><input id="program" role="combobox" readonly aria-expanded="false" aria-controls="none"></span><span class="shown" style="position:absolute;left:8px;width:160px;height:24px;background:#eee">Bread</span></div>
  <div id="popup"></div>
  <span id="rack-label">Rack</span>
  <button id="rack" role="combobox" aria-expanded="false" aria-labelledby="rack-label">Middle</button>
  <div role="slider" tabindex="0" aria-label="Heat" aria-valuemin="50" aria-valuemax="250" aria-valuenow="180">.</div>
  <div class="field"><label for="fan-speed">Speed</label></div><div><div><div id="fan-speed"><div role="slider" tabindex="0" class="handle" aria-valuenow="2">.</div></div></div></div>
  <button title="Turn back (Ctrl+Z)">↶</button>
  <oven-zone label="Zone"><zone-option role="option">Left</zone-option><zone-option role="option">Right</zone-option><zone-option role="option">Both</zone-option></oven-zone>
  <div role="slider" tabindex="0" aria-label="Stuck" aria-valuemin="0" aria-valuemax="9" aria-valuenow="3">.</div>
  <label for="baker">Baker</label>
  <div class="chosen" style="position:relative;width:160px;height:24px"><div class="unseen" style="position:absolute;left:-3px;top:-3px;clip:rect(0 0 0 0);width:1px;height:1px;overflow:hidden"><input id="baker" readonly aria-haspopup="listbox" style="width:0;height:0;border:0;padding:0"></div><div class="unseen" style="position:absolute;left:-3px;top:-3px;clip:rect(0 0 0 0);width:1px;height:1px;overflow:hidden"><select tabindex="-1" aria-hidden="true"><option>Nobody yet</option></select></div><span>Nobody yet</span><div role="button" aria-haspopup="listbox" aria-expanded="false" aria-label="Nobody yet">▾</div></div>
  <input role="spinbutton" aria-label="Minutes" value="40">
  <div role="radiogroup" aria-label="Fan"><span role="radio" aria-checked="true" tabindex="0">Off</span> <span role="radio" aria-checked="false" tabindex="0">Full</span></div>
  <div class="bar"><button role="radio" id="tone-low" aria-checked="false">Tone: Low</button><button role="radio" id="tone-high" aria-checked="true">Tone: High</button></div>
  <fieldset><legend>Light</legend><label><input type="radio" name=":r1:" checked> Dim</label><label><input type="radio" name=":r1:"> Bright</label></fieldset>
  <div role="grid" aria-label="Trays">
    <div role="rowgroup"><div role="row">
      <div role="columnheader" aria-sort="none">Dish <input class="f1"></div><div role="columnheader" aria-sort="none">Weight</div>
    </div></div>
    <div><div role="rowgroup"><div role="row"><div role="gridcell">Rolls</div><div role="gridcell">300</div></div><div role="row"><div role="gridcell">Pie</div><div role="gridcell">900</div></div></div></div>
    <div class="foot"><button>Last page</button></div>
  </div>
  <div role="tree" aria-label="Recipe">
    <div class="bar"><button>Fold all</button></div>
    <div class="rows"><div role="treeitem"><div class="k"><div class="key">dough</div></div><div>:</div><div><b>{</b></div>
      <div style="padding-left: 20px">
        <div role="treeitem"><div class="k"><div class="key">flour</div></div><div>:</div><div><div role="button" class="v-number">500 </div></div></div>
        <div role="treeitem"><div class="k"><div class="key">rests</div></div><div>:</div><div><i role="checkbox" aria-checked="true" tabindex="0" style="display:inline-block;width:9px;height:9px"></i><div role="button" class="v-boolean">true</div></div></div>
        <div role="treeitem"><div class="k"><div class="key">steps</div></div><div>:</div><div><b>[</b><button>2 items</button></div>
          <div style="padding-left: 20px">
            <div role="treeitem"><div class="k"><div class="key">0</div></div><div>:</div><div><div role="button">Knead</div></div></div>
            <div role="treeitem"><div class="k"><div class="key">1</div></div><div>:</div><div><div role="button">Rest</div></div></div>
          </div>
        </div>
      </div>
    </div></div>
  </div>
</main>
<script>
  var seen = [];
  customElements.define('oven-zone', class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = '<label id="l">Zone</label><div><input class="zone__display" role="combobox" readonly aria-expanded="false" aria-labelledby="l" value="Left"><input aria-hidden="true" tabindex="-1" style="opacity:0;width:1px"></div><div id="list" role="listbox" aria-labelledby="l" aria-expanded="false"><div id="rows" hidden><slot></slot></div></div>';
      const box = root.querySelector('input');
      box.addEventListener('mousedown', () => { root.getElementById('rows').hidden = false; });
      this.addEventListener('click', ({ target }) => { if (target.localName === 'zone-option') { box.value = target.textContent; root.getElementById('rows').hidden = true; } });
    }
  });
  const open = (box, options, chosen) => box.addEventListener('mousedown', () => {
    box.setAttribute('aria-expanded', 'true');
    setTimeout(() => {
      popup.innerHTML = options.map((one) => '<div class="row">' + one + '</div>').join('');
      for (const row of popup.children) row.addEventListener('click', () => { chosen(row.textContent); box.setAttribute('aria-expanded', 'false'); popup.innerHTML = ''; });
    }, 60);
  });
  open(document.querySelector('.chosen'), ['Ines', 'Bo'], (text) => { document.querySelector('.chosen span').textContent = text; });
  open(program.closest('.drawn'), ['Bread', 'Steam', 'Grill'], (text) => { document.querySelector('.shown').textContent = text; });
  open(rack, ['Top', 'Middle', 'Bottom'], (text) => { rack.textContent = text; });
  document.querySelector('[aria-label=Heat]').addEventListener('keydown', ({ key, target }) => {
    const step = key === 'ArrowRight' ? 10 : key === 'ArrowLeft' ? -10 : 0;
    setTimeout(() => target.setAttribute('aria-valuenow', Number(target.getAttribute('aria-valuenow')) + step), 20);
  });
  for (const one of document.querySelectorAll('[role=radio]')) one.addEventListener('click', () => {
    for (const other of document.querySelectorAll('[role=radio]')) other.setAttribute('aria-checked', String(other === one));
  });
  const rests = document.querySelector('[role=checkbox]');
  rests.addEventListener('click', () => { rests.setAttribute('aria-checked', 'false'); rests.nextElementSibling.textContent = 'false'; });
  document.querySelector('.foot button').addEventListener('click', () => seen.push('turned'));
  for (const head of document.querySelectorAll('[role=columnheader]')) head.addEventListener('click', () => seen.push('sorted ' + head.textContent.trim()));
  document.querySelector('.f1').addEventListener('input', ({ target }) => seen.push('narrowed ' + target.value));
</script>`;

describe.runIf(hasChromium)('widgets that are known by their roles', () => {
  const stage = onePage(page, 'Heat');
  const { named, happened } = stage;
  const main = 'dom:region[main]';
  const told = (address: string, value: unknown): Promise<RawCapture> =>
    until(stage.session, (now) => valueAt(now, address) === value, `${address}: ${String(value)}`);

  test('an option is chosen from a list that opens', async () => {
    expect(valueAt(stage.capture, `${main}/program`)).toBe('Bread');
    expect(named('Program')).toMatchObject({ kind: 'select', parameters: [{ name: 'option', type: 'string', required: true }] });
    expect(await invoke(stage.session, named('Program').address, { option: 'Steam' })).toMatchObject({ ok: true });
    await told(`${main}/program`, 'Steam');
    expect(await invoke(stage.session, named('Program').address, { option: 'steam' })).toMatchObject({
      message: 'It was chosen already.',
    });
    expect(await invoke(stage.session, named('Rack').address, { option: 'Bottom' })).toMatchObject({ ok: true });
    await told(`${main}/rack`, 'Bottom');
    expect(await invoke(stage.session, named('Rack').address, { option: 'Cellar' })).toMatchObject({
      ok: false,
      dispatched: true,
      reason: 'bad_parameter',
    });
  });

  test('a field that nobody sees and nothing can be typed in opens the list that its box draws', async () => {
    expect(named('Baker')).toMatchObject({ kind: 'select', parameters: [{ name: 'option', type: 'string', required: true }] });
    expect(await invoke(stage.session, named('Baker').address, { option: 'Bo' })).toMatchObject({ ok: true });
    await told(`${main}/baker`, 'Bo');
  });

  test('a custom element that holds options is a box to choose from', async () => {
    expect(named('Zone').parameters).toMatchObject([{ name: 'option', choices: ['Left', 'Right', 'Both'] }]);
    expect(await invoke(stage.session, named('Zone').address, { option: 'Right' })).toMatchObject({ ok: true });
    await told(`${main}/Zone`, 'Right');
  });

  test('labels of the box around a widget are its own, and keys are no part of a name', () => {
    expect(named('Speed').parameters).toMatchObject([{ name: 'value', type: 'number' }]);
    expect(named('Turn back').kind).toBe('button');
    expect(stage.capture.actions.filter(({ name }) => name === 'Zone')).toHaveLength(1);
    expect(JSON.stringify(stage.capture.roots)).not.toMatch(/"field"|Zone expanded|"value":"Zone"/);
  });

  test('a slider is moved by its keys, and says when it does not move', async () => {
    expect(named('Heat').parameters).toMatchObject([{ name: 'value', type: 'number', description: 'From 50 to 250.' }]);
    expect(await invoke(stage.session, named('Heat').address, { value: 210 })).toMatchObject({
      ok: true,
      message: 'It is at 210 now.',
    });
    await told(`${main}/Heat`, 210);
    // Between two steps it comes to rest beyond.
    expect(await invoke(stage.session, named('Heat').address, { value: 195 })).toMatchObject({ message: 'It is at 190 now.' });
    expect(await invoke(stage.session, named('Stuck').address, { value: 5 })).toMatchObject({ ok: false, reason: 'no_effect' });
  });

  test('a field of numbers takes a number', () => {
    expect(valueAt(stage.capture, `${main}/Minutes`)).toBe(40);
    expect(named('Minutes').parameters[0]).toMatchObject({ name: 'value', type: 'number' });
  });

  test('radio buttons are one choice, whose value is the words of the one that is on', async () => {
    expect(valueAt(stage.capture, `${main}/Fan`)).toBe('Off');
    expect(named('Fan').parameters).toMatchObject([{ name: 'option', choices: ['Off', 'Full'] }]);
    expect(await invoke(stage.session, named('Fan').address, { option: 'full' })).toMatchObject({ ok: true });
    await told(`${main}/Fan`, 'Full');
    expect(valueAt(stage.capture, `${main}/Tone`)).toBe('High');
    expect(named('Tone').parameters).toMatchObject([{ name: 'option', choices: ['Low', 'High'] }]);
    expect(await invoke(stage.session, named('Light').address, { option: 'Bright' })).toMatchObject({ ok: true });
    await told('dom:region[Light]/Light', 'Bright');
  });

  test('columns of a grid are sorted and narrowed at their heads, and its pages turned below its rows', async () => {
    expect(await invoke(stage.session, named('Sort by Weight').address, {})).toMatchObject({ ok: true });
    await happened('sorted Weight');
    expect(await invoke(stage.session, named('Filter Dish').address, { text: 'pie' })).toMatchObject({ ok: true });
    await happened('narrowed pie');
    expect(await invoke(stage.session, named('Last page').address, {})).toMatchObject({ ok: true });
    await happened('turned');
  });

  test('a tree that is edited gives values under their paths, as what they are', async () => {
    expect(valueAt(stage.capture, `${main}/dough/flour`)).toBe(500);
    expect(valueAt(stage.capture, `${main}/dough/rests`)).toBe(true);
    expect(valueAt(stage.capture, `${main}/dough/steps/1`)).toBe('Rest');
    expect(await invoke(stage.session, named('rests', 'toggle').address, { checked: false })).toMatchObject({ ok: true });
    await told(`${main}/dough/rests`, false);
  });
});
