import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { type ExampleResult, type ExpectedOutcome, runExample } from './run-example.js';

type Verdict = 'works' | 'notCompared' | 'notBuilt' | 'failed';

const marks: Readonly<Record<Verdict, string>> = {
  works: 'ok  ',
  notCompared: '?   ',
  notBuilt: '-   ',
  failed: 'FAIL',
};

const usage = `Validates and runs the examples of the Open Workflow Specification.

  npm run examples -- <folder of examples> …

Prints a line for each example: whether it validates, whether it ran, and how it ended, compared with \`outcomes.yaml\`. Exits
with 1 when one does not work whose parts of the language are all built, or ends differently.
`;

const folders = process.argv.slice(2);
if (folders.length === 0) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else process.exitCode = (await runAll(folders)) ? 0 : 1;

async function runAll(paths: readonly string[]): Promise<boolean> {
  const count = { works: 0, notCompared: 0, notBuilt: 0, failed: 0 };
  const outcomes = await readOutcomes();
  for (const folder of paths) {
    const names = (await readdir(folder, { recursive: true })).filter((name) => /\.ya?ml$/.test(name));
    for (const name of names.sort()) {
      const expected = outcomes[basename(name)];
      const result = await runExample(await readFile(join(folder, name), 'utf8'), expected);
      const { validates, ran, notBuilt, detail, difference } = result;
      const verdict = getVerdict(result, expected !== undefined);
      count[verdict]++;
      const columns = [name.padEnd(48), validates ? 'valid  ' : 'invalid', ran ? 'ran    ' : 'not run'];
      const said = difference === undefined ? detail : `${detail}, but ${difference}`;
      process.stdout.write(
        `${marks[verdict]}  ${columns.join('  ')}  ${notBuilt ? 'not built: ' : ''}${said}\n`,
      );
    }
  }
  const { works, notCompared, notBuilt, failed } = count;
  process.stdout.write(
    `\n${works} end as expected, ${notCompared} run without an expected outcome, ${notBuilt} need what is not built, ${failed} fail\n`,
  );
  return failed === 0 && works > 0;
}

function getVerdict({ ran, notBuilt, difference }: ExampleResult, isCompared: boolean): Verdict {
  if (!ran) return notBuilt ? 'notBuilt' : 'failed';
  if (!isCompared) return 'notCompared';
  return difference === undefined ? 'works' : 'failed';
}

async function readOutcomes(): Promise<Readonly<Record<string, ExpectedOutcome>>> {
  return parse(await readFile(new URL('outcomes.yaml', import.meta.url), 'utf8'));
}
