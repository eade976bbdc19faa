import type { RawCapture } from '@substrate/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { actionNamed, discover, hasChromium, invoke, onePage, soon } from './chromium.js';

/** Nothing on these says that it can be pressed: the box that they are in listens for all of them. */
const page = `<!doctype html><title>Drive</title><meta charset="utf-8">
<style>.tool { width: 20px; height: 20px } .twist { display: inline-block; width: 10px }</style>
<main>
  <div class="tools"><div class="tool" data-tooltip="New folder"><svg width="16" height="16"></svg></div><div class="tool" data-tooltip="Upload"><svg width="16" height="16"></svg></div><label>View <select><option>List</option><option>Grid</option></select></label></div>
  <button title="Bold (Ctrl+B)"><b>B</b></button>
  <div class="views"><span class="on">Month</span><span>Week</span><span>Day</span></div>
  <div class="files" tabindex="0">
    <div class="file"><span class="title">March.txt</span><span class="size">12 KB</span></div>
    <div class="file"><span class="title">April.txt</span><span class="size">9 KB</span></div>
    <div class="file"><span class="title">May.txt</span><span class="size">7 KB</span></div>
  </div>
  <table id="roster"><thead><tr><th class="sorts">Person</th><th>Shift</th></tr></thead><tbody>
    <tr><td>Ines</td><td>Early</td><td><span title="Remove row">🗑</span></td></tr><tr><td>Bo</td><td>Late</td><td><span title="Remove row">🗑</span></td></tr>
  </tbody></table>
  <div class="pages"><span class="first-page">«</span><a class="page-number">1</a><a class="page-number">2</a><a class="page-number">3</a><span class="next-page">›</span> <span id="sum">Page 1 of 3</span></div>
  <nav class="turn"><ul class="turn-list"><li class="turn-item"><button aria-label="Sheet 1">1</button></li><li class="turn-item"><button aria-label="Sheet 2">2</button></li><li class="turn-item"><button aria-label="Sheet 3">3</button></li></ul></nav>
  <ul role="tree" aria-label="Places"><li role="treeitem" aria-expanded="false"><span class="twist">▸</span><span class="line">North</span><ul role="group" hidden><li role="treeitem"><span>Fjord</span></li></ul></li><li role="treeitem"><span>South</span></li></ul>
  <div class="lamp"><input type="checkbox" role="switch" aria-label="Lamp" style="width: 0; height: 0; opacity: 0; margin: 0; position: absolute"><span class="core" style="display: inline-block; width: 40px; height: 20px; background: #999"></span></div>
  <div class="start" style="width: 20px; height: 20px"></div>
  <div class="shelf"></div>
  <ul class="bars"><li class="bar"><b>Edit</b><button>Take back</button></li></ul>
  <div class="dock-toolbar"><div class="dock-item"><i class="dock-icon"></i></div><div class="dock-item">Finish job</div><div class="dock-item">Lock gate</div></div>
  <div class="fold"><h5 id="rare"><button>Rare ones</button></h5><div class="folded" aria-labelledby="rare"><span>Lugger</span></div></div>
  <ul class="boats"><li class="boat selected">Gull</li><li class="boat">Tern</li></ul>
</main>
<script>
  var seen = [];
  const listen = (selector, type, part, say) => document.querySelector(selector).addEventListener(type, ({ target }) => { const one = target.closest(part); if (one) seen.push(say(one)); });
  listen('.tools', 'click', '.tool', (one) => one.dataset.tooltip);
  listen('.views', 'click', '.views span', (one) => 'view ' + one.textContent);
  listen('.dock-toolbar', 'click', '.dock-item', (one) => 'dock ' + one.textContent);
  listen('.files', 'mousedown', '.file', (one) => 'file ' + one.firstElementChild.textContent);
  listen('#roster thead', 'click', 'th', (one) => 'sorted ' + one.textContent);
  listen('#roster tbody', 'click', '[title]', (one) => 'removed ' + one.closest('tr').firstElementChild.textContent);
  document.querySelector('#roster tbody').addEventListener('dblclick', ({ target }) => {
    if (target.localName !== 'td' || target.cellIndex > 1) return;
    const was = target.textContent;
    target.innerHTML = '<input>';
    const field = target.firstChild;
    field.value = was;
    field.focus();
    field.addEventListener('keydown', ({ key }) => { if (key === 'Enter') { target.textContent = field.value; seen.push('edited ' + target.textContent); } });
  });
  listen('.pages', 'click', '.pages > *', (one) => 'turned ' + one.textContent);
  listen('.turn', 'click', 'button', (one) => 'sheet ' + one.textContent);
  listen('[role=tree]', 'click', '.twist,.line', (one) => (one.className === 'line' ? 'place ' : 'folded ') + one.textContent);
  document.querySelector('.lamp').addEventListener('click', ({ target }) => { if (target.localName !== 'input') document.querySelector('.lamp input').click(); });
  document.querySelector('.lamp input').addEventListener('change', ({ target }) => seen.push('lamp ' + target.checked));
  for (const one of document.querySelectorAll('.fold button,.folded')) one.addEventListener('click', () => seen.push('fold ' + one.textContent));
  document.querySelector('.start').addEventListener('click', () => seen.push('started'));
  document.querySelector('.bar button').onclick = () => seen.push('took back');
  for (const boat of document.querySelectorAll('.boat')) boat.addEventListener('click', () => seen.push('boat ' + boat.textContent));
  const draw = () => { document.querySelector('.shelf').innerHTML = '<button>Ring</button>'; document.querySelector('.shelf button').onclick = () => seen.push('rang'); };
  draw();
</script>`;

