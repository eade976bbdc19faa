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
