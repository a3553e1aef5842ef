import type { Finding } from '../../controller/catalog/contract.js';
import type { Palette } from './palette.js';
import { printable } from './printable.js';

/**
 * Findings for people, file by file: `file:line:column  message  (hint)`, then the line with the place marked.
 * @param linesOf the lines of a file, by the name the findings have
 */
export function findingsText(
  findings: readonly Finding[],
  linesOf: (file: string) => readonly string[],
  palette: Palette,
): string {
  let text = '';
  let file = findings[0]?.file;
  for (const finding of findings) {
    if (finding.file !== file) text += '\n';
    file = finding.file;
    text += `${headline(finding, palette)}\n${excerpt(finding, linesOf(file)[finding.line - 1], palette)}`;
  }
  return text;
}

/** Workflow commands of GitHub Actions: each finding becomes a note on its line. */
export function findingsForGitHub(findings: readonly Finding[]): string {
  const commands = { error: 'error', warning: 'warning', hint: 'notice' } as const;
  return findings
    .map((finding) => {
      const { file, line, column, endLine, endColumn, rule } = finding;
      const properties = { file, line, col: column, endLine, endColumn, title: rule };
      const list = Object.entries(properties).map(
        ([key, value]) => `${key}=${escapeProperty(String(value))}`,
      );
      const message = finding.hint ? `${finding.message} (${finding.hint})` : finding.message;
      return `::${commands[finding.severity]} ${list.join(',')}::${escapeData(message)}\n`;
    })
    .join('');
}

function headline(finding: Finding, palette: Palette): string {
  const place = palette.bold(`${printable(finding.file)}:${finding.line}:${finding.column}`);
  const paint = finding.severity === 'error' ? palette.red : palette.yellow;
  const mark = finding.severity === 'error' ? '' : `${paint(finding.severity)} `;
  const hint = finding.hint ? `  ${palette.dim(`(${printable(finding.hint)})`)}` : '';
  return `${place}  ${mark}${printable(finding.message)}${hint}`;
}

function excerpt(finding: Finding, line: string | undefined, palette: Palette): string {
  if (line === undefined || line.trim() === '') return '';
  const number = String(finding.line);
  const before = line.slice(0, finding.column - 1).replace(/[^\t]/g, ' ');
  const end = finding.endLine === finding.line ? finding.endColumn : line.length + 1;
  const width = Math.min(Math.max(end - finding.column, 1), Math.max(line.length - before.length, 1));
  const paint = finding.severity === 'error' ? palette.red : palette.yellow;
  return (
    `${palette.dim(`  ${number} |`)} ${printable(line)}\n` +
    `${palette.dim(`  ${' '.repeat(number.length)} |`)} ${before}${paint('^'.repeat(width))}\n`
  );
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
