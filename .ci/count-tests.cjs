// Prints `N passed, N failed` (and `, N skipped`) from a vitest JSON report; exits 1 when there is nothing to count.
const { readFileSync } = require('node:fs');

const text = readFileSync(process.argv[2], 'utf8');
const report = text === '' ? { testResults: [] } : JSON.parse(text);
const tests = report.testResults.flatMap((file) => file.assertionResults);
const count = (...statuses) => tests.filter((test) => statuses.includes(test.status)).length;
// A file that fails to load has no tests, but counts as one failure.
const broken = report.testResults.filter(
  (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
).length;
const skipped = count('skipped', 'pending', 'todo', 'disabled');
console.log(
  `${count('passed')} passed, ${count('failed') + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
process.exitCode = tests.length === 0 ? 1 : 0;
