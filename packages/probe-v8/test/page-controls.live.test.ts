import { describe, expect, test } from 'vitest';
import { discover, hasChromium, invoke, onePage, soon, until, valueAt } from './chromium.js';

/** Controls as pages really make them: of any element, without a role, told by an icon, or shown under the pointer only. */
const page = `<!doctype html><title>Board</title><meta charset="utf-8">
<style>
  .link, .line { cursor: pointer } .task .remove { display: none } .task:hover .remove { display: inline }
  .swatch { width: 20px; height: 20px } i { display: inline-block; width: 10px; height: 10px }
</style>
<main>
  <ul class="filters"><li><a class="link">Open ones</a></li><li><a class="link">Closed ones</a></li></ul>
  <ul class="tasks">
    <li class="task"><span>Milk</span> <input type="checkbox" id="check1"><button class="remove" aria-label="Remove">×</button></li>
    <li class="task"><span>Bread</span> <input type="checkbox" id="check2"><button class="remove" aria-label="Remove">×</button></li>
    <li class="task"><span>Eggs</span> <input type="checkbox" id="check3"><button class="remove" aria-label="Remove">×</button></li>
  </ul>
  <div class="swatch" title="Paint it red"></div>
  <div class="swatch help" title="Only explained" style="cursor: help"></div>
  <button class="btn"><i class="far fa-trash-alt"></i></button>
  <button class="btn">⚙</button>
  <div class="pen" contenteditable="true">Whatever was written here</div>
  <span class="heading">Where to</span><div><label for="target"><select id="target"><option>Here</option><option>There</option></select></label></div>
  <div class="place"><b>North</b><p>Cold</p><button>Visit</button></div>
  <div class="place"><b>South</b><p>Warm</p><button>Visit</button></div>
  <table id="staff"><thead><tr><th><button aria-label="Name: activate to sort">Name</button></th><th>Age</th></tr></thead><tbody><tr><td>Ada</td><td>36</td><td><input type="checkbox" checked></td></tr></tbody></table>
  <label style="position: relative; display: inline-block; width: 60px; height: 20px"><input type="checkbox" name="agree" style="opacity: 0"><span>Agree</span></label>
  <div role="switch" aria-checked="false" aria-label="Painted only" style="width: 30px; height: 30px"></div>
  <button aria-pressed="false">Clean up</button>
  <footer><a href="/hilfe">Hilfe lesen</a> <a href="#">Konto schliessen</a> <a href="javascript:void 0">Alles leeren</a></footer>
  <input aria-label="Level" type="range" min="0" max="10" value="4">
  <input aria-label="Litres" inputmode="decimal" value="4.5"><input aria-label="Degrees" inputmode="numeric" value="200"><input aria-label="Code" inputmode="numeric" maxlength="6">
  <input aria-label="Frozen" value="ice" oninput="this.value = 'ice'">
  <input type="search" aria-label="Find a town" onkeydown="if (event.key === 'Enter') seen.push('searched ' + this.value)">
  <input aria-label="Narrow" onkeyup="seen.push('narrowed to ' + this.value)">
  <input type="search" role="combobox" aria-label="Pick a town" onkeydown="if (event.key === 'Enter') seen.push('took the first')">
  <section id="parts"><button aria-expanded="false"><span>DELETE</span><span>/loans</span></button></section>
</main>
<script>
  var seen = [];
  class Player {
    volume = 3;
    playing = false;
    setVolume(level) { this.volume = level; }
    getVolume() { return this.volume; }
    startPlaying() { this.playing = true; }
    toggleMute() {}
    louder(step) { amplify(step); return this; }
    toneChanged_() { this.volume = 0; }
    addVolumeListener(listener) {}
    onStart() {}
  }
  const amplify = (step) => seen.push('louder ' + step);
  class Crew {
    length = 2;
    members = new Map([[1, 'Ada'], [2, 'Bo']]);
    add(person) { this.length = this.members.set(person.id, person.name).size; }
    remove(id) { this.members.delete(id); }
    update(person) { this.members.set(person.id, person.name); }
    once(name) { this.length++; return this; }
  }
  var crew = new Crew();
  var guests = new Crew();
  class Shape {
    constructor(attrs) { this.attrs = attrs; }
    setColour(c) { this.attrs.colour = c; }
    setShadowBlurOfGradient(c) {}
    show() { this.attrs.visible = true; }
    hide() { this.attrs.visible = false; }
    moveBy(x, y) {}
  }
  class Drawing {
    shapes = [new Shape({ id: 'roof', colour: 'red', visible: false }), new Shape({ id: 'door', colour: 'green', visible: true })];
    clear() { this.shapes = []; }
  }
  var drawing = new Drawing();
  var player = new Player();
  var grid = (() => {
    const cells = {};
    const getCell = (row) => cells[row];
    return { getCell, getAll: () => cells, isEmpty: () => true, setCell(row, value) { seen.push('cell ' + row + ' ' + value); }, clearCell(r) {}, insertRow(o, t) { seen.push('row ' + o + t); }, selectRow(row) {} };
  })();
  var texts = { camelCase(t) {}, trimLeft(t) {}, addSlashes(t) {}, replaceAll(t) {}, padEnd(t) {}, mergeWords(t) {}, splitWords(t) {} };
  for (const link of document.querySelectorAll('.link')) link.addEventListener('click', () => seen.push(link.textContent));
  for (const button of document.querySelectorAll('.remove')) button.addEventListener('click', () => { seen.push('removed ' + button.parentElement.firstElementChild.textContent); });
  document.querySelector('.swatch').addEventListener('click', () => seen.push('red'));
  document.querySelectorAll('.place button').forEach((button) => button.addEventListener('click', () => seen.push('visited ' + button.parentElement.firstElementChild.textContent)));
</script>`;

