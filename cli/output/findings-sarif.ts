import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding, Severity } from '../../controller/catalog/contract.js';

/** What is told of a rule. */
export interface SarifRule {
  id: string;
  severity: Severity;
  summary: string;
  what: string;
  why: string;
  mend: string;
}

const levels = { error: 'error', warning: 'warning', hint: 'note' } as const;

/** SARIF 2.1.0 (OASIS), as code scanning services take it. */
export function findingsSarif(
  findings: readonly Finding[],
  rules: readonly SarifRule[],
  version: string,
): string {
  const used = new Set(findings.map(({ rule }) => rule));
  const told = rules.filter(({ id }) => used.has(id));
  const indexes = new Map(told.map(({ id }, index) => [id, index]));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'svc', semanticVersion: version, rules: told.map(descriptor) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => result(finding, indexes.get(finding.rule))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function descriptor({ id, severity, summary, what, why, mend }: SarifRule): object {
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: what },
    help: { text: `${what} ${why} ${mend}`, markdown: `${what}\n\n${why}\n\n**To mend it:** ${mend}` },
    defaultConfiguration: { level: levels[severity] },
  };
}

function result(finding: Finding, ruleIndex: number | undefined): object {
  const { line, column, endLine, endColumn } = finding;
  return {
    ruleId: finding.rule,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: levels[finding.severity],
    message: { text: finding.hint ? `${finding.message}. ${finding.hint}` : finding.message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifact(finding.file),
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
      },
    ],
  };
}

/** A URI reference; relative ones count from where the command ran, which services take for the repository. */
function artifact(file: string): object {
  if (isAbsolute(file)) return { uri: pathToFileURL(file).href };
  return { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}
