/** Adds up the result files that the test runs wrote, names what failed, prints the closing line, and fails when nothing ran or something failed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const folder = process.argv[2];
const total = { passed: 0, failed: 0, skipped: 0 };
for (const name of existsSync(folder) ? readdirSync(folder) : []) {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  total.passed += numPassedTests;
  total.failed += numFailedTests;
  total.skipped += numPendingTests;
  for (const { name: file, status, message, assertionResults } of testResults) {
    // A file that fails to load has no test of its own.
    if (status === 'failed' && assertionResults.length === 0) {
      total.failed += 1;
      console.log(`FAILED ${relative('.', file)}\n${message}`);
    }
    for (const test of assertionResults) {
      if (test.status === 'failed')
        console.log(`FAILED ${relative('.', file)} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
    }
  }
}
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
