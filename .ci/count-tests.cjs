// Prints which tests failed, and why, then `N passed, N failed` (and `, N skipped`), from a vitest JSON report; exits 1
// when there is nothing to count.
const { existsSync, readFileSync } = require('node:fs');
const { relative } = require('node:path');

const text = existsSync(process.argv[2]) ? readFileSync(process.argv[2], 'utf8') : '';
const report = text === '' ? { testResults: [] } : JSON.parse(text);
const tests = report.testResults.flatMap((file) => file.assertionResults);
const count = (...statuses) => tests.filter((test) => statuses.includes(test.status)).length;
let broken = 0;
for (const file of report.testResults.filter(({ status }) => status === 'failed')) {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  const name = relative(process.cwd(), file.name);
  for (const test of failed)
    console.log(`failed: ${name} > ${test.fullName}\n${firstLines(test.failureMessages.join('\n'))}`);
  if (failed.length > 0) continue;
  // A file that fails to load, or to tidy up, has no test that failed, but counts as one failure.
  broken += 1;
  console.log(
    `failed: ${name}\n${firstLines(file.message || 'Outside of its tests: `FAIL` above says where.')}`,
  );
}
const skipped = count('skipped', 'pending', 'todo', 'disabled');
console.log(
  `${count('passed')} passed, ${count('failed') + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
process.exitCode = tests.length === 0 ? 1 : 0;

function firstLines(message) {
  return message
    .split('\n')
    .slice(0, 12)
    .map((line) => `  ${line.slice(0, 300)}`)
    .join('\n');
}
