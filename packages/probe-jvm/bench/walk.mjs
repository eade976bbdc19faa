/**
 * How long the walk of the heap stops an application, against what the agent foretold, on heaps of several sizes and every JVM of this machine:
 *
 *   node bench/walk.mjs [MEGABYTES…]
 *
 * The longest time that a thread of the program stood still is the pause; on a machine that does other work as well, compare what the JVM's own
 * thread spent of a processor meanwhile. The sources of the workspace are used, not their build.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [20, 100, 500, 1000, 2000];
const root = fileURLToPath(new URL('../../../', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'substrate-jvm-walk-'));
const limit = () => AbortSignal.timeout(120_000);
const homes = existsSync('/usr/lib/jvm') ? readdirSync('/usr/lib/jvm').map((name) => `/usr/lib/jvm/${name}/bin/java`) : [];
const jvms = [...new Set(homes.filter((file) => existsSync(file)).map((file) => realpathSync(file)))];

const server = await createServer({
  root,
  configFile: `${root}vitest.config.ts`,
  logLevel: 'error',
  esbuild: { target: 'node20' },
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, watch: null },
});
const load = (name) => server.ssrLoadModule(`/packages/probe-jvm/src/${name}.ts`);
const { readArtifacts } = await load('artifacts');
const { connect } = await load('connection');
const { openHome, readDoor } = await load('home');
const { liveMegabytes, parseCounters } = await load('hsperfdata');
const { createJvmProbe } = await load('index');
const { readProcess } = await load('proc');

const busy = Math.min(2, Math.max(1, loadavg()[0] / availableParallelism()));

/** Milliseconds that the thread which walks the heap has run. */
const worked = (pid) => {
  const task = readdirSync(`/proc/${pid}/task`).find((id) =>
    readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').startsWith('VM Thread'),
  );
  return Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
};

const measure = async (java, alive, garbage, mode) => {
  const child = spawn(java, [`-Xmx${alive * 2 + 400}m`, '-cp', work, 'Hoard', String(alive), String(garbage)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  try {
    const line = () => new Promise((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())));
    await line();
    const facts = await readProcess(child.pid);
    const app = { pid: child.pid, startTime: facts.startTime, runtime: 'jvm', command: [] };
    const visit = await createJvmProbe().attach(app, undefined, limit());
    const home = await openHome(facts, readArtifacts());
    const connection = await connect(home, await readDoor(home), facts, limit());
    const counted = parseCounters(readFileSync(`/tmp/hsperfdata_${process.env.USER ?? 'root'}/${child.pid}`));
    const ask = async () => {
      const told = line();
      child.stdin.write('\n');
      return Number(await told) / 1000;
    };
    await ask();
    const before = worked(child.pid);
    const body = await connection.send('capture', {
      mode,
      budget: {},
      timings: true,
      liveMb: liveMegabytes(counted) ?? -1,
      busy,
    });
    const pause = await ask();
    const spent = worked(child.pid) - before;
    const estimate = body.timings['walk, estimated'] / 1000;
    const walk = body.timings.walk === undefined ? null : body.timings.walk / 1000;
    connection.close();
    await visit[Symbol.asyncDispose]();
    return { estimate, walk, pause, spent };
  } finally {
    child.kill('SIGKILL');
    rmSync(`/tmp/.java_pid${child.pid}`, { force: true });
  }
};

try {
  execFileSync('javac', ['--release', '8', '-nowarn', '-d', work, fileURLToPath(new URL('Hoard.java', import.meta.url))], {
    stdio: 'ignore',
  });
  for (const java of jvms) {
    for (const alive of sizes) {
      for (const mode of ['discover', 'heap']) {
        const { estimate, walk, pause, spent } = await measure(java, alive, Math.min(alive, 500), mode);
        const what =
          walk === null
            ? 'not walked'
            : `walk ${walk.toFixed(0)} ms, stood still ${pause.toFixed(0)} ms, processor ${spent.toFixed(0)} ms`;
        const ratio = walk === null ? '' : `, foretold/real ${(estimate / pause).toFixed(2)}`;
        console.log(`${java.split('/')[4]} ${mode}: ${alive} MB alive: foretold ${estimate.toFixed(0)} ms, ${what}${ratio}`);
      }
    }
  }
} finally {
  await server.close();
  rmSync(work, { recursive: true, force: true });
}
process.exit(0);
