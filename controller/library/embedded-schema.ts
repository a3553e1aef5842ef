import type { Json } from '../../schemas/json.js';
import { isObject } from '../../schemas/rule.js';
import { inspectSchema, SchemaCheck, type SchemaFinding } from '../json-schema/index.js';
import { type LibraryFinding, TransformError } from './contract.js';

/** A JSON Schema inside a definition; undefined when there is none, or when it is reported as wrong. */
export function compileSchema(
  schema: Json | undefined,
  pointer: string,
  findings: LibraryFinding[],
): SchemaCheck | undefined {
  if (schema === undefined) return undefined;
  if (typeof schema !== 'boolean' && !isObject(schema)) return undefined;
  const problems = inspectSchema(schema);
  for (const { pointer: at, ...problem } of problems) {
    findings.push({ rule: 'schema-invalid', severity: 'error', pointer: pointer + at, ...problem });
  }
  return problems.length === 0 ? new SchemaCheck(schema) : undefined;
}

/** @throws TransformError when the value does not fit */
export function demand(check: SchemaCheck | undefined, value: Json, side: 'input' | 'output'): void {
  const findings = check?.findings(value) ?? [];
  if (findings.length === 0) return;
  throw new TransformError(side, `the ${side} does not fit its schema: ${told(findings)}`, { findings });
}

/** The first of several findings, as one sentence. */
export function told(findings: readonly SchemaFinding[]): string {
  const [first] = findings;
  if (!first) return '';
  const where = first.pointer === '' ? 'it' : `\`${first.pointer}\``;
  const more = findings.length > 1 ? `, and ${findings.length - 1} more` : '';
  return `${where} ${first.message}${more}`;
}
