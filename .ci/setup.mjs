#!/usr/bin/env node
/**
 * Behind `npm start`, `npm test` and `pnpm check`: installs what is missing, builds what changed, then does what it was called for.
 * Runs on a fresh clone with nothing but Node.js and npm, so it imports nothing that is not part of Node.js.
 * Progress goes to standard error: standard output belongs to the daemon and the tests.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const say = (text) => process.stderr.write(`${text}\n`);
/** A line of progress, and one with the time it took. */
const begin = (what) => {
  const begun = performance.now();
  say(`${what} …`);
  return () => say(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
};
const fail = (sentence) => {
  say(sentence);
  process.exit(1);
};

const env = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  DO_NOT_TRACK: '1',
};

/** Runs a command to its end with its output on our standard error; true when it succeeded. */
const run = (command, args, options = {}) =>
  spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 2, 2], shell: windows, ...options }).status === 0;

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 11))
    fail(`Substrate needs Node.js 20.11 or later and this is ${process.versions.node}: install a newer one and try again.`);
};

const fingerprint = () => {
  const hash = createHash('sha256').update(process.versions.modules);
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  for (const folder of ['.', '.ci', ...packages, 'daemon', 'examples']) {
    const file = join(root, folder, 'package.json');
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  return hash.update(readFileSync(join(root, 'pnpm-lock.yaml'))).digest('hex');
};

/** What is installed: `daemon` is what runs it, `all` also what tests, examples and checks need. */
const install = (wanted) => {
  const stamp = join(root, 'node_modules', '.installed');
  const print = fingerprint();
  const there = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  if (there[0] === print && (there[1] === 'all' || there[1] === wanted)) return;
  const what = wanted === 'all' ? 'every package, with what tests and examples need' : 'the packages that the daemon needs';
  const done = begin(`Installing ${what}`);
  const filters = wanted === 'all' ? [] : ['--prod', '--filter=@substrate/daemon...', '--filter=@substrate/setup'];
  const pnpm = ['--loglevel=error', 'exec', '--yes', `--package=${manifest.packageManager}`, '--', 'pnpm', 'install', ...filters];
  if (!run('npm', [...pnpm, '--frozen-lockfile', '--prefer-offline', '--reporter=append-only', '--loglevel=warn'])) {
    fail(
      'Installing the packages failed, see above: check that the network reaches the npm registry, then run the same command again.',
    );
  }
  writeFileSync(stamp, `${print} ${wanted}`);
  done();
};

const turbo = (...args) => run('turbo', [...args, '--ui=stream', '--log-order=grouped']);

const build = () => {
  const done = begin('Building what changed');
  if (!turbo('run', 'build', '--output-logs=errors-only')) fail('The build failed, see above.');
  done();
};

const quickBuild = async () => {
  const { stepsOf } = await import('./quick-build.mjs');
  try {
    await Promise.all(
      stepsOf(root).map(async ({ what, run }) => {
        const done = begin(`Building ${what}`);
        await run();
        done();
      }),
    );
  } catch (error) {
    fail(`The build failed: ${error.message}`);
  }
};

/** The browser and the display that live tests need; installed where that works without asking. */
const browser = () => {
  const missing = [
    ['chromium', ['chromium', 'chromium-browser', 'google-chrome']],
    ['xvfb', ['Xvfb']],
  ].filter(
    ([, commands]) => !commands.some((command) => env.PATH.split(delimiter).some((folder) => existsSync(join(folder, command)))),
  );
  if (missing.length === 0 || process.env.CHROME_PATH) return;
  const names = missing.map(([name]) => name);
  const install = `apt-get install -y ${names.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    say(`Some live tests need ${names.join(' and ')}: install it (on Debian: ${install}) to run them.`);
    return;
  }
  say(`Installing ${names.join(' and ')} for the live tests …`);
  const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 2] };
  run('apt-get', ['update', '-qq'], quiet);
  if (!run('apt-get', ['install', '-y', '-qq', ...names], quiet))
    say(`${install} failed: the live tests that need it will be skipped.`);
};

/** Runs the last command in the foreground, hands signals on to it, and ends as it ends. */
const become = (command, args) => {
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit', shell: windows && command !== process.execPath });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
};

/** Ends this process, as a signal would, once its parent has ended. */
const endWith = (parent) => {
  const timer = setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 250);
  timer.unref();
};

const [command, ...rest] = process.argv.slice(2);
const args = rest[0] === '--' ? rest.slice(1) : rest;

checkNode();
switch (command) {
  case 'start':
    install('daemon');
    await quickBuild();
    // npm hands no signal on: when it is gone, so is who wanted the daemon.
    endWith(process.ppid);
    // In this process: one that only waited for the daemon would show up in its list of applications.
    process.argv.splice(1, process.argv.length, join(root, 'daemon', 'dist', 'cli.js'), ...args);
    await import(pathToFileURL(process.argv[1]).href);
    break;
  case 'test':
    install('all');
    browser();
    build();
    become('turbo', [
      'run',
      'test',
      '--ui=stream',
      '--log-order=grouped',
      '--concurrency=1',
      '--continue=dependencies-successful',
      ...args,
    ]);
    break;
  case 'check':
    install('all');
    build();
    become(process.execPath, [join(root, '.ci', 'check.mjs'), ...args]);
    break;
  default:
    fail('Use: npm start [-- OPTIONS], npm test or pnpm check.');
}
