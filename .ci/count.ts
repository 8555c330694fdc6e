import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Adds up the test reports of a run: count.ts FOLDER FAILED_STEPS. A step that failed without a failed test (a lint
 * error, a suite that did not start) counts as a failure too.
 */

const [folder, failedSteps] = process.argv.slice(2) as [string, string];
let passed = 0;
let failed = 0;
for (const name of readdirSync(folder)) {
  const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  console.log(
    `${name}: ${report.numPassedTests} passed, ${report.numFailedTests} failed, ${report.numPendingTests} skipped`,
  );
}
failed = Math.max(failed, Number(failedSteps));
if (passed === 0) failed = Math.max(failed, 1);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
