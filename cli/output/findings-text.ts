import type { Finding } from '../../controller/catalog/index.js';
import { findExcerpt } from './excerpt.js';
import type { Palette } from './terminal/palette.js';
import { printable } from './terminal/printable.js';

/**
 * Returns findings as text, file by file: `file:line:column  message  (hint)  [rule]`, then the marked line.
 * @param findLine returns a line of a file, by the name that the findings have
 */
export function findingsText(
  findings: readonly Finding[],
  findLine: (file: string, line: number) => string | undefined,
  palette: Palette,
): string {
  const parts: string[] = [];
  let file = findings[0]?.file;
  for (const finding of findings) {
    if (finding.file !== file) parts.push('\n');
    file = finding.file;
    parts.push(headline(finding, palette), '\n', excerpt(finding, findLine(file, finding.line), palette));
  }
  return parts.join('');
}

function headline(finding: Finding, palette: Palette): string {
  const place = palette.bold(
    `${printable(finding.file.replaceAll('\n', '\\n'))}:${finding.line}:${finding.column}`,
  );
  const mark = finding.severity === 'error' ? '' : `${painted(finding, palette)(finding.severity)}: `;
  const hint = finding.hint ? `  ${palette.dim(`(${oneLine(finding.hint)})`)}` : '';
  return `${place}  ${mark}${oneLine(finding.message)}${hint}  ${palette.dim(`[${finding.rule}]`)}`;
}

function excerpt(finding: Finding, line: string | undefined, palette: Palette): string {
  const seen = findExcerpt(finding, line);
  if (!seen) return '';
  const number = String(finding.line);
  const marker = painted(finding, palette)('^'.repeat(seen.width));
  return (
    `${palette.dim(`  ${number} |`)} ${seen.line}\n` +
    `${palette.dim(`  ${' '.repeat(number.length)} |`)} ${' '.repeat(seen.indent)}${marker}\n`
  );
}

function painted({ severity }: Finding, palette: Palette): (text: string) => string {
  if (severity === 'error') return palette.red;
  return severity === 'warning' ? palette.yellow : palette.cyan;
}

function oneLine(text: string): string {
  return printable(text.replaceAll(/\s*\n\s*/g, ' '));
}
