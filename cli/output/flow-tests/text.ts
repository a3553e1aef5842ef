import type { Finding } from '../../../controller/catalog/index.js';
import type { FileTestReport, FlowTestResult, TestFailure } from '../../../controller/rehearsal/index.js';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import type { Palette } from '../terminal/palette.js';
import { printable } from '../terminal/printable.js';

/** Tasks that did not run, of one flow, in one line. */
const maxTasks = 8;

/** How the parts of a report become text. */
interface TextOptions {
  /** Returns a line of a file, by the name that the report has. */
  findLine(file: string, line: number): string | undefined;
  /** Returns findings as `svc validate` prints them. */
  describeFindings(findings: readonly Finding[]): string;
  palette: Palette;
}

/** Returns one line for a test that passes, and for any other one what was expected, received, and where. */
export function getResultText(
  result: FlowTestResult,
  { findLine, describeFindings, palette }: TextOptions,
): string {
  const { name, flow, durationMs, failures, findings, unused, file } = result;
  const mark = result.result === 'passed' ? palette.green('✓') : palette.red('✗');
  const facts = result.result === 'invalid' ? flow : `${flow}, ${durationMs} ms`;
  const lines = [`${mark} ${printable(name)}  ${palette.dim(printable(facts))}`.trimEnd()];
  lines.push(...indent(describeFindings(findings)));
  if (result.result === 'invalid')
    lines.push(palette.dim('    The test was not run: the files are not valid'));
  for (const failure of failures) lines.push(...getFailureLines(failure, file, findLine, palette));
  for (const { line } of unused)
    lines.push(`    ${palette.yellow('note:')} the answer at ${printable(file)}:${line} was not asked for`);
  return lines.map((line) => `${line}\n`).join('');
}

function indent(text: string): string[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [`    ${line}`]));
}

/** Returns the errors that keep files from being read; empty where there are none. */
export function getUnreadableText(
  { unreadable }: FileTestReport,
  { describeFindings, palette }: TextOptions,
): string {
  if (unreadable.length === 0) return '';
  const { length } = unreadable;
  const title =
    length === 1
      ? '1 file cannot be read; a test in it was not run'
      : `${length} files cannot be read; tests in them were not run`;
  const lines = [`${palette.red('✗')} ${title}`, ...indent(describeFindings(unreadable))];
  return lines.map((line) => `${line}\n`).join('');
}

function getFailureLines(
  failure: TestFailure,
  file: string,
  findLine: (file: string, line: number) => string | undefined,
  palette: Palette,
): string[] {
  const { kind, message, line, column, expected, actual, entry, task, flow } = failure;
  const lines = [`    ${palette.bold(`${printable(file)}:${line}:${column}`)}  ${printable(message)}`];
  const source = findLine(file, line);
  if (source !== undefined && source.trim() !== '')
    lines.push(palette.dim(`      ${line} | ${printable(source.slice(0, 120))}`));
  if (kind === 'unanswered') {
    if (actual !== undefined && actual !== null) lines.push(`      with      ${show(actual)}`);
    lines.push(palette.dim(`      at ${printable(task ?? '')} of ${printable(flow ?? '')}`));
    if (entry) lines.push(`      Add to given:  - ${show(entry)}`);
    return lines;
  }
  if (expected !== undefined) lines.push(`      expected  ${palette.green(show(expected))}`);
  if (expected !== undefined || actual !== undefined)
    lines.push(`      received  ${actual === undefined ? 'nothing' : palette.red(show(actual))}`);
  if (task !== undefined) lines.push(palette.dim(`      at ${printable(task)}`));
  return lines;
}

function show(value: Json): string {
  return printable(toJsonText(value));
}

/** Returns the coverage and the counts. */
export function getSummaryText(
  { passed, failed, coverage, missing, unreadable }: FileTestReport,
  palette: Palette,
): string {
  const lines = coverage.map(({ flow, tasks, missing: left }) => {
    const some = left.slice(0, maxTasks).join(', ');
    const more = left.length > maxTasks ? ` and ${left.length - maxTasks} more` : '';
    const open = left.length === 0 ? '' : `; not run: ${printable(some)}${more}`;
    return `${printable(flow)}: ${tasks - left.length} of ${tasks} tasks ran${open}\n`;
  });
  lines.push(...missing.map((text) => `${palette.yellow('note:')} ${printable(text)}\n`));
  const total = passed + failed;
  const counts = `${total} ${total === 1 ? 'test' : 'tests'}: ${passed} passed, ${failed} failed`;
  const mark = failed === 0 && unreadable.length === 0 ? palette.green('✓') : palette.red('✗');
  lines.push(`${mark} ${counts}\n`);
  return lines.join('');
}
