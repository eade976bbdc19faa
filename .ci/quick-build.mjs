/**
 * What `npm start` needs of the workspace, built in seconds: the daemon and the packages below it without their declarations, and the
 * parts that run inside targets where their compilers are there. What is newer than its sources is left alone.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf } from './entries.mjs';

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The daemon and every package of ours that it is made of. */
const closureOf = (root) => {
  const folders = new Map([['@substrate/daemon', join(root, 'daemon')]]);
  for (const name of readdirSync(join(root, 'packages'))) folders.set(`@substrate/${name}`, join(root, 'packages', name));
  const found = new Map();
  const add = (name) => {
    const folder = folders.get(name);
    if (folder === undefined || found.has(name)) return;
    const manifest = manifestOf(folder);
    found.set(name, { folder, manifest });
    Object.keys(manifest.dependencies ?? {}).forEach(add);
  };
  add('@substrate/daemon');
  return [...found.values()];
};

/** The newest change below a place, of folders too: what was removed counts. */
const newest = (path, skip = /[\\/](bin|obj)$|\.test\.ts$/) => {
  if (!existsSync(path)) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  let time = stats.mtimeMs;
  for (const name of readdirSync(path)) {
    const below = join(path, name);
    if (!skip.test(below)) time = Math.max(time, newest(below, skip));
  }
  return time;
};

const oldest = (files) => Math.min(...files.map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0)));

const outputsOf = ({ folder, manifest }) =>
  entriesOf(manifest).map((entry) => join(folder, entry.replace('src/', 'dist/').replace(/\.ts$/, '.js')));

const hasSite = ({ folder }) => existsSync(join(folder, 'vite.config.ts'));

const siteIsBuilt = ({ folder }) => oldest([join(folder, 'dist', 'site', 'index.html')]) >= newest(join(folder, 'site'));

const isBuilt = (one) =>
  oldest(outputsOf(one)) >=
  Math.max(...['src', 'package.json', 'secrets.json', 'node-wire.json'].map((name) => newest(join(one.folder, name))));

const hasNative = ({ manifest }) => manifest.scripts?.native !== undefined;

const nativeIsBuilt = ({ folder }) =>
  newest(join(folder, 'artifacts')) >= Math.max(newest(join(folder, 'native')), newest(join(folder, 'scripts')));

/** What is to be built, as steps that can be run side by side; none when all is there. */
export const stepsOf = (root) => {
  const closure = closureOf(root);
  const stale = closure.filter((one) => !isBuilt(one));
  const steps = closure
    .filter((one) => hasNative(one) && !nativeIsBuilt(one))
    .map(({ folder, manifest }) => ({
      what: `${manifest.name}, the part inside targets`,
      run: () => runNative(folder, manifest),
    }));
  const sites = closure.filter((one) => hasSite(one) && !siteIsBuilt(one));
  if (stale.length + sites.length > 0) steps.unshift({ what: 'packages', run: () => bundle(stale, sites) });
  return steps;
};

const bundle = async (packages, sites) => {
  const { build } = await import('esbuild');
  for (const { folder, manifest } of packages) {
    await build({
      absWorkingDir: folder,
      entryPoints: entriesOf(manifest),
      outdir: 'dist',
      outbase: 'src',
      bundle: true,
      // The root's `paths` point at sources.
      tsconfigRaw: {},
      splitting: true,
      packages: 'external',
      format: 'esm',
      target: 'node20',
      platform: 'neutral',
      logLevel: 'error',
    });
  }
  // A site is made of what was built above.
  for (const { folder } of sites) {
    const vite = await import('vite');
    await vite.build({ configFile: join(folder, 'vite.config.ts'), root: join(folder, 'site'), logLevel: 'error' });
  }
};

const runNative = (folder, manifest) =>
  new Promise((resolve, reject) => {
    const [, script] = manifest.scripts.native.split(' ');
    const child = spawn(process.execPath, [script], { cwd: folder, stdio: ['ignore', 2, 2] });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${script} of ${manifest.name} failed`))));
  });
