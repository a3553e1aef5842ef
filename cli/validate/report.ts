import { type Finding, rules, type Severity } from '../../controller/catalog/index.js';
import { version } from '../../schemas/version.js';
import type { Io } from '../contract/io.js';
import { findingsForGitHub } from '../output/findings-github.js';
import { findingsSarif } from '../output/findings-sarif.js';
import { findingsText } from '../output/findings-text.js';
import { paletteFor } from '../output/terminal/palette.js';
import type { GivenFile } from './given-file.js';
import { type SkippedFiles, toSkippedJson, toSkippedList, toSkippedText } from './skipped-files.js';

export const formats = ['text', 'json', 'github', 'sarif'] as const;
export type Format = (typeof formats)[number];
export const severities: readonly Severity[] = ['error', 'warning', 'hint'];

export interface Report {
  findings: readonly Finding[];
  files: readonly GivenFile[];
  format: Format;
  /** True when no finding, shown or not, fails the check. */
  valid: boolean;
  skipped: SkippedFiles;
  /** True to list the files that were passed over. */
  isListed: boolean;
}

/** Prints the findings to `stdout` in the requested format, and a summary of one line to `stderr`. */
export function printReport(io: Io, report: Report): void {
  const text = formatted(io, report);
  if (text !== '') io.stdout.write(text);
  const passed = toSkippedText(report.skipped);
  if (passed !== undefined) io.stderr.write(`${passed}\n`);
  io.stderr.write(`${summary(io, report)}\n`);
}

function formatted(io: Io, { findings, files, format, valid, skipped, isListed }: Report): string {
  switch (format) {
    case 'json': {
      const [errors, warnings, hints] = severities.map((severity) => getCount(findings, severity));
      const counts = { files: files.length, errors, warnings, hints };
      return `${JSON.stringify({ valid, counts, passedOver: toSkippedJson(skipped), problems: findings }, null, 2)}\n`;
    }
    case 'github':
      return findingsForGitHub(findings);
    case 'sarif':
      return findingsSarif(findings, rules, version);
    case 'text': {
      const listed = isListed ? toSkippedList(skipped) : '';
      return listed + findingsText(findings, lineReader(files), paletteFor(io.stdout, io.env));
    }
  }
}

function getCount(findings: readonly Finding[], severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}

/** Returns a function that reads lines. It keeps one file at a time, because findings come file by file. */
function lineReader(files: readonly GivenFile[]): (file: string, line: number) => string | undefined {
  const contents = new Map(files.map(({ shown, content }) => [shown, content]));
  let current: { file: string; lines: readonly string[] } | undefined;
  return (file, line) => {
    if (current?.file !== file) {
      const text = new TextDecoder().decode(contents.get(file));
      current = { file, lines: text.split(/\r?\n/) };
    }
    return current.lines[line - 1];
  };
}

function summary(io: Io, { findings, files, valid, skipped }: Report): string {
  const palette = paletteFor(io.stderr, io.env);
  const present = severities.filter((severity) => getCount(findings, severity) > 0);
  const counts = present.map((severity) => counted(getCount(findings, severity), severity)).join(', ');
  if (valid) {
    const without = findings.filter(({ rule }) => rule === 'kind-missing').length;
    const others = without === 0 ? '' : `, ${counted(without, 'file')} without an entity`;
    // Files of other tools are passed over: that none is wrong says nothing about them.
    const isNothing = without === files.length && (files.length > 0 || skipped.tools.size > 0);
    const sign = isNothing ? palette.yellow('!') : palette.green('✓');
    return `${sign} ${counted(files.length - without, 'file')} valid${others}${counts && `, ${counts}`}`;
  }
  const { rule } = findings.find(({ severity }) => severity === 'error') ?? findings[0] ?? {};
  const more = rule === undefined ? '' : palette.dim(`; \`svc explain rule.${rule}\` says more`);
  return `${palette.red('✗')} ${counts} in ${counted(files.length, 'file')}${more}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
