import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { browserPath, openStage, until } from './page-stage.mjs';
import { squeeze } from './png.mjs';

/** The pictures of the live page in `docs/pictures`, made of the example applications: `node daemon/bench/page-pictures.mjs [FOLDER]`. */

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const target = path.resolve(process.argv[2] ?? fileURLToPath(new URL('../../docs/pictures', import.meta.url)));
const most = 150_000;
mkdirSync(target, { recursive: true });

const has = (program) => spawnSync('which', [program]).status === 0;
const run = (program, args) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stdout}${stderr}`);
};

/** Compilers are applications, too: they are done before anybody looks. */
const built = mkdtempSync(path.join(tmpdir(), 'substrate-built-'));
const web = path.join(examples, 'web');
if (!existsSync(path.join(web, 'dist', 'shop'))) run(process.execPath, [path.join(web, 'build.mjs')]);
if (has('javac'))
  run('javac', ['-parameters', '-nowarn', '-d', built, path.join(examples, 'jvm', 'store-server', 'StoreServer.java')]);
if (has('dotnet')) {
  const quiet = ['-c', 'Release', '-nologo', '-v', 'quiet', '-nodeReuse:false', '-p:UseSharedCompilation=false'];
  const out = ['-o', `${built}/worker`, `-p:BaseIntermediateOutputPath=${built}/obj/`];
  run('dotnet', ['build', path.join(examples, 'clr', 'worker'), ...quiet, ...out]);
}

const stage = await openStage({
  SUBSTRATE_PROBE__INTERVAL_MS: '500',
});
const { folder } = stage;

/** The web shop in a browser, the shop of Node.js, one of Java and of .NET where these are installed, and one that can't be read. */
const startExamples = async () => {
  const pages = stage.start(process.execPath, [path.join(web, 'serve.mjs')]);
  const site = await until(() => /http:\S+/.exec(pages.said())?.[0], 'the example pages');
  stage.start(browserPath, [
    ...'--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update'.split(
      ' ',
    ),
    ...'--disable-sync --disable-dev-shm-usage --remote-debugging-port=0'.split(' '),
    `--user-data-dir=${folder}/profile`,
    `${site}shop/`,
  ]);
  const shop = stage.start(process.execPath, [path.join(examples, 'node', 'shop', 'server.js'), folder]);
  stage.write('run.js', "process.on('SIGUSR1', () => {}); setInterval(() => {}, 1000);");
  stage.write('package.json', '{"name":"nightly-report"}');
  stage.start(process.execPath, ['run.js', folder]);
  if (has('javac')) stage.start('java', ['-cp', built, 'StoreServer', folder]);
  if (has('dotnet')) stage.start('dotnet', [`${built}/worker/MailWorker.dll`, `--folder=${folder}`]);
  return until(() => /http:\S+/.exec(shop.said())?.[0], 'the shop');
};

const send = (url, method, body) =>
  fetch(url, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

/** Something happens in the shop all the time. */
const visit = async (shop, times) => {
  for (let at = 0; at < times; at++) {
    await send(`${shop}/products/tea/price`, 'PUT', { price: Math.round((5 + 2 * Math.sin(at / 3)) * 20) / 20 });
    await fetch(`${shop}/products`);
    await sleep(600);
  }
};

const scenes = {
  async state(page) {
    // What every such server has steps back for what this one is about.
    for (const name of [/^process/, /^servers/, /^routes/]) {
      const row = page.getByRole('treeitem', { name }).first();
      if ((await row.count()) > 0) await row.click();
    }
    await page
      .getByRole('treeitem', { name: /^price/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Why' }).waitFor();
  },
  async actions(page) {
    await page.getByRole('tab', { name: 'Actions' }).click();
    await page.getByPlaceholder(/Search \d+ actions/).fill('price');
    const form = page
      .getByRole('listitem')
      .filter({ hasText: /set_price/ })
      .first();
    await form.locator('summary').click();
    await form.getByLabel('id', { exact: true }).fill('mug');
    await form.getByLabel('price', { exact: true }).fill('12.5');
    await form.getByLabel('What must be true afterwards').fill('products.mug.price === 12.5');
    await form.getByRole('button', { name: 'Do it' }).click();
    await form.getByText('Done.', { exact: true }).waitFor();
  },
  async timeline(page) {
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByRole('checkbox').nth(1).click();
    await page.getByRole('checkbox').nth(9).click();
    await page.getByRole('region', { name: 'Difference' }).locator('li').first().waitFor();
  },
};

try {
  const shop = await startExamples();
  await stage.ready('shop');
  const wanted = 3 + Number(has('javac')) + Number(has('dotnet')) - 1;
  await until(async () => (await stage.get('/apps')).apps.filter((app) => app.has_state).length >= wanted, 'the applications');
  const page = await stage.open({ viewport: { width: 1240, height: 720 }, deviceScaleFactor: 1 });
  await page.getByRole('button', { name: /shop/i }).first().waitFor();
  await page.locator('nav button').filter({ hasText: 'Node.js' }).first().click();
  await page.getByRole('treeitem').first().waitFor();
  await visit(shop, 30);
  for (const [name, play] of Object.entries(scenes)) {
    await play(page);
    await visit(shop, 3);
    for (const colorScheme of name === 'state' ? ['light', 'dark'] : name === 'actions' ? ['light'] : ['dark']) {
      await page.emulateMedia({ colorScheme });
      await page.mouse.move(0, 0);
      await sleep(300);
      writeFileSync(path.join(target, `page-${name}-${colorScheme}.png`), squeeze(await page.screenshot()));
    }
  }
} finally {
  await stage.close();
  rmSync(built, { recursive: true, force: true });
}
for (const file of readdirSync(target).filter((name) => name.endsWith('.png'))) {
  const { size } = statSync(path.join(target, file));
  console.log(`${file}: ${Math.round(size / 1000)} kB${size > most ? ', too large' : ''}`);
  if (size > most) process.exitCode = 1;
}