describe.runIf(hasChromium)('what is pressed in a box that listens for it', () => {
  const stage = onePage(page, 'Bold');
  const { happened } = stage;
  let known: RawCapture;
  beforeAll(async () => {
    await stage.session.capture(discover, soon());
    known = await stage.session.capture(discover, soon());
  });
  const press = async (name: string, parameters: Record<string, unknown>, effect: string): Promise<void> => {
    expect(await invoke(stage.session, actionNamed(known, name).address, parameters)).toMatchObject({ ok: true });
    await happened(effect);
  };

  test.each([
    ['a picture by its tip', 'Upload', {}, 'Upload'],
    ['one of several words, though one of them is marked', 'Week', {}, 'view Week'],
    ['a part of a bar, by its own words', 'Finish job', {}, 'dock Finish job'],
    ['a button that names what listens below it, too', 'Rare ones', {}, 'fold Rare ones'],
    ['a row, by its words', 'select files', { row: 'April' }, 'file April.txt'],
    ['a sign in a row, by its tip', 'Remove row', { row: 'Bo' }, 'removed Bo'],
    ['a cell that becomes a field', 'roster cell', { row: 'Ines', column: 'Shift', text: 'Night' }, 'edited Night'],
    ['the head of a column that sorts', 'Sort by Person', {}, 'sorted Person'],
    ['the next page, by the name that its author gave it', 'next-page', {}, 'turned ›'],
    ['a page by its number', 'page-number', { row: '3' }, 'turned 3'],
    ['pages of which nothing but their number is told', 'Sheet', { row: '2' }, 'sheet 2'],
    ['the line of a branch', 'North', {}, 'place North'],
    ['the sign that folds a branch', 'unfold North', {}, 'folded ▸'],
    ['a switch that is drawn beside its field', 'Lamp', { checked: true }, 'lamp true'],
    ['the only one of its kind, without a number', 'Take back', {}, 'took back'],
    ['a row where one is chosen', 'select boats', { row: 'Tern' }, 'boat Tern'],
    ['an empty box that listens, by the name that its author gave it', 'start', {}, 'started'],
  ])('%s', (_, name, parameters, effect) => press(name, parameters, effect));

  test('the box itself is none, nor what sums it up', () => {
    const names = known.actions.map(({ name }) => name).join();
    expect(names).not.toMatch(/Month Week|March|Page 1 of|North South|Sort by Shift/);
  });

  test('what was drawn anew since it was read is found again', async () => {
    const { address } = stage.named('Ring');
    const client = await stage.client();
    await client.Runtime.evaluate({ expression: 'draw()' });
    await client.close();
    expect(await invoke(stage.session, address, {})).toMatchObject({ ok: true });
    await happened('rang');
  });
});
