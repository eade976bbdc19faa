import { describe, expect, test } from 'vitest';
import { actionNamed, hasChromium, invoke, onePage, until, valueAt } from './chromium.js';

/** Controls of rows: what a button would do next is written on it, rows are boxes of things, and labels say what their row is called. */
const page = `<!doctype html><title>Yard</title><meta charset="utf-8">
<style>.column { display: inline-block; width: 240px; vertical-align: top; min-height: 90px } .card { height: 60px }</style>
<main>
  <div class="pumps"></div>
  <div class="columns"></div>
  <section class="shed"><h2>Upstairs</h2><div class="crate"><b>Nails</b> <i>4 kg</i> <button>Weigh</button></div><div class="crate"><b>Bolts</b> <i>9 kg</i> <button>Weigh</button></div><div class="crate"><b>Hooks</b> <i>1 kg</i> <button>Weigh</button></div><input placeholder="Add to it"></section>
  <section class="shed"><h2>Downstairs</h2><div class="crate"><b>Rope</b> <i>7 kg</i> <button>Weigh</button></div><div class="crate"><b>Tar</b> <i>30 kg</i> <button>Weigh</button></div><div class="crate"><b>Glue</b> <i>2 kg</i> <button>Weigh</button></div><input placeholder="Add to it"></section>
  <p id="help" hidden>Press space bar to start a drag.</p>
</main>
<script>
  var seen = [];
  var pumps = [['North', true], ['East', true], ['South', false], ['West', true]].map(([name, on]) => ({ name, on }));
  var boats = [['Gull', 'Ashore'], ['Tern', 'Ashore'], ['Skua', 'Afloat'], ['Petrel', 'Afloat'], ['Kite', 'Sold']].map(([name, at]) => ({ name, at, paid: false }));
  const draw = () => {
    document.querySelector('.pumps').innerHTML = pumps.map(({ name, on }) => '<div class="pump"><b>' + name + ' pump</b> <i>12 l</i> <button>' + (on ? 'Halt' : 'Start') + '</button></div>').join('');
    document.querySelectorAll('.pump button').forEach((button, i) => button.addEventListener('click', () => { pumps[i].on = !pumps[i].on; seen.push(button.textContent + ' ' + pumps[i].name); draw(); }));
    document.querySelector('.columns').innerHTML = ['Ashore', 'Afloat', 'Sold'].map((at) => '<section class="column"><h2>' + at + '</h2>' + boats.filter((boat) => boat.at === at).map(({ name, paid }) =>
      '<div class="card" tabindex="0" role="button" aria-describedby="help" data-boat="' + name + '"><b>' + name + '</b> a boat <label><input type="checkbox"' + (paid ? ' checked' : '') + '> ' + name + ' is paid</label> <button>Scrap</button></div>').join('') + '</section>').join('');
    for (const card of document.querySelectorAll('.card')) {
      const boat = boats.find(({ name }) => name === card.dataset.boat);
      card.querySelector('input').addEventListener('change', ({ target }) => { boat.paid = target.checked; seen.push(boat.name + ' ' + boat.paid); });
      card.querySelector('button').addEventListener('click', () => seen.push('scrap ' + boat.name));
      // As libraries do that follow the pointer: nothing of it is in the markup.
      card.addEventListener('mousedown', () => {
        addEventListener('mouseup', ({ clientX, clientY }) => {
          const column = document.elementFromPoint(clientX, clientY)?.closest('.column');
          const at = column?.querySelector('h2').textContent;
          if (at && at !== boat.at) { boat.at = at; seen.push(boat.name + ' ' + at); setTimeout(draw, 80); }
        }, { once: true });
      });
    }
  };
  draw();
  for (const crate of document.querySelectorAll('.crate')) crate.querySelector('button').addEventListener('click', () => seen.push('weighed ' + crate.firstChild.textContent));
</script>`;

describe.runIf(hasChromium)('controls of rows', () => {
  const stage = onePage(page, 'Halt');
  const { named, happened } = stage;
  const run = (name: string, parameters: Record<string, unknown>) => invoke(stage.session, named(name).address, parameters);

  test('what is written on a button is an action of the rows that say so, by the same name whatever the others say', async () => {
    expect(named('Start').parameters).toMatchObject([{ name: 'row', type: 'string' }]);
    expect(await run('Start', { row: 'South' })).toMatchObject({ ok: true });
    await happened('Start South');
    const all = await until(stage.session, (now) => !now.actions.some(({ name }) => name === 'Start'), 'all run');
    expect(actionNamed(all, 'Halt').address).toBe(named('Halt').address);
    expect(await run('Halt', { row: 'South' })).toMatchObject({ ok: true });
    await happened('Halt South');
    expect(await run('Start', { row: 'North' })).toMatchObject({ ok: false, dispatched: false });
  });

  test('where rows are boxes of things, each of those is meant by its own words', async () => {
    expect(named('is paid')).toMatchObject({
      kind: 'toggle',
      parameters: [{ name: 'row' }, { name: 'checked', type: 'boolean' }],
    });
    expect(await run('is paid', { row: 'Tern', checked: true })).toMatchObject({ ok: true });
    await happened('Tern true');
    expect(await run('is paid', { row: 'Petrel', checked: true })).toMatchObject({ ok: true });
    await happened('Petrel true');
    expect(await run('Scrap', { row: 'Skua' })).toMatchObject({ ok: true });
    await happened('scrap Skua');
  });

  test('lists that are called the same are one, so that a name does not depend on which of them comes first', async () => {
    expect(stage.capture.actions.flatMap(({ name, address }) => (name === 'Weigh' ? [address] : []))).toHaveLength(1);
    expect(await run('Weigh', { row: 'Tar' })).toMatchObject({ ok: true });
    await happened('weighed Tar');
    expect(await run('Weigh', { row: 'Nails' })).toMatchObject({ ok: true });
    await happened('weighed Nails');
  });

  test('what is said to be dragged is, from box to box', async () => {
    const move = stage.capture.actions.find(({ name }) => name.startsWith('move '));
    expect(await invoke(stage.session, move?.address ?? '', { row: 'Gull', to: 'Afloat' })).toMatchObject({ ok: true });
    await happened('Gull Afloat');
    await until(stage.session, (now) => valueAt(now, 'global:boats/0/at') === 'Afloat', 'the gull afloat');
  });
});
