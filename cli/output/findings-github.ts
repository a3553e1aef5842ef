import type { Finding } from '../../controller/catalog/contract.js';
import { printable } from './printable.js';

const commands = { error: 'error', warning: 'warning', hint: 'notice' } as const;

/** Workflow commands of GitHub Actions: each finding becomes a note on its line. */
export function findingsForGitHub(findings: readonly Finding[]): string {
  return findings.map(command).join('');
}

function command(finding: Finding): string {
  const { file, line, column, endLine, endColumn, rule, message, hint, severity } = finding;
  // Columns go with a range on one line only.
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
