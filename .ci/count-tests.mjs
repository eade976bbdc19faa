/** Adds up the result files that the test runs wrote, prints the closing line, and fails when nothing ran or something failed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const total = { passed: 0, failed: 0, skipped: 0 };
for (const file of existsSync(folder) ? readdirSync(folder) : []) {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  total.passed += numPassedTests;
  // A file that fails to load has no test of its own.
  total.failed +=
    numFailedTests + testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0).length;
  total.skipped += numPendingTests;
}
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
