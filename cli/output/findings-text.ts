import type { Finding } from '../../controller/catalog/index.js';
import { findExcerpt } from './excerpt.js';
import type { Palette } from './terminal/palette.js';
import { printable } from './terminal/printable.js';

/** Hints of one rule that are shown one by one; more of them are one line. */
const maxAlike = 3;

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
  const alike = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.severity !== 'hint') continue;
    const others = alike.get(finding.rule) ?? [];
    alike.set(finding.rule, others);
    others.push(finding);
  }
  let file = findings[0]?.file;
  for (const finding of findings) {
    const others = finding.severity === 'hint' ? (alike.get(finding.rule) ?? []) : [];
    if (others.length > maxAlike) {
      if (others[0] !== finding) continue;
      if (parts.length > 0) parts.push('\n');
      parts.push(headline(finding, palette, others), '\n');
      file = undefined;
      continue;
    }
    if (finding.file !== file && parts.length > 0) parts.push('\n');
    file = finding.file;
    parts.push(headline(finding, palette), '\n', excerpt(finding, findLine(file, finding.line), palette));
  }
  return parts.join('');
}

/** @param alike all findings that this line stands for */
function headline(finding: Finding, palette: Palette, alike: readonly Finding[] = [finding]): string {
  const place = palette.bold(
    `${printable(finding.file.replaceAll('\n', '\\n'))}:${finding.line}:${finding.column}`,
  );
  const mark = finding.severity === 'error' ? '' : `${painted(finding, palette)(finding.severity)}: `;
  const hint = finding.hint ? `  ${palette.dim(`(${oneLine(finding.hint)})`)}` : '';
  const more = alike.length - 1;
  const others = more === 0 ? '' : ` and ${more} more; \`--format json\` lists them`;
  return `${place}${others}  ${mark}${oneLine(finding.message)}${hint}  ${palette.dim(`[${finding.rule}]`)}`;
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
