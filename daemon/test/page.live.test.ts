import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { requireRuntime } from '@substrate/core/testing';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from './example-apps.js';
import { createWorkshop, has, type RunningDaemon, until, type Workshop } from './support.js';

/** The live page in a real browser, by what a person sees there. */
const board = `
const http = require('node:http');
const board = { title: 'Harbour', tideLevel: 1, visitors: [{ name: 'Ada' }, { name: 'Grace' }], apiToken: 'tok-9d81f2c4a7b355e0' };
function setTitle(title) { board.title = title; return board.title; }
function addVisitor(name) { board.visitors.push({ name }); return board.visitors.length; }
function deleteEverything() { board.visitors.length = 0; }
http.createServer((request, response) => { board.tideLevel++; response.end(JSON.stringify(board)); }).listen(0, '127.0.0.1', function () {
  require('node:fs').writeFileSync(process.argv[2], String(this.address().port));
});
module.exports = { setTitle, addVisitor, deleteEverything };
`;

const program = ['chromium', 'chromium-browser', 'google-chrome']
  .filter(has)
  .map((name) => execFileSync('which', [name], { encoding: 'utf8' }).trim())[0];
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe.runIf(requireRuntime('v8', missing.v8))('the live page', { timeout: 180_000 }, () => {
  let workshop: Workshop;
  let daemon: RunningDaemon;
  let browser: Browser;
  let page: Page;
  let port: string;
  const outside: string[] = [];

  const open = async (): Promise<void> => {
    const { stdout } = await workshop.run(['open', '--print', '--url', daemon.url, '--key', daemon.key as string]);
    await page.goto(stdout.trim());
  };

  beforeAll(async () => {
    workshop = createWorkshop();
    daemon = await workshop.daemon({ SUBSTRATE_PROBE__INTERVAL_MS: '300' });
    const file = workshop.write('board/server.js', board);
    workshop.write('board/package.json', '{"name":"board"}');
    workshop.start(process.execPath, [file, `${workshop.folder}/port`]);
    port = await until(() => {
      try {
        return readFileSync(`${workshop.folder}/port`, 'utf8');
      } catch {
        return undefined;
      }
    }, 'the port of the board');
    await until(async () => (await daemon.apps()).find((app) => app.app_id === 'board' && app.has_state), 'the board');
    browser = await chromium.launch({
      executablePath: program as string,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-dev-shm-usage',
      ],
    });
    page = await browser.newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(daemon.url.replace('http', ''))) {
        const { host } = new URL(request.url());
        if (!daemon.url.endsWith(host)) outside.push(request.url());
      }
    });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await workshop?.[Symbol.asyncDispose]();
  });

  test('asks for a key, and a ticket opens it once', async () => {
    await page.goto(`${daemon.url}/`);
    await page.getByLabel('API key').waitFor();
    await page.getByLabel('API key').fill('sk_substrate_wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('alert').waitFor();
    const { stdout } = await workshop.run(['open', '--print', '--url', daemon.url, '--key', daemon.key as string]);
    await page.goto(stdout.trim());
    await page.getByRole('button', { name: /board/ }).waitFor();
    expect(page.url()).toBe(`${daemon.url}/`);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}');
    const second = await fetch(stdout.trim(), { redirect: 'manual' });
    expect(second.status).toBe(401);
  });

  test('a pasted key is exchanged for the cookie', async () => {
    await page.context().clearCookies();
    await page.goto(`${daemon.url}/`);
    await page.getByLabel('API key').fill(daemon.key as string);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: /board/ }).waitFor();
    expect(page.url()).not.toContain('sk_');
  });

  test('shows values as they change, and secrets as such', async () => {
    await page.getByRole('button', { name: /board/ }).click();
    const row = page.getByRole('treeitem', { name: /^tide_level/ });
    await row.waitFor();
    const before = await row.textContent();
    await fetch(`http://127.0.0.1:${port}/`);
    await until(async () => (await row.textContent()) !== before, 'the level changes on the page');
    await page.getByRole('treeitem', { name: /redacted: a secret/ }).waitFor();
    expect(await page.content()).not.toContain('tok-9d81f2c4a7b355e0');
  });

  test('finds a key by its words and tells how to ask for it', async () => {
    await page.getByPlaceholder('Search keys and values').fill('grace');
    const found = page.getByRole('list', { name: 'Search results' }).getByRole('button');
    await found.first().click();
    const panel = page.getByRole('complementary');
    expect(await panel.textContent()).toContain('"Grace"');
    await panel.getByRole('button', { name: 'Copy as expression' }).waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByPlaceholder('Search keys and values').fill('');
  });

  test('tries an action without doing it, then does it and tells what changed', async () => {
    await page.getByRole('tab', { name: 'Actions' }).click();
    await page.getByPlaceholder(/Search \d+ actions/).fill('set title');
    const form = page.getByRole('listitem').filter({ hasText: /title/ }).first();
    await form.locator('summary').click();
    await form.getByLabel('title', { exact: true }).fill('Lighthouse');
    await form.getByLabel('What must be true afterwards').fill('board.title === "Lighthouse"');
    await form.getByText('not true now', { exact: true }).waitFor();
    await form.getByRole('button', { name: 'Try without doing it' }).click();
    await form.getByText('It would be done.').waitFor();
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('Harbour');
    await form.getByRole('button', { name: 'Do it' }).click();
    await form.getByText('Done.', { exact: true }).waitFor();
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('Lighthouse');
    await form.getByText('"Lighthouse"').first().waitFor();
  });

  test('says which gate refused an action', async () => {
    await page.getByPlaceholder(/Search \d+ actions/).fill('delete everything');
    const form = page
      .getByRole('listitem')
      .filter({ hasText: /delete/ })
      .first();
    await form.locator('summary').click();
    await form.getByRole('button', { name: 'Do it' }).click();
    await form.getByText(/Refused:.*(missing_verify_expression|confidence_too_low)/).waitFor();
  });

  test('tells what was done and by whom, and the difference of two captures', async () => {
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page
      .getByText(/by default: done/)
      .first()
      .waitFor();
    await fetch(`http://127.0.0.1:${port}/`);
    await until(async () => (await page.getByRole('checkbox').count()) > 2, 'three captures');
    await page.getByRole('checkbox').nth(0).check();
    await page.getByRole('checkbox').last().check();
    await page.getByRole('region', { name: 'Difference' }).getByText('tide_level').first().waitFor();
  });

  test('says whether an expression is true now, and completes keys', async () => {
    await page.getByRole('tab', { name: 'Expressions' }).click();
    const field = page.getByRole('combobox', { name: 'Expression' });
    await field.pressSequentially('board.tide');
    await page
      .getByRole('option', { name: /tide_level/ })
      .first()
      .waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    await field.press('End');
    await field.pressSequentially(' > 0');
    await page.getByText('true now', { exact: true }).waitFor();
  });

  test('renames a key in place', async () => {
    await page.getByRole('tab', { name: 'State' }).click();
    await page.getByRole('treeitem', { name: /^title/ }).click();
    await page.getByLabel('A better name').fill('harbour_board.headline');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('It is called harbour_board.headline from the next reading on.').waitFor();
    await page.getByRole('treeitem', { name: /^headline/ }).waitFor();
  });

  test('every view passes axe, in light and in dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const name of ['State', 'Actions', 'Timeline', 'Expressions']) {
        await page.getByRole('tab', { name }).click();
        // Evaluated, not added as a script: the page's own rules forbid that.
        await page.evaluate(readFileSync(axeFile, 'utf8'));
        const found = (await page.evaluate(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html.slice(0, 150)))',
        )) as string[];
        expect(found, `${name}, ${colorScheme}`).toEqual([]);
      }
    }
  });

  test('loses the daemon and gets it back', async () => {
    await page.getByRole('tab', { name: 'State' }).click();
    const { port: same } = new URL(daemon.url);
    await daemon.stop('SIGKILL');
    await page.getByText(/The daemon does not answer/).waitFor();
    daemon = await workshop.daemon({ SUBSTRATE_PROBE__INTERVAL_MS: '300', SUBSTRATE_SERVER__PORT: same });
    // Sessions of the page end with the daemon: it asks again.
    await page.getByLabel('API key').waitFor();
    await open();
    await page.getByRole('button', { name: /board/ }).click();
    await page.getByRole('treeitem', { name: /^tide_level/ }).waitFor();
  });

  test('asked nobody but the daemon', () => {
    expect(outside).toEqual([]);
  });
});