describe.runIf(hasChromium)('controls that only people recognise', () => {
  const stage = onePage(page, 'Paint it red');
  const { named, happened } = stage;

  test('what is under a hand pointer is pressed by its words', async () => {
    expect(named('Open ones')).toMatchObject({ kind: 'button', parameters: [] });
    expect(await invoke(stage.session, named('Closed ones').address, {})).toMatchObject({ ok: true });
    await happened('Closed ones');
  });

  test('a box with a tip is pressed by it, unless it only explains', async () => {
    expect(await invoke(stage.session, named('Paint it red').address, {})).toMatchObject({ ok: true });
    await happened('red');
    expect(stage.capture.actions.map(({ name }) => name)).not.toContain('Only explained');
  });

  test('a button that shows itself under the pointer is reached', async () => {
    const { address, parameters } = named('Remove');
    expect(parameters[0]?.description).toContain('1 “Bread');
    expect(await invoke(stage.session, address, { row: 1 })).toMatchObject({ ok: true, message: 'Clicked “Remove”.' });
    await happened('removed Bread');
  });

  test('fields that number the rows are one action', () => {
    const toggles = stage.capture.actions.filter(({ owner, kind }) => kind === 'toggle' && owner === 'tasks');
    expect(toggles.map(({ parameters }) => parameters.map(({ name }) => name))).toEqual([['row', 'checked']]);
  });

  test('icons and signs are read; what is written in a field is not its name', () => {
    const names = stage.capture.actions.map(({ name }) => name);
    for (const name of ['trash', 'settings', 'write pen', 'target']) expect(names).toContain(name);
    expect(JSON.stringify(names)).not.toMatch(/Whatever|Here/);
  });

  test('equal buttons are one action that says which', async () => {
    const { address, parameters } = named('Visit');
    expect(parameters).toMatchObject([{ name: 'row', sourceType: 'any' }]);
    expect(parameters[0]?.description).toMatch(/0 “North.*1 “South/);
    expect(await invoke(stage.session, address, {})).toMatchObject({ ok: false, dispatched: false, reason: 'no_target' });
    expect(await invoke(stage.session, address, { row: 1 })).toMatchObject({ ok: true });
    await happened('visited South');
    expect(await invoke(stage.session, address, { row: 'north' })).toMatchObject({ ok: true });
    await happened('visited North');
    // Words that both have name neither.
    expect(await invoke(stage.session, address, { row: 'th' })).toMatchObject({ ok: false, reason: 'no_target' });
  });

  test('columns are sorted by their heads, whatever those say of the order', () => {
    expect(named('Sort by Name').kind).toBe('button');
    expect(valueAt(stage.capture, 'dom:table[staff]/0/selected')).toBe(true);
  });

  test('a link says where it leads, unless a script answers', () => {
    expect(named('Hilfe lesen')).toMatchObject({ kind: 'link', leads: '/hilfe' });
    for (const name of ['Konto schliessen', 'Alles leeren']) expect(named(name)).not.toHaveProperty('leads');
  });

  test('what unfolds says so, with its words apart', () => {
    expect(named('DELETE /loans')).toMatchObject({ kind: 'button', opens: true });
  });

  test('what the objects of the page can do is offered, without what listens, asks or only computes', async () => {
    const methods = stage.capture.actions.filter(({ kind }) => kind === 'method').map(({ owner, name }) => `${owner}.${name}`);
    expect(methods.sort()).toEqual([
      'crew.add',
      'crew.remove',
      'crew.update',
      'drawing.clear',
      'grid.clearCell',
      'grid.insertRow',
      'grid.selectRow',
      'grid.setCell',
      'guests.add',
      'guests.remove',
      'guests.update',
      'player.louder',
      'player.setVolume',
      'player.startPlaying',
      'player.toggleMute',
      'shapes.hide',
      'shapes.setColour',
      'shapes.show',
      // It stands beside what it changes, and belongs to nothing.
      'undefined.amplify',
    ]);
    expect(named('setVolume')).toMatchObject({ parameters: [{ name: 'level', type: 'number', required: true }] });
    expect(await invoke(stage.session, named('setVolume').address, { level: 7 })).toMatchObject({ ok: true });
    await until(stage.session, (now) => valueAt(now, 'global:player/volume') === 7, 'the volume');
  });

  test('one of many objects is told what it holds, and which of them is meant', async () => {
    expect(named('setColour').parameters).toMatchObject([
      { name: 'which', type: 'string', required: true, description: 'Which of shapes: roof, door.' },
      { name: 'value', sourceType: 'any', required: true },
    ]);
    expect(await invoke(stage.session, named('setColour').address, { which: 'door', value: 'blue' })).toMatchObject({ ok: true });
    expect(await invoke(stage.session, named('show').address, { which: 'roof' })).toMatchObject({ ok: true });
    const at = 'global:drawing/shapes';
    await until(
      stage.session,
      (now) => valueAt(now, `${at}/1/attrs/colour`) === 'blue' && valueAt(now, `${at}/0/attrs/visible`) === true,
      'a blue door and the roof',
    );
    expect(await invoke(stage.session, named('show').address, { which: 'moat' })).toMatchObject({ ok: false, reason: 'threw' });
  });

  test('a function whose parameters lost their names takes a list', async () => {
    expect(named('insertRow').parameters).toMatchObject([{ name: 'args', type: 'array', required: true }]);
    expect(await invoke(stage.session, named('insertRow').address, { args: [2, 'b'] })).toMatchObject({ ok: true });
    await happened('row 2b');
    expect(await invoke(stage.session, named('insertRow').address, { args: 7 })).toMatchObject({ ok: true });
    await happened('row 7undefined');
  });

  test('a switch that does not switch is no success', async () => {
    expect(await invoke(stage.session, named('Agree').address, { checked: true })).toMatchObject({ ok: true });
    expect(await invoke(stage.session, named('Agree').address, { checked: true })).toMatchObject({
      message: expect.stringMatching(/already/),
    });
    expect(await invoke(stage.session, named('Painted only').address, {})).toMatchObject({
      ok: false,
      dispatched: true,
      reason: 'no_effect',
    });
    expect(await invoke(stage.session, named('Clean up').address, {})).toMatchObject({
      ok: true,
      message: expect.stringContaining('not stay'),
    });
  });

  test('a search field that is set searches; one with suggestions is only set', async () => {
    expect(await invoke(stage.session, named('Find a town').address, { text: 'Oslo' })).toMatchObject({ ok: true });
    await happened('searched Oslo');
    expect(await invoke(stage.session, named('Narrow').address, { text: 'north' })).toMatchObject({ ok: true });
    expect(await invoke(stage.session, named('Pick a town', 'text').address, { text: 'Be' })).toMatchObject({ ok: true });
    expect(await invoke(stage.session, named('Find a town').address, { text: 'Rome', press_enter: false })).toMatchObject({
      ok: true,
    });
    const all = JSON.stringify((await happened('narrowed to north')).roots);
    expect(all).not.toContain('took the first');
    expect(all).not.toContain('searched Rome');
  });

  test('a field that takes a number takes it as a text, too, and nothing that is none', async () => {
    const { address, parameters } = named('Litres');
    expect(parameters[0]).toMatchObject({ name: 'value', type: 'number' });
    expect(named('Degrees').parameters[0]).toMatchObject({ name: 'value', type: 'number' });
    expect(named('Code').parameters[0]).toMatchObject({ name: 'text', type: 'string' });
    expect(await invoke(stage.session, address, { value: '6.25' })).toMatchObject({ ok: true });
    for (const value of ['much', ' ', '6,25'])
      expect(await invoke(stage.session, address, { value })).toMatchObject({ ok: false, reason: 'bad_parameter' });
    const told = JSON.stringify((await stage.session.capture(discover, soon())).roots);
    expect(told).toContain('"6.25"');
  });

  test('a field tells what it made of a value', async () => {
    expect(await invoke(stage.session, named('Level').address, { text: 7 })).toMatchObject({
      ok: true,
      message: 'The text was set.',
    });
    expect(await invoke(stage.session, named('Level').address, { text: 99 })).toMatchObject({
      message: expect.stringContaining('“10” now'),
    });
    expect(await invoke(stage.session, named('Frozen').address, { text: 'water' })).toMatchObject({
      ok: false,
      reason: 'no_effect',
    });
  });
});

