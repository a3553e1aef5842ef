import type { Finding } from '../../controller/catalog/index.js';
import type { FileTestReport } from '../../controller/rehearsal/index.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import { connectionOptions } from '../client/connect.js';
import type { FolderTests } from '../client/local/folder-tests.js';
import { Questions } from '../client/questions.js';
import { watch } from '../client/watch.js';
import { type Command, isSet, type Options, text } from '../contract/command.js';
import { exitCodes, Failure, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { failureText } from '../output/failure-text.js';
import { findingsForGitHub } from '../output/findings-github.js';
import { findingsText } from '../output/findings-text.js';
import { toGitHubFindings } from '../output/flow-tests/github.js';
import { toJUnit } from '../output/flow-tests/junit.js';
import { getResultText, getSummaryText, getUnreadableText } from '../output/flow-tests/text.js';
import { getUpdateText } from '../output/flow-tests/update.js';
import { paletteFor } from '../output/terminal/palette.js';
import { printable } from '../output/terminal/printable.js';

const formats = ['text', 'json', 'junit', 'github'] as const;

export const test: Command = {
  usage: 'test [path|name...]',
  summary: 'run the tests of flows',
  description:
    'Runs the flow tests of this folder, or those in the given files and folders, of the given names, or of the given flows. It needs no\n' +
    'service: each test runs the flow with the answers that its file gives, and nothing leaves the process. Exits with 1 when a test fails.\n' +
    'With `--record` it asks the service for a test of a run, lists the values of the run that the file would have, and writes it to\n' +
    '`flow-tests`.',
  options: [
    { flags: '--format <format>', description: 'format of the results', choices: formats },
    {
      flags: '--update',
      description: 'write what the runs did into the files of failing tests, in place of what was expected',
    },
    {
      flags: '--record <run>',
      description: 'make a test of a run of a service: its input, the answers that it got, and what it did',
    },
    { flags: '--name <name>', description: 'with `--record`: the name of the test' },
    { flags: '--yes', description: 'with `--update` and `--record`: write without a question' },
    { flags: '--watch', description: 'run the tests again when a file changes, until Ctrl+C' },
    ...connectionOptions,
  ],
  examples: [
    'svc test',
    'svc test refund-needs-approval',
    'svc test --update',
    'svc test tests/ --format junit > report.xml',
  ],
  async run(io, args, options) {
    const format = isSet(options, 'json') ? 'json' : (text(options, 'format') ?? 'text');
    const { digestFolder, runFolderTests } = await import('../client/local/folder-tests.js');
    const run = () => runFolderTests(io, args);
    requireUse(options);
    const recorded = text(options, 'record');
    if (recorded !== undefined) return recordTest(io, recorded, args, options);
    if (isSet(options, 'update')) await updateTests(io, args, options);
    if (isSet(options, 'watch')) {
      // A test may be without its name while its file is edited: only the first run ends the command.
      const again = onChange(() => digestFolder(io, args), runWithFailures(run));
      const last = await watch(io, again, (outcome) =>
        (outcome instanceof Failure
          ? failureText(outcome, paletteFor(io.stdout, io.env))
          : toText(io, outcome, format) || getSummary(outcome.report)
        ).trimEnd(),
      );
      return last instanceof Failure ? last.exitCode : getExitCode(last.report);
    }
    const tests = await run();
    io.stdout.write(toText(io, tests, format));
    if (format !== 'text' || isEmpty(tests.report)) io.stderr.write(getSummary(tests.report));
    return getExitCode(tests.report);
  },
};

/** @throws Failure for options that mean nothing together */
function requireUse(options: Options): void {
  const isRecorded = text(options, 'record') !== undefined;
  const isUpdated = isSet(options, 'update');
  if (isRecorded && isUpdated) throw misuse('`--record` and `--update` do not go together');
  if (isSet(options, 'watch') && (isRecorded || isUpdated))
    throw misuse(
      `\`${isUpdated ? '--update' : '--record'}\` does not go with \`--watch\``,
      'Write first, then watch.',
    );
  if (isSet(options, 'yes') && !isRecorded && !isUpdated)
    throw misuse('`--yes` answers the question of `--update` or `--record`, and both are missing');
  if (isRecorded) return;
  for (const name of ['name', 'server', 'dir', 'branch'])
    if (text(options, name) !== undefined)
      throw misuse(`\`--${name}\` means nothing without \`--record\`: tests run in this process`);
}

/** Makes a test of a run, writes it once the user agrees, and runs it. @throws Failure */
async function recordTest(io: Io, run: string, args: readonly string[], options: Options): Promise<number> {
  if (args.length > 0) throw misuse('`--record` takes a run, and no files or names of tests');
  const { getRecordedText, receiveTest, requireNewFile, writeTest } = await import(
    '../client/record-test.js'
  );
  const { findTestFolder, runFolderTests } = await import('../client/local/folder-tests.js');
  const test = await receiveTest(io, run, options);
  const root = findTestFolder(io);
  requireNewFile(root, test);
  io.stderr.write(getRecordedText(test, paletteFor(io.stderr, io.env)));
  if (!isSet(options, 'yes')) await requireYes(io, `the file ${printable(test.path)}`);
  await writeTest(root, test);
  const tests = await runFolderTests(io, [test.name]);
  io.stdout.write(toText(io, tests, isSet(options, 'json') ? 'json' : (text(options, 'format') ?? 'text')));
  return getExitCode(tests.report);
}

/**
 * Shows what `--update` would change, asks, and writes the files. @throws Failure where the user does not agree, or cannot be asked
 */
async function updateTests(io: Io, args: readonly string[], options: Options): Promise<void> {
  const { findUpdates, writeUpdates } = await import('../client/local/folder-tests.js');
  const updates = await findUpdates(io, args);
  const palette = paletteFor(io.stderr, io.env);
  io.stderr.write(updates.map((update) => getUpdateText(update, palette)).join(''));
  const changed = updates.filter(({ before, after }) => before !== after);
  if (changed.length === 0) {
    if (updates.length === 0) io.stderr.write('No test fails: nothing to update\n');
    return;
  }
  const what = changed.length === 1 ? 'this file' : `these ${changed.length} files`;
  if (!isSet(options, 'yes')) await requireYes(io, what);
  await writeUpdates(changed);
}

async function requireYes(io: Io, what: string): Promise<void> {
  const questions = new Questions(io);
  try {
    if (!questions.canAsk)
      throw misuse(
        `There is no terminal to ask whether ${what} may be written`,
        'Add `--yes` to write without a question.',
      );
    if (!(await questions.askYes(`Write ${what}?`)))
      throw new Failure(exitCodes.faulted, 'Nothing was written');
  } finally {
    questions.close();
  }
}

function getExitCode({ failed, unreadable }: FileTestReport): number {
  return failed === 0 && unreadable.length === 0 ? exitCodes.done : exitCodes.faulted;
}

/** Returns a function that runs tests; from the second time on, it returns failures instead of throwing them. */
function runWithFailures(run: () => Promise<FolderTests>): () => Promise<FolderTests | Failure> {
  let isFirst = true;
  return async () => {
    try {
      return await run();
    } catch (error) {
      if (isFirst || !(error instanceof Failure)) throw error;
      return error;
    } finally {
      isFirst = false;
    }
  };
}

/** Returns a function that computes again only where a digest has changed. */
function onChange<Value>(digest: () => Promise<string>, compute: () => Promise<Value>): () => Promise<Value> {
  let last: { digest: string; value: Value } | undefined;
  return async () => {
    const now = await digest();
    if (last?.digest !== now) last = { digest: now, value: await compute() };
    return last.value;
  };
}

function isEmpty({ results, unreadable }: FileTestReport): boolean {
  return results.length === 0 && unreadable.length === 0;
}

function getSummary(report: FileTestReport): string {
  const { passed, failed, unreadable } = report;
  if (isEmpty(report)) return 'There are no flow tests. How to write one: svc explain guide.test-flows\n';
  const files =
    unreadable.length === 0
      ? ''
      : `, ${unreadable.length} ${unreadable.length === 1 ? 'file' : 'files'} cannot be read`;
  return `${passed} passed, ${failed} failed${files}\n`;
}

function toText(io: Io, { report, lines }: FolderTests, format: string): string {
  if (format === 'json') return `${printable(toJsonText({ ...report }, 2))}\n`;
  if (format === 'junit') return toJUnit(report);
  if (format === 'github') return findingsForGitHub(toGitHubFindings(report));
  if (isEmpty(report)) return '';
  const palette = paletteFor(io.stdout, io.env);
  const findLine = (file: string, line: number): string | undefined => lines.get(file)?.[line - 1];
  const describeFindings = (findings: readonly Finding[]): string =>
    findingsText(findings, findLine, palette);
  const options = { findLine, describeFindings, palette };
  const results = report.results.map((result) => getResultText(result, options));
  results.push(getUnreadableText(report, options));
  return `${results.join('')}\n${getSummaryText(report, palette)}`;
}
