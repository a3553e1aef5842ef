import { readFileSync } from 'node:fs';
import { builtInConnectors } from '../../../controller/connectors/index.js';
import { anyValue, SchemaCheck } from '../../../controller/json-schema/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';

/** The result of one document. */
export interface DocumentReport {
  file: string;
  operations: number;
  usable: number;
  /** Those of the usable ones for which a connection must have `baseUrl`: the document names no address. */
  withoutServer: number;
  /** How many operations cannot be called, by the reason; names in it are left out. */
  reasons: Record<string, number>;
  /** The reason why the document cannot be read. */
  fault?: string;
  seconds: number;
}

const connector = builtInConnectors().find(({ name }) => name === 'openapi');
/** As `call: <connection>.<action>` takes it. */
const callable = /^[A-Za-z_][\w-]*$/;
const baseUrl = 'https://api.example.com';

/**
 * Reads a document as a connection with credentials for all of its schemes, and counts the operations that flows can call:
 * the name fits, the input compiles, references and security schemes are known, and there is a server or `baseUrl`.
 */
export function surveyDocument(file: string): DocumentReport {
  const start = performance.now();
  const report: DocumentReport = {
    file,
    operations: 0,
    usable: 0,
    withoutServer: 0,
    reasons: {},
    seconds: 0,
  };
  const text = readFileSync(file, 'utf8');
  const fault = connector?.described?.check(text, 'document');
  if (fault) report.fault = fault.message;
  else {
    const config = { document: file, auth: { type: 'bearer' } };
    const compiled = new Map<string, string | undefined>();
    const asWritten = getActions(text, config);
    for (const [name, action] of Object.entries(getActions(text, { ...config, baseUrl }))) {
      report.operations++;
      const reason = callable.test(name)
        ? findReason(action, compiled)
        : 'the name of the action cannot be called';
      if (reason === undefined) {
        report.usable++;
        if (asWritten[name]?.check?.({}, isKnown)) report.withoutServer++;
      } else report.reasons[reason] = (report.reasons[reason] ?? 0) + 1;
    }
  }
  report.seconds = (performance.now() - start) / 1_000;
  return report;
}

function getActions(text: string, config: JsonObject) {
  return connector?.described?.actions(config, { document: text }) ?? {};
}

function isKnown(value: unknown): boolean {
  return value !== anyValue;
}

type Surveyed = ReturnType<typeof getActions>[string];

/** @param compiled the faults of inputs by their text: operations of one document often take the same */
function findReason(
  { input, check }: Surveyed,
  compiled: Map<string, string | undefined>,
): string | undefined {
  const text = JSON.stringify(input);
  const fault = check?.({}, isKnown);
  if (!compiled.has(text)) compiled.set(text, new SchemaCheck(input).compileFault());
  const reason = fault?.message ?? compiled.get(text);
  return reason?.replace(/`[^`]*`/g, '`…`').slice(0, 200);
}

/** Text on the reports of a collection, the whole last. */
export function summary(reports: readonly DocumentReport[]): { text: string; percent: number } {
  const total = { operations: 0, usable: 0, unread: 0, withoutServer: 0 };
  const reasons = new Map<string, number>();
  for (const { operations, usable, withoutServer, fault, reasons: own } of reports) {
    total.withoutServer += withoutServer;
    total.operations += operations;
    total.usable += usable;
    if (fault !== undefined) total.unread++;
    for (const [reason, count] of Object.entries(own))
      reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  }
  const percent = total.operations === 0 ? 0 : (100 * total.usable) / total.operations;
  const listed = [...reasons].sort(([, one], [, other]) => other - one);
  const text = [
    ...listed.map(([reason, count]) => `${String(count).padStart(7)}  ${reason}`),
    `${reports.length} documents, ${total.unread} of them not readable`,
    `${total.usable} of ${total.operations} operations can be called: ${percent.toFixed(2)} %, ${total.withoutServer} of them with a \`baseUrl\``,
  ].join('\n');
  return { text, percent };
}

/** One line on a document. */
export function toLine({ file, operations, usable, fault, reasons, seconds }: DocumentReport): string {
  const why = fault ?? Object.keys(reasons).slice(0, 3).join('; ');
  return `${usable}/${operations}  ${seconds.toFixed(1)} s  ${file}${why === '' ? '' : `  (${why})`}`;
}
