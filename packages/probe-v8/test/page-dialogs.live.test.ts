import { describe, expect, test } from 'vitest';
import { actionNamed, hasChromium, invoke, onePage, poll, soon } from './chromium.js';

const page = `<!doctype html><title>Allotments</title><meta charset="utf-8">
<main>
  <button id="drop">Give up plot</button>
  <button id="call">Rename plot</button>
  <button id="save">Save plan</button>
</main>
<script>
  var seen = [];
  drop.onclick = () => seen.push('drop ' + confirm('Give up plot 12 for good?'));
  call.onclick = () => seen.push('call ' + prompt('What shall it be called?', 'Plot 12'));
  addEventListener('beforeunload', (event) => { if (seen.includes('saved')) event.preventDefault(); });
  save.onclick = () => { alert('The plan is saved.'); seen.push('saved'); };
</script>`;

describe.runIf(hasChromium)('what a page asks in a dialog while a call is carried out', () => {
  const stage = onePage(page, 'Give up plot');
  const addressOf = (name: string): string => actionNamed(stage.capture, name).address;
  const parametersOf = async (name: string) => {
    const { parameters, reversibility } = actionNamed(await stage.session.capture(poll, soon()), name);
    return { parameters: parameters.map((one) => [one.name, one.type, one.required]), reversibility };
  };

  test('a question without an answer gets no, is told, and takes an answer from then on', async () => {
    const before = await parametersOf('Give up plot');
    expect(before.parameters).toEqual([]);
    expect(await invoke(stage.session, addressOf('Give up plot'))).toMatchObject({
      ok: false,
      dispatched: true,
      reason: 'asked',
      message: expect.stringContaining('“Give up plot 12 for good?”'),
    });
    await stage.happened('drop false');
    expect(await parametersOf('Give up plot')).toEqual({
      parameters: [['confirm', 'boolean', false]],
      reversibility: 'irreversible_write',
    });
    expect(await invoke(stage.session, addressOf('Give up plot'), { confirm: true })).toMatchObject({ ok: true });
    await stage.happened('drop true');
    expect(await invoke(stage.session, addressOf('Give up plot'), { confirm: false })).toMatchObject({ ok: true });
  });

  test('a text that is asked for is given', async () => {
    expect(await invoke(stage.session, addressOf('Rename plot'))).toMatchObject({ ok: false, reason: 'asked' });
    expect(await invoke(stage.session, addressOf('Rename plot'), { answer: 'Nine Elms' })).toMatchObject({ ok: true });
    await stage.happened('call Nine Elms');
  });

  test('what is only said does not hold the page up, and is told', async () => {
    expect(await invoke(stage.session, addressOf('Save plan'))).toMatchObject({
      ok: true,
      message: expect.stringContaining('The page said “The plan is saved.”'),
    });
    await stage.happened('saved');
  });

  test('unsaved work stays where nobody says that it may go, and the page goes on', async () => {
    const away = { url: 'about:blank' };
    expect(await invoke(stage.session, 'builtin:navigate', away)).toMatchObject({ ok: false, reason: 'asked' });
    await stage.happened('saved');
    expect(await parametersOf('navigate')).toEqual({
      parameters: [
        ['url', 'string', true],
        ['confirm', 'boolean', false],
      ],
      reversibility: 'reversible_write',
    });
    expect(await invoke(stage.session, 'builtin:navigate', { ...away, confirm: true })).toMatchObject({ ok: true });
    expect((await stage.session.capture(poll, soon())).context.url).toBe('about:blank');
    expect((await parametersOf('navigate')).parameters).toEqual([['url', 'string', true]]);
  });
});
