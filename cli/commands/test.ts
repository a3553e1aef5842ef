import type { FlowTestReport } from '../../controller/rehearsal/index.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import { watch } from '../client/watch.js';
import { type Command, isSet, text } from '../contract/command.js';
import { exitCodes } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { findingsForGitHub } from '../output/findings-github.js';
import { toGitHubFindings } from '../output/flow-tests/github.js';
import { toJUnit } from '../output/flow-tests/junit.js';
import { getResultText, getSummaryText } from '../output/flow-tests/text.js';
import { paletteFor } from '../output/terminal/palette.js';
import { printable } from '../output/terminal/printable.js';

const formats = ['text', 'json', 'junit', 'github'] as const;

export const test: Command = {
  usage: 'test [path|name...]',
  summary: 'run the tests of flows',
  description:
    'Runs the flow tests of this folder, or those in the given files and folders, of the given names, or of the given flows. It needs no\n' +
    'service: each test runs the flow with the answers that its file gives, and nothing leaves the process. Exits with 1 when a test fails.',
  options: [
    { flags: '--format <format>', description: 'format of the results', choices: formats },
    { flags: '--watch', description: 'run the tests again when a file changes, until Ctrl+C' },
  ],
  examples: ['svc test', 'svc test refund-needs-approval', 'svc test tests/ --format junit > report.xml'],
  async run(io, args, options) {
    const format = isSet(options, 'json') ? 'json' : (text(options, 'format') ?? 'text');
    const { digestFolder, runFolderTests } = await import('../client/local/folder-tests.js');
    const run = () => runFolderTests(io, args);
    if (isSet(options, 'watch')) {
      const again = onChange(() => digestFolder(io, args), run);
      const last = await watch(io, again, ({ report, lines }) =>
        (toText(io, report, format, lines) || getSummary(report)).trimEnd(),
      );
      return last.report.failed === 0 ? exitCodes.done : exitCodes.faulted;
    }
    const { report, lines } = await run();
    io.stdout.write(toText(io, report, format, lines));
    if (format !== 'text' || report.results.length === 0) io.stderr.write(getSummary(report));
    return report.failed === 0 ? exitCodes.done : exitCodes.faulted;
  },
};

/** Returns a function that computes again only where a digest has changed. */
function onChange<Value>(digest: () => Promise<string>, compute: () => Promise<Value>): () => Promise<Value> {
  let last: { digest: string; value: Value } | undefined;
  return async () => {
    const now = await digest();
    if (last?.digest !== now) last = { digest: now, value: await compute() };
    return last.value;
  };
}

function getSummary({ results, passed, failed }: FlowTestReport): string {
  if (results.length === 0)
    return 'There are no flow tests. How to write one: svc explain guide.test-flows\n';
  return `${passed} passed, ${failed} failed\n`;
}

function toText(
  io: Io,
  report: FlowTestReport,
  format: string,
  lines: ReadonlyMap<string, readonly string[]>,
): string {
  if (format === 'json') return `${printable(toJsonText({ ...report }, 2))}\n`;
  if (format === 'junit') return toJUnit(report);
  if (format === 'github') return findingsForGitHub(toGitHubFindings(report));
  if (report.results.length === 0) return '';
  const palette = paletteFor(io.stdout, io.env);
  const findLine = (file: string, line: number): string | undefined => lines.get(file)?.[line - 1];
  const results = report.results.map((result) => getResultText(result, findLine, palette));
  return `${results.join('')}\n${getSummaryText(report, palette)}`;
}
