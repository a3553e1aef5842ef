import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { runScenario } from './run-scenario.js';
import { readScenarios } from './scenarios.js';

const usage = `Runs conformance features of the Open Workflow Specification.

  npm run conformance -- <feature file or folder> …  [--rewrite https://example.com=http://127.0.0.1:8080]

Prints a line for each scenario; exits with 1 when one fails or has a step that is not known.
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rewrite: { type: 'string', multiple: true, default: [] } },
});

if (positionals.length === 0) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  process.exitCode = (await runAll(positionals)) ? 0 : 1;
}

async function runAll(paths: readonly string[]): Promise<boolean> {
  const scenarios = (await Promise.all(paths.map(readScenarios))).flat();
  const rewrites = new Map(values.rewrite.map((each): [string, string] => [before(each), after(each)]));
  let failed = 0;
  for (const scenario of scenarios) {
    const title = `${relative('', scenario.file)}  ${scenario.feature} · ${scenario.name}`;
    try {
      await runScenario(scenario, rewrites);
      process.stdout.write(`ok    ${title}\n`);
    } catch (error) {
      failed++;
      process.stdout.write(`FAIL  ${title}\n    ${error instanceof Error ? error.message : error}\n`);
    }
  }
  process.stdout.write(
    `\n${scenarios.length} scenarios, ${scenarios.length - failed} passed, ${failed} failed\n`,
  );
  return failed === 0 && scenarios.length > 0;
}

function before(rewrite: string): string {
  return rewrite.slice(0, rewrite.indexOf('='));
}

function after(rewrite: string): string {
  return rewrite.slice(rewrite.indexOf('=') + 1);
}
