import { describe, expect, test } from 'vitest';
import { actionNamed, discover, hasChromium, invoke, onePage, soon, until, valueAt } from './chromium.js';

/** A table that is painted: nothing of it is in the document, and a variable of two letters among words is all that leads to it. */
const page = `<!doctype html><title>Rental</title><canvas width="300" height="100"></canvas><button>Repaint</button>
<script type="module">
  const canvas = document.querySelector('canvas');
  class Grid {
    columns = [{ title: 'Tool', field: 'tool' }, { title: 'Days', field: 'days' }];
    rows = [{ tool: 'Chain saw', days: 3 }, { tool: 'Tile cutter', days: 5 }];
    zoom = 1.5;
    setCell(row, field, value) { this.rows[row][field] = value; this.paint(); }
    paint() { const brush = canvas.getContext('2d'); brush.clearRect(0, 0, 300, 100); this.rows.forEach((row, i) => brush.fillText(row.tool, 10, 20 + 20 * i)); }
  }
  const gr = new Grid();
  gr.paint();
  document.querySelector('button').addEventListener('click', () => gr.paint());
</script>`;

describe.runIf(hasChromium)('a table that is painted on a canvas', () => {
  const stage = onePage(page, 'Repaint');

  test('is told as records, by the words of its model, and has its cells set by the model’s own method', async () => {
    const capture = await stage.session.capture(discover, soon());
    const told = (path: string): unknown => valueAt(capture, `module:gr/${path}`);
    expect(['rows/0/tool', 'rows/1/days', 'columns/1/title', 'zoom'].map(told)).toEqual(['Chain saw', 5, 'Days', 1.5]);
    const { address, parameters } = actionNamed(capture, 'setCell');
    expect(parameters.map(({ name }) => name)).toEqual(['row', 'field', 'value']);
    expect(await invoke(stage.session, address, { row: 1, field: 'days', value: 8 })).toMatchObject({ ok: true });
    await until(stage.session, (now) => valueAt(now, 'module:gr/rows/1/days') === 8, 'the cell');
  });
});

/** A game that has nothing to be pressed: keys do what a table of them says, and a build took the names of all variables. */
const game = `<!doctype html><title>Bowls</title><canvas width="300" height="100"></canvas><p id="said"></p>
<script>
  (() => {
    var e = class { wood = 'elm'; rolls = 4; bias = 0.2; turf = ['north', 'south']; roll(t) { this.rolls += t; } };
    var n = class {
      aim = { degrees: 0, strength: 14 }; lamp = true; said = 'Hedda begins'; line = document.getElementById('said');
      constructor() { this.green = new e(); }
      turnAim(t) { this.aim.degrees += t; }
      switchLamp() { this.lamp = !this.lamp; }
      frame() { this.line.textContent = this.said; }
    };
    var o = new n(), r = { ArrowLeft: () => o.turnAim(-1), ArrowRight: () => o.turnAim(1), l: () => o.switchLamp() };
    addEventListener('keydown', (t) => { r[t.key] && (t.preventDefault(), r[t.key]()); });
    o.frame();
  })();
</script>`;

describe.runIf(hasChromium)('a game that keys alone play', () => {
  const stage = onePage(game, 'click');

  test('is told as what its keys speak of, and does what they do', async () => {
    const capture = await stage.session.capture(discover, soon());
    const { address, targets } = actionNamed(capture, 'turnAim');
    const [place] = targets ?? [];
    expect(valueAt(capture, `${place}/said`)).toBe('Hedda begins');
    expect(capture.actions.map(({ name }) => name)).not.toContain('frame');
    expect(await invoke(stage.session, address, { value: 3 })).toMatchObject({ ok: true });
    await until(stage.session, (now) => valueAt(now, `${place}/aim/degrees`) === 3, 'the aim');
    expect(await invoke(stage.session, actionNamed(capture, 'switchLamp').address)).toMatchObject({ ok: true });
    await until(stage.session, (now) => valueAt(now, `${place}/lamp`) === false, 'the lamp');
  });
});
