import type { RawCapture } from '@substrate/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { actionNamed, discover, hasChromium, invoke, onePage, soon, until, valueAt } from './chromium.js';

/** Menus: those that are in the page and folded away, those that are drawn when they open, and those of the other button. */
const page = `<!doctype html><title>Shed</title><meta charset="utf-8">
<style>.pop { display: none; position: absolute; background: #fff } .open > .pop { display: block } .over { position: fixed; background: #fff }</style>
<main>
  <div class="pair"><button>Tools</button><div class="pop"><a href="#">Sharpen</a> <a href="#">Oil</a></div></div>
  <button aria-expanded="false" id="lend">Lend</button><ul class="pop"><li><a href="#">To Ada</a></li><li><a href="#">To Ben</a></li></ul>
  <details><summary>Advice</summary><button>Call a smith</button></details>
  <div><button>Scrap all</button><div style="display: none"><button>Undo scrap</button> <button>Dismiss</button></div></div>
  <button id="shelf" aria-haspopup="menu" aria-expanded="false">Shelf</button>
  <ul class="hooks"><li>Saw <button aria-haspopup="menu" class="more">More</button></li><li>Axe <button aria-haspopup="menu" class="more">More</button></li><li>Rake <button aria-haspopup="menu" class="more">More</button></li></ul>
  <div class="crates"><div class="crate"><b>Nails</b> <i>40</i></div><div class="crate"><b>Screws</b> <i>90</i></div><div class="crate"><b>Bolts</b> <i>7</i></div></div>
  <label>Wood <input id="wood" role="combobox" aria-autocomplete="list"></label>
  <label>Width <input id="width" value="30"></label>
  <label>Owner <input id="owner" value="Cem"></label>
  <div class="lamps"><span>Lamp</span><button role="switch" aria-checked="false"></button> <span>Heater</span><button role="switch" aria-checked="false"></button></div>
  <table><thead><tr><th tabindex="0">Tool</th><th>Age</th></tr></thead><tbody><tr><td>Saw</td><td>3</td></tr><tr><td>Axe</td><td>9</td></tr></tbody></table>
  <div id="layer"></div>
  <div role="tablist"><button role="tab" id="inside" aria-selected="true">Inside</button><button role="tab" id="outside" aria-selected="false">Outside</button></div>
  <div role="tabpanel" aria-labelledby="inside"><p>Warm</p></div>
  <div role="tabpanel" aria-labelledby="outside" style="display: none"><p>Cold</p><form><input name="depth"><button type="button">Open gate</button></form><table><tr><td>Wall</td><td><button>Pull down</button></td></tr></table></div>
</main>
<script>
  var seen = [];
  var held = { width: 30, owner: 'Cem', wood: '' };
  const say = ({ target }) => seen.push(target.textContent.trim());
  const pair = document.querySelector('.pair');
  pair.firstElementChild.addEventListener('click', () => pair.classList.toggle('open'));
  outside.addEventListener('click', () => { for (const one of document.querySelectorAll('[role=tabpanel]')) one.style.display = one.previousElementSibling.role === 'tabpanel' ? 'block' : 'none'; });
  document.querySelector('[role=tabpanel] button').addEventListener('click', say);
  lend.addEventListener('click', () => { lend.setAttribute('aria-expanded', 'true'); lend.nextElementSibling.style.display = 'block'; });
  for (const one of document.querySelectorAll('.pop a, details button, main > div button')) one.addEventListener('click', say);
  const show = (items, opener, x = 20, y = 20) => {
    layer.innerHTML = '<div role="menu" class="over">' + items.map((one) => '<div role="menuitem"' + (one.endsWith('>') ? ' aria-haspopup="menu"' : '') + '>' + one.replace(' >', '') + ' <kbd>K</kbd></div>').join('') + '</div>';
    layer.firstChild.style.cssText += ';left:' + x + 'px;top:' + y + 'px';
    opener?.setAttribute('aria-expanded', 'true');
    return [...layer.querySelectorAll('[role=menuitem]')];
  };
  const hide = (opener) => { layer.innerHTML = ''; opener?.setAttribute('aria-expanded', 'false'); };
  shelf.addEventListener('click', () => setTimeout(() => {
    for (const item of show(['Dust', 'Paint', 'Move >'], shelf)) item.addEventListener('click', () => {
      if (!item.textContent.startsWith('Move')) { seen.push('shelf ' + item.firstChild.nodeValue.trim()); hide(shelf); return; }
      const more = document.createElement('div');
      more.innerHTML = '<div role="menu" class="over" style="left:200px;top:20px"><div role="menuitem">Upstairs</div></div>';
      layer.append(more);
      more.addEventListener('click', () => { seen.push('shelf upstairs'); hide(shelf); });
    });
  }, 50));
  document.addEventListener('keydown', ({ key }) => { if (key === 'Escape') hide(shelf); });
  for (const button of document.querySelectorAll('.more')) button.addEventListener('click', () => {
    const name = button.parentElement.firstChild.nodeValue.trim();
    for (const item of show(['Repair', 'Give away'], button)) item.addEventListener('click', () => { seen.push(item.firstChild.nodeValue.trim() + ' ' + name); hide(button); });
  });
  document.querySelector('.crates').addEventListener('contextmenu', (event) => {
    event.preventDefault();
    const name = event.target.closest('.crate').firstChild.textContent;
    for (const item of show(['Count', 'Empty'], null, event.clientX, event.clientY)) item.addEventListener('click', () => { seen.push(item.firstChild.nodeValue.trim() + ' ' + name); hide(); });
  });
  wood.addEventListener('input', () => setTimeout(() => {
    layer.innerHTML = '<div class="over">' + ['Oak', 'Ash', 'Elm'].filter((one) => one.startsWith(wood.value)).map((one) => '<div role="option">' + one + '</div>').join('') + '</div>';
    for (const option of layer.querySelectorAll('[role=option]')) option.addEventListener('mousedown', () => { held.wood = option.textContent; layer.innerHTML = ''; });
  }, 50));
  width.addEventListener('keydown', ({ key }) => { if (key === 'Enter') held.width = Number(width.value); });
  width.addEventListener('blur', () => { width.value = held.width; });
  owner.addEventListener('blur', () => { held.owner = owner.value; });
  for (const one of document.querySelectorAll('[role=switch]')) one.addEventListener('click', () => one.setAttribute('aria-checked', 'true'));
  document.querySelector('th').addEventListener('click', () => seen.push('sorted'));
</script>`;

