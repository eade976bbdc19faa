/** One application of each runtime that this machine can start, each with the run's folder in its command line. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtWorker } from './built-worker.mjs';
import { folder, start, write } from './world.mjs';

const shop = `
const shop = { till: { cash: 10 }, name: 'x' };
exports.shop = shop;
exports.earn = function earn(amount) { shop.till.cash += amount; return shop.till.cash; };
require('node:http').createServer((request, response) => response.end(JSON.stringify(shop))).listen(0, '127.0.0.1');
`;

const has = (command) => {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const runtimes = {
  node: {
    name: 'Node.js',
    isHere: () => true,
    start: () => {
      write('attacked/package.json', JSON.stringify({ name: 'attacked', version: '1.0.0' }));
      return start(process.execPath, [write('attacked/main.js', shop)]);
    },
  },
  jvm: {
    name: 'the JVM',
    isHere: () => has('javac'),
    // What nothing refers to stays until the JVM has a reason to look, classes for long: it is no loss.
    tidy: (pid) => execFileSync('jcmd', [String(pid), 'GC.run'], { stdio: 'ignore' }),
    start: () => {
      const sources = fileURLToPath(new URL('../../examples/jvm/queue-service/', import.meta.url));
      const classes = path.join(folder, 'classes');
      const files = readdirSync(sources).filter((file) => file.endsWith('.java'));
      execFileSync('javac', ['-parameters', '-nowarn', '-d', classes, ...files.map((file) => sources + file)]);
      // All of its heap is there from the start: what it touches for the first time would look like what we hold.
      return start('java', ['-Xmx64m', '-Xms64m', '-XX:+AlwaysPreTouch', '-cp', classes, 'QueueService']);
    },
  },
  clr: {
    name: '.NET',
    isHere: () => has('dotnet'),
    // A youngest generation of 4 MB: as large as it is by itself, garbage would lie there for hours and look like a loss.
    start: async () =>
      start('dotnet', [path.join(await builtWorker(), 'MailWorker.dll'), `--folder=${folder}`], 'ignore', {
        DOTNET_GCgen0size: '400000',
      }),
  },
};

/** Those of the runtimes that are wanted and here, started. */
export const startApplications = async (wanted) => {
  const started = [];
  for (const one of wanted) {
    const { name, isHere, tidy, start: startIt } = runtimes[one];
    if (isHere()) started.push({ runtime: one, name, tidy, child: await startIt() });
    else console.log(`${name} is not on this machine`);
  }
  return started;
};
