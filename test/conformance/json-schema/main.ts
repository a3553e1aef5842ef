import { type Comparison, compare } from './judge.js';
import { type Draft, drafts, readCases } from './suite.js';

const usage = `Compares svc with Ajv on the JSON Schema Test Suite.

  npm run conformance:json-schema -- <folder of the suite>

svc is judged by whole flows: each schema is the \`input.schema\` of one, and each value is offered as its input.

Prints what each passes, each difference, and the schemas that svc refuses before it validates a value. The exit code is 1
when svc fails a test that Ajv passes, with a schema that svc accepts.
`;

const [folder] = process.argv.slice(2);

if (folder === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  for (const draft of Object.keys(drafts) as Draft[]) {
    const comparison = compare(draft, readCases(folder, draft));
    print(draft, comparison);
    if (comparison.lost.length > 0) process.exitCode = 1;
  }
}

function print(draft: Draft, comparison: Comparison): void {
  const { schemas, tests, passed, refusedTests, lost, won, refused } = comparison;
  const reasons = refused.map(
    ({ name, reason, ajvPasses }) => `${name}: ${reason} (Ajv passes ${ajvPasses} tests)`,
  );
  const lines = [
    `${draft}: ${schemas} schemas, ${tests} tests; Ajv passes ${passed.ajv}, svc passes ${passed.svc}`,
    `  tests with schemas that svc refuses, which it does not pass: ${refusedTests}`,
    `  Ajv passes, svc fails: ${lost.length}`,
    ...lost.map((line) => `    ${line}`),
    `  svc passes, Ajv fails: ${won.length}`,
    ...won.map((line) => `    ${line}`),
    `  schemas that svc refuses: ${refused.length}`,
    ...reasons.map((line) => `    ${line}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