/** Nothing shows that these can be pressed: no role, no pointer, no tip. They listen, and are made anew now and then. */
const quiet = `<!doctype html><title>Dock</title><meta charset="utf-8">
<h1>Dock</h1><button>Moor</button><div id="bar"></div><p class="note">Only words</p><div class="box"><div class="tool-like">Weather</div></div>
<div id="stage"><h2>Plan</h2><p>One</p><p>Two</p></div>
<script>
  var seen = [];
  const draw = () => {
    document.getElementById('bar').innerHTML = ['Finish job', 'Weigh anchor'].map((text) => '<div class="tool"><div class="face"></div><div class="text">' + text + '</div></div>').join('');
    for (const tool of document.querySelectorAll('.tool')) tool.addEventListener('mousedown', () => { seen.push(tool.textContent); setTimeout(draw, 10); });
  };
  draw();
  document.getElementById('stage').addEventListener('click', () => seen.push('stage'));
</script>`;

describe.runIf(hasChromium)('what listens to being pressed, and does not look like it', () => {
  const stage = onePage(quiet, 'Moor');
  /** The address of an action, once it is offered. */
  const offered = async (wanted: string): Promise<string> => {
    const fits = ({ name }: { name: string }): boolean => name === wanted;
    const { actions } = await until(stage.session, (capture) => capture.actions.some(fits), wanted);
    return actions.find(fits)?.address ?? '';
  };

  test('is an action by its words, also where it was made anew', async () => {
    await stage.session.capture(discover, soon());
    expect(await invoke(stage.session, await offered('Finish job'), {})).toMatchObject({ ok: true });
    await stage.happened('Finish job');
    expect(await invoke(stage.session, await offered('Weigh anchor'), {})).toMatchObject({ ok: true });
    await stage.happened('Weigh anchor');
  });

  test('words that nobody listens at, and large parts that do, are none', async () => {
    const { actions } = await stage.session.capture(discover, soon());
    expect(actions.map(({ name }) => name).join()).not.toMatch(/Only words|Weather|Plan|One/);
  });
});
