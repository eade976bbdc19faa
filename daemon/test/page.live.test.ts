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
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
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
    expect(page.url()).toMatch(/^http:\/\/[\d.:]+\/(#board)?$/);
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

  test('shows an application as soon as it runs, and what one costs that is read', async () => {
    workshop.write('late/package.json', '{"name":"latecomer"}');
    const late = workshop.start(process.execPath, [
      workshop.write('late/run.js', 'let beats = 1; setInterval(() => beats++, 1000);'),
    ]);
    const button = page.getByRole('button', { name: /latecomer/ });
    await button.waitFor();
    await button.getByText('live', { exact: true }).waitFor();
    await button.getByText(/ % CPU/).waitFor();
    await workshop.end(late);
    await page.getByRole('listitem').filter({ hasText: 'latecomer' }).getByText('ended', { exact: true }).waitFor();
  });

  test('says why one can not be read, and what to type, as doctor does', async () => {
    workshop.write('deaf/package.json', '{"name":"deaf"}');
    const file = workshop.write('deaf/run.js', "process.on('SIGUSR1', () => {}); setInterval(() => {}, 1000);");
    const deaf = workshop.start(process.execPath, [file]);
    const item = page.getByRole('listitem').filter({ hasText: /^deaf/ });
    await item.getByText(/SIGUSR1 handler of its own/).waitFor();
    const command = `substrate launch -- node ${file}`;
    await item.getByRole('button', { name: `Copy ${command}` }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(command);
    const { stdout } = await workshop.run(['doctor', '--json']);
    const told = JSON.parse(stdout).apps.find(({ pid }: { pid: number }) => pid === deaf.pid);
    expect(told.remedy).toContain(`\`${command}\``);
    expect((await daemon.app(deaf.pid as number))?.status_reason).toBe(told.remedy);
    await workshop.end(deaf);
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
    await panel.getByRole('button', { name: 'Copy as expression' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('board.visitors[1].name === "Grace"');
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByPlaceholder('Search keys and values').fill('');
  });

  test('says why a key is called what it is, and why it is where it is', async () => {
    await page.getByRole('treeitem', { name: /^tide_level/ }).click();
    const why = page.getByRole('region', { name: 'Why' });
    await why.getByText(/The program itself calls it “tideLevel”/).waitFor();
    const { objects } = await daemon.state(
      (await until(() => daemon.apps(), 'the list')).find((app) => app.app_id === 'board')!.pid,
    );
    const rank = Object.keys(objects).indexOf('board.tide_level') + 1;
    await why.getByRole('heading', { name: `Why it is number ${rank}`, exact: true }).waitFor();
    expect(await why.getByRole('listitem').count()).toBeGreaterThan(1);
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
  });

  test('is walked with the keyboard alone', async () => {
    await page.getByPlaceholder('Search keys and values').focus();
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    await page.keyboard.press('Home');
    await until(async () => (await focused.getAttribute('id')) === 'row-0', 'the first row');
    await page.keyboard.press('ArrowDown');
    await until(async () => (await focused.getAttribute('id')) === 'row-1', 'the second row');
    expect(await focused.getAttribute('role')).toBe('treeitem');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').waitFor();
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).press('Enter');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'State' }).press('ArrowRight');
    expect(await page.getByRole('tab', { name: 'Actions' }).getAttribute('aria-selected')).toBe('true');
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
    await form.getByText(/Say above what must be true afterwards|not sure enough/).waitFor();
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

  test('compares captures that are older than the page', async () => {
    const held = await page.getByRole('checkbox').count();
    await page.reload();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await until(async () => (await page.getByRole('checkbox').count()) >= held, 'the captures from before');
    await page.getByText('the oldest that is held').waitFor();
    // Neighbours differ, whatever came since.
    await page.locator('.timeline ol > li:nth-last-child(1) input').check();
    await page.locator('.timeline ol > li:nth-last-child(2) input').check();
    await page.getByRole('region', { name: 'Difference' }).getByRole('listitem').first().waitFor();
    await page.getByRole('tab', { name: 'Expressions' }).click();
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
        if (name === 'State') {
          await page.getByRole('treeitem', { name: /^tide_level/ }).click();
          await page.getByRole('region', { name: 'Why' }).waitFor();
        }
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
