import type { ParsedNode } from 'yaml';
import { isObject } from '../../../schemas/json/guards.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { Problem, type ProblemCode } from '../../problems/index.js';
import type { TextFinding } from './decode.js';
import { LineIndex } from './lines.js';
import { parseYaml, type YamlLimits } from './yaml-document.js';
import { toJson } from './yaml-value.js';

export type ParsedText =
  | { contents: ParsedNode | null; value: Json; finding?: undefined }
  | { contents?: undefined; value?: undefined; finding: TextFinding };

export const byteOrderMark = '\ufeff';

/** The rules about limits of the settings, and the code of the problem that a crossed limit is answered with. */
const limitCodes: Readonly<Record<string, ProblemCode>> = {
  'yaml-aliases': 'yaml_too_many_aliases',
  'yaml-depth': 'yaml_too_deep',
  'yaml-size': 'yaml_file_too_large',
};

/** Parses a text, and returns its tree and value, or its first fault. */
export function parseText(text: string, limits: YamlLimits): ParsedText {
  const { contents, findings } = parseYaml(text, limits);
  if (contents === undefined) return { finding: findings[0] as TextFinding };
  const json = toJson(contents, limits);
  const [finding] = json.findings;
  return finding ? { finding } : { contents, value: json.value };
}

/**
 * Returns the definition in a file; `{}` for an empty one.
 * @throws Problem entity_file_unreadable, or the code of the limit that the file crosses
 */
export function readYaml(text: string, { limits }: { limits: YamlLimits }): JsonObject {
  const { definition, finding } = parseDefinition(text, limits);
  if (finding) throw unreadable(text, finding);
  return definition;
}

type ParsedDefinition =
  | { definition: JsonObject; finding?: undefined }
  | { definition?: undefined; finding: TextFinding };

/** Parses the definition in a file; `{}` for an empty one. */
export function parseDefinition(text: string, limits: YamlLimits): ParsedDefinition {
  const body = withoutMark(text);
  const { value, finding } = parseText(body, limits);
  if (finding) return { finding };
  if (value === null) return { definition: {} };
  if (isObject(value)) return { definition: value };
  return { finding: { rule: '', message: 'it holds no map', start: 0, end: 0 } };
}

export function unreadable(text: string, { rule, start, message, hint }: TextFinding): Problem {
  const body = withoutMark(text);
  const { line, column } = new LineIndex(body).position(start);
  const detail = `The file cannot be read: ${message}, in line ${line}.`;
  return new Problem(limitCrossed([rule]) ?? 'entity_file_unreadable', detail, {
    hints: [hint ?? 'Fix the file in Git first; `svc validate` shows the fault.'],
    errors: [{ line, column, message }],
  });
}

/** Returns the problem code of the first rule, if all of these rules are about limits; undefined otherwise. */
export function limitCrossed(rules: readonly string[]): ProblemCode | undefined {
  const crossed = rules.map((rule) => limitCodes[rule]);
  return crossed.includes(undefined) ? undefined : crossed[0];
}

function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
}
