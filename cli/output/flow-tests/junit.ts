import type { Finding } from '../../../controller/catalog/index.js';
import type { FileTestReport, FlowTestResult, TestFailure } from '../../../controller/rehearsal/index.js';
import { escapeHtml } from '../../../schemas/escape-html.js';
import { toJsonText } from '../../../schemas/json/json-text.js';

/** Returns the results as JUnit XML: one suite for each flow, and one for the files that cannot be read. */
export function toJUnit({ results, unreadable }: FileTestReport): string {
  const flows = [...new Set(results.map(({ flow }) => flow))];
  const suites = flows.map((flow) =>
    toSuite(
      flow,
      results.filter((each) => each.flow === flow),
    ),
  );
  if (unreadable.length > 0) suites.push(toFileSuite(unreadable));
  const failures = results.filter(({ result }) => result === 'failed').length;
  const errors = results.filter(({ result }) => result === 'invalid').length + unreadable.length;
  const counts = `tests="${results.length + unreadable.length}" failures="${failures}" errors="${errors}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="svc test" ${counts}>\n${suites.join('')}</testsuites>\n`;
}

function toFileSuite(findings: readonly Finding[]): string {
  const counts = `tests="${findings.length}" failures="0" errors="${findings.length}"`;
  const cases = findings.map(
    (each) =>
      `    <testcase name="${toXml(each.file)}" classname="files" file="${toXml(each.file)}" line="${each.line}" time="0.000">\n${toError(each)}    </testcase>\n`,
  );
  return `  <testsuite name="files" ${counts}>\n${cases.join('')}  </testsuite>\n`;
}

function toSuite(flow: string, results: readonly FlowTestResult[]): string {
  const failures = results.filter(({ result }) => result === 'failed').length;
  const errors = results.filter(({ result }) => result === 'invalid').length;
  const counts = `tests="${results.length}" failures="${failures}" errors="${errors}"`;
  return `  <testsuite name="${toXml(flow)}" ${counts}>\n${results.map(toCase).join('')}  </testsuite>\n`;
}

function toCase({ name, flow, file, line, durationMs, result, failures, findings }: FlowTestResult): string {
  const attributes = `name="${toXml(name)}" classname="${toXml(flow)}" file="${toXml(file)}" line="${line}" time="${(durationMs / 1_000).toFixed(3)}"`;
  if (result === 'passed') return `    <testcase ${attributes}/>\n`;
  const faults =
    result === 'invalid'
      ? findings.map(toError)
      : failures.map((each) => toFault('failure', each.kind, each.message, getDetail(each, file)));
  return `    <testcase ${attributes}>\n${faults.join('')}    </testcase>\n`;
}

function toError({ rule, message, hint, file, line, column }: Finding): string {
  const place = `${file}:${line}:${column}`;
  return toFault('error', rule, message, hint === undefined ? place : `${place}\n${hint}`);
}

function toFault(tag: 'failure' | 'error', type: string, message: string, detail: string): string {
  return `      <${tag} type="${toXml(type)}" message="${toXml(message)}">${toXml(detail)}</${tag}>\n`;
}

function getDetail({ line, column, expected, actual, task }: TestFailure, file: string): string {
  const lines = [`${file}:${line}:${column}`];
  if (task !== undefined) lines.push(`task: ${task}`);
  if (expected !== undefined) lines.push(`expected: ${toJsonText(expected)}`);
  if (actual !== undefined) lines.push(`received: ${toJsonText(actual)}`);
  return lines.join('\n');
}

/** XML has no characters for most controls: they are left out. */
function toXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0, section 2.2
  return escapeHtml(text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')).replaceAll(
    '\n',
    '&#10;',
  );
}
