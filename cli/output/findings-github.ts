import type { Finding } from '../../controller/catalog/index.js';
import { printable } from './terminal/printable.js';

const commands = { error: 'error', warning: 'warning', hint: 'notice' } as const;

/** Returns workflow commands of GitHub Actions, which show each finding as a note on its line. */
export function findingsForGitHub(findings: readonly Finding[]): string {
  return findings.map(command).join('');
}

function command(finding: Finding): string {
  const { file, line, column, endLine, endColumn, rule, message, hint, severity } = finding;
  // GitHub accepts columns only for a range within one line.
  const columns = endLine === line ? { col: column, endColumn } : {};
  const properties = { file, line, ...columns, endLine, title: rule };
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${commands[severity]} ${list.join(',')}::${escapeData(hint ? `${message} (${hint})` : message)}\n`;
}

function escapeData(text: string): string {
  return printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
