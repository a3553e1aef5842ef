import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runExample } from './run-example.js';

const usage = `Validates and runs the examples of the Open Workflow Specification.

  npm run examples -- <folder of examples> …

Prints a line for each example: whether it validates, whether it ran, and how it ended. Exits with 1 when one does not
work whose parts of the language are all built.
`;

const folders = process.argv.slice(2);
if (folders.length === 0) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else process.exitCode = (await runAll(folders)) ? 0 : 1;

async function runAll(paths: readonly string[]): Promise<boolean> {
  const count = { works: 0, notBuilt: 0, failed: 0 };
  for (const folder of paths) {
    const names = (await readdir(folder, { recursive: true })).filter((name) => /\.ya?ml$/.test(name));
    for (const name of names.sort()) {
      const result = await runExample(await readFile(join(folder, name), 'utf8'));
      const { validates, ran, notBuilt, detail } = result;
      count[ran ? 'works' : notBuilt ? 'notBuilt' : 'failed']++;
      const mark = ran ? 'ok  ' : notBuilt ? '-   ' : 'FAIL';
      const columns = [name.padEnd(48), validates ? 'valid  ' : 'invalid', ran ? 'ran    ' : 'not run'];
      process.stdout.write(`${mark}  ${columns.join('  ')}  ${notBuilt ? 'not built: ' : ''}${detail}\n`);
    }
  }
  const { works, notBuilt, failed } = count;
  process.stdout.write(`\n${works} work, ${notBuilt} need what is not built, ${failed} fail\n`);
  return failed === 0 && works > 0;
}
