import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding, rules } from '../../controller/catalog/index.js';
import { sentence } from '../../controller/problems/index.js';

type Rule = (typeof rules)[number];

const levels = { error: 'error', warning: 'warning', hint: 'note' } as const;

/** Returns a report in SARIF 2.1.0 (OASIS), which code scanning services read. */
export function findingsSarif(findings: readonly Finding[], rules: readonly Rule[], version: string): string {
  const used = new Set(findings.map(({ rule }) => rule));
  const listed = rules.filter(({ id }) => used.has(id));
  const indexes = new Map(listed.map(({ id }, index) => [id, index]));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'svc', semanticVersion: version, rules: listed.map(descriptor) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => result(finding, indexes.get(finding.rule))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function descriptor({ id, severity, summary, what, why, fix }: Rule): object {
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: what },
    help: { text: `${what} ${why} ${fix}`, markdown: `${what}\n\n${why}\n\n**To fix it:** ${fix}` },
    defaultConfiguration: { level: levels[severity] },
  };
}

function result(finding: Finding, ruleIndex: number | undefined): object {
  const { line, column, endLine, endColumn } = finding;
  return {
    ruleId: finding.rule,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: levels[finding.severity],
    message: { text: finding.hint ? `${sentence(finding.message)} ${finding.hint}` : finding.message },
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

/** Returns a URI reference. A relative one counts from the working directory, which services take for the repository. */
function artifact(file: string): object {
  if (isAbsolute(file)) return { uri: pathToFileURL(file).href };
  return { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}
