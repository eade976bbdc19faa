import { createInterface } from 'node:readline';
import Jasmine from 'jasmine';

/** A test runner that stays: it runs all specs when a line says so, and keeps what came of each run. */
const runner = new Jasmine({ projectBaseDir: import.meta.dirname });
runner.loadConfig({ spec_dir: '.', spec_files: ['*.spec.mjs'], random: false });
runner.exitOnCompletion = false;
runner.clearReporters();

const runs = [];
let current = null;
runner.addReporter({
  jasmineStarted: ({ totalSpecsDefined }) => {
    current = { number: runs.length + 1, total: totalSpecsDefined, passed: 0, failed: 0, pending: 0, failures: [], suites: [] };
  },
  suiteDone: ({ description }) => current.suites.push(description),
  specDone: ({ fullName, status, failedExpectations }) => {
    current[status]++;
    if (status === 'failed') current.failures.push({ spec: fullName, message: failedExpectations[0].message });
  },
  jasmineDone: ({ overallStatus }) => {
    runs.push({ ...current, status: overallStatus });
    console.log(`run ${runs.length} ${overallStatus}`);
  },
});

const settings = { filter: '', bail: false };
const run = async () => {
  if (runs.length > 0) runner.env.configure({ autoCleanClosures: false });
  await runner.execute(undefined, settings.filter || undefined);
};
const commands = {
  run,
  filter: (text = '') => {
    settings.filter = text;
  },
  bail: (answer) => {
    settings.bail = answer === 'on';
  },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const [command, ...words] = line.split(' ');
  commands[command]?.(words.join(' '));
});
console.log('watching');
