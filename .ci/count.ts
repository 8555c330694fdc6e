import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Adds up the test reports of a run: count.ts FOLDER FAILED_STEPS. A step that failed without a failed test (a lint
 * error, a suite that did not start) counts as a failure too. What failed is named at the end, where it is found at once.
 */

const [folder, failedSteps] = process.argv.slice(2) as [string, string];
let passed = 0;
let failed = 0;
const failures: string[] = [];
for (const name of readdirSync(folder)) {
  const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  console.log(
    `${name}: ${report.numPassedTests} passed, ${report.numFailedTests} failed, ${report.numPendingTests} skipped`,
  );
  for (const file of report.testResults) {
    if (file.message) failures.push(`${file.name}: ${file.message}`);
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status === 'failed') failures.push(`${file.name}: ${fullName}\n${failureMessages[0]}`);
    }
  }
}
for (const failure of failures) console.log(`✗ ${failure.slice(0, 1_500)}`);
failed = Math.max(failed, Number(failedSteps));
if (passed === 0) failed = Math.max(failed, 1);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