describe.runIf(hasChromium)('menus', () => {
  const stage = onePage(page, 'Shelf');
  const { happened } = stage;
  let capture: RawCapture;
  beforeAll(async () => {
    capture = await stage.session.capture(discover, soon());
  });
  const named = (name: string) => actionNamed(capture, name);
  const run = (name: string, parameters: Record<string, unknown> = {}) => invoke(stage.session, named(name).address, parameters);
  const held = (name: string, value: unknown) =>
    until(stage.session, (now) => valueAt(now, `global:held/${name}`) === value, `${name}: ${String(value)}`);

  test('what is folded away is opened, and then pressed', async () => {
    for (const item of ['Oil', 'To Ben', 'Call a smith']) {
      expect(await run(item), item).toMatchObject({ ok: true });
      await happened(item);
    }
  });

  test('what lies behind a tab is done after it was opened, but for what rows of it have', async () => {
    expect(capture.actions.map(({ name }) => name)).not.toContain('Pull down');
    expect(await run('Open gate', {})).toMatchObject({ ok: true });
    await happened('Open gate');
  });

  test('what only stands beside a button is not opened by it', () => {
    expect(capture.actions.map(({ name }) => name)).not.toContain('Undo scrap');
  });

  test('an item of a menu that is drawn when it opens is chosen by its words', async () => {
    expect(named('choose from Shelf')).toMatchObject({
      kind: 'menu_item',
      reversibility: 'irreversible_write',
      parameters: [{ name: 'option', required: true }],
    });
    expect(await run('choose from Shelf', { option: 'Paint' })).toMatchObject({ ok: true });
    await happened('shelf Paint');
    expect(await run('choose from Shelf', { option: 'Move > Upstairs' })).toMatchObject({ ok: true });
    await happened('shelf upstairs');
    expect(await run('choose from Shelf', { option: 'Burn' })).toMatchObject({
      ok: false,
      dispatched: true,
      reason: 'bad_parameter',
      message: 'What opened does not have what is wanted: it has Dust, Paint, Move.',
    });
  });

  test('what a menu was seen to have is offered by name, with the row that is meant', async () => {
    expect(await run('choose from More', { row: 'Axe', option: 'Repair' })).toMatchObject({ ok: true });
    await happened('Repair Axe');
    const after = await until(stage.session, (now) => now.actions.some(({ name }) => name === 'Give away'), 'Give away');
    expect(actionNamed(after, 'choose from Shelf').parameters).toMatchObject([{ choices: ['Dust', 'Paint', 'Move'] }]);
    expect(actionNamed(after, 'Dust').parameters).toEqual([]);
    const { address, parameters } = actionNamed(after, 'Give away');
    expect(parameters).toMatchObject([{ name: 'row' }]);
    expect(await invoke(stage.session, address, { row: 'Rake' })).toMatchObject({ ok: true });
    await happened('Give away Rake');
  });

  test('so is one of the other button', async () => {
    expect(await run('choose from crates context menu', { row: 'Bolts', option: 'Empty' })).toMatchObject({ ok: true });
    await happened('Empty Bolts');
  });

  test('a field that suggests is written in until what is wanted is offered', async () => {
    const { address } = named('Wood');
    expect(await invoke(stage.session, address, { option: 'Elm' })).toMatchObject({ ok: true });
    await held('wood', 'Elm');
  });

  test('what was typed is taken when the field is left, or by Enter where it is not kept then', async () => {
    await run('Owner', { text: 'Dua' });
    await held('owner', 'Dua');
    expect(await run('Width', { text: 45 })).toMatchObject({ ok: true });
    await held('width', 45);
  });

  test('switches in a row are called by the words on their side, and a head with the focus sorts', async () => {
    expect(await run('Heater', { checked: true })).toMatchObject({ ok: true });
    expect(named('Lamp').kind).toBe('toggle');
    await run('Tool');
    await happened('sorted');
  });
});
