import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { FlowTestResult, RecordedTest } from '../../controller/rehearsal/index.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import { shortened } from '../../schemas/shortened.js';
import { type Options, text } from '../contract/command.js';
import { exitCodes, Failure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import type { Palette } from '../output/terminal/palette.js';
import { printable } from '../output/terminal/printable.js';
import { connect } from './connect.js';
import { runPath } from './run-of-word.js';

/** A test that the service has made of a run, with its result on the branch. */
export interface ReceivedTest extends RecordedTest {
  results: Pick<FlowTestResult, 'result' | 'failures' | 'findings'>[];
}

/** Asks the service for a test of a run. @throws Failure */
export async function receiveTest(io: Io, word: string, options: Options): Promise<ReceivedTest> {
  const connection = await connect(io, options);
  const { api } = connection;
  try {
    const name = text(options, 'name');
    const query = name === undefined ? '' : `?name=${encodeURIComponent(name)}`;
    return await api.call<ReceivedTest>(`${await runPath(connection, word)}/flow-test${query}`);
  } finally {
    await api.close();
  }
}

/** Characters of one value. */
const maxShown = 200;

/** Returns the values of the run that the file would have, what the test lacks, and whether the branch passes it. */
export function getRecordedText(
  { run, flow, path, values, valueCount, notes, results }: ReceivedTest,
  palette: Palette,
): string {
  const lines = [
    `${palette.bold(printable(path))} would have these values of the run ${printable(run)} of ${printable(flow)}:`,
    ...values.map(
      ({ pointer, value }) => `  ${printable(pointer)}  ${printable(shortened(toJsonText(value), maxShown))}`,
    ),
  ];
  if (values.length === 0) lines.push('  none');
  if (valueCount > values.length) lines.push(`  and ${valueCount - values.length} more`);
  lines.push(...notes.map((note) => `${palette.yellow('note:')} ${printable(note)}`));
  const [result] = results;
  const reason = result?.failures[0]?.message ?? result?.findings[0]?.message;
  if (result?.result !== 'passed')
    lines.push(
      `${palette.yellow('note:')} The branch as it is does not pass the test${reason === undefined ? '' : `: ${printable(reason)}`}`,
    );
  return lines.map((line) => `${line}\n`).join('');
}

/** Refuses to write over a file, or outside of the folder of tests. @throws Failure */
export function requireNewFile(root: string, { path, name }: ReceivedTest): void {
  if (!/^[a-z0-9-]+$/.test(name) || path !== `flow-tests/${name}.yaml`)
    throw new Failure(exitCodes.faulted, `The service names the path ${path}, where no test belongs`);
  if (!existsSync(resolve(root, path))) return;
  throw new Failure(exitCodes.faulted, `There is a file ${path} already: it was not written`, [
    'Give the test another name: `--name <name>`.',
  ]);
}

/** Writes the file of a test. @throws Failure where there is one */
export async function writeTest(root: string, test: ReceivedTest): Promise<void> {
  requireNewFile(root, test);
  const file = resolve(root, test.path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, test.text, { flag: 'wx' });
}
