import type { Ajv, ErrorObject } from 'ajv';
import { dialects, keepsTo } from '../../schemas/index.js';
import type { Json, JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { decodeStep, isObject, objectOr, pointerTo } from '../../schemas/json/values.js';
import { nearest } from '../problems/index.js';
import { createAjv, dialectOf, isKnownDialect } from './ajv.js';
import { finding } from './check.js';
import { patternProblem } from './pattern.js';

export interface SchemaProblem {
  /** Relative to the schema. */
  pointer: string;
  message: string;
  hint?: string;
}

/** Schemas deeper than this are refused: the validator's compiler is recursive. */
const deepest = 64;

/** Returns the faults of an embedded schema, found without compiling it. */
export function inspectSchema(schema: JsonSchema): SchemaProblem[] {
  const dialect = dialectOf(schema);
  if (!isKnownDialect(dialect)) {
    const message = 'names a dialect that is not supported';
    return [{ pointer: '/$schema', message, hint: `Use ${dialects['draft-2020-12']}.` }];
  }
  const nested = walk(schema);
  if (nested.tooDeep !== undefined) {
    return [{ pointer: nested.tooDeep, message: `is nested deeper than ${deepest} levels` }];
  }
  const problems = againstMetaSchema(schema, dialect);
  if (problems.length > 0) return problems;
  return [
    ...nested.patterns.flatMap(patterns),
    ...nested.refs.flatMap((ref) => reference(ref, schema, nested.anchors)),
  ];
}

const metaValidators = new Map<string, Ajv>();

/** Checks with the validator compiled ahead of time; compiles another one, which takes long, only to name the fault. */
function againstMetaSchema(schema: JsonSchema, dialect: string): SchemaProblem[] {
  if (keepsTo(dialect === dialects['draft-07'] ? 'draft-07' : 'draft-2020-12', schema)) return [];
  const ajv = metaValidators.get(dialect) ?? createAjv({ $schema: dialect });
  metaValidators.set(dialect, ajv);
  if (ajv.validate(dialect, schema)) return [];
  const errors = ajv.errors ?? [];
  // The meta-schema is a conjunction of vocabularies: the deepest error is the one about the fault itself.
  const deepestError = errors.reduce((a, b) => (b.instancePath.length > a.instancePath.length ? b : a));
  return [{ ...finding(deepestError), ...suggestion(deepestError) }];
}

function suggestion({ keyword, params, data }: ErrorObject): { hint?: string } {
  const close = keyword === 'enum' ? nearest(String(data), params['allowedValues']) : undefined;
  return close === undefined ? {} : { hint: `Did you mean \`${close}\`?` };
}

interface Found {
  patterns: { pointer: string; pattern: string }[];
  refs: { pointer: string; ref: string }[];
  anchors: Set<string>;
  tooDeep: string | undefined;
}

function walk(schema: Json): Found {
  const found: Found = { patterns: [], refs: [], anchors: new Set(), tooDeep: undefined };
  const visit = (value: Json, pointer: string, depth: number): void => {
    if (value === null || typeof value !== 'object') return;
    if (depth > deepest) {
      found.tooDeep ??= pointer;
      return;
    }
    if (isObject(value)) collect(value, pointer, found);
    for (const [key, member] of Object.entries(value)) {
      if (!literal.has(key)) visit(member, pointerTo(pointer, key), depth + 1);
    }
  };
  visit(schema, '', 0);
  return found;
}

/** Keywords whose values are data, not schemas. */
const literal = new Set(['const', 'enum', 'default', 'example', 'examples']);

function collect(schema: JsonObject, pointer: string, found: Found): void {
  const { pattern, patternProperties, $ref, $anchor, $dynamicAnchor, $id } = schema;
  if (typeof pattern === 'string') found.patterns.push({ pointer: pointerTo(pointer, 'pattern'), pattern });
  for (const name of Object.keys(objectOr(patternProperties))) {
    found.patterns.push({ pointer: pointerTo(`${pointer}/patternProperties`, name), pattern: name });
  }
  if (typeof $ref === 'string') found.refs.push({ pointer: pointerTo(pointer, '$ref'), ref: $ref });
  for (const anchor of [$anchor, $dynamicAnchor]) {
    if (typeof anchor === 'string') found.anchors.add(`#${anchor}`);
  }
  if (typeof $id === 'string') found.anchors.add($id);
}

function patterns({ pointer, pattern }: { pointer: string; pattern: string }): SchemaProblem[] {
  const message = patternProblem(pattern);
  if (message === undefined) return [];
  return [{ pointer, message, hint: 'Leave out look-around, back-references and repeat counts over 1000.' }];
}

function reference(
  { pointer, ref }: { pointer: string; ref: string },
  schema: JsonSchema,
  anchors: ReadonlySet<string>,
): SchemaProblem[] {
  const known = ref === '#' || anchors.has(ref) || (ref.startsWith('#/') && resolves(ref.slice(1), schema));
  // A reference relative to some `$id` is resolved when the schema is compiled.
  if (known || (anchors.size > 0 && !ref.startsWith('#'))) return [];
  const message = `refers to \`${ref}\`, which is not in this schema`;
  return [{ pointer, message, hint: 'Put the definition into `$defs` and refer to `#/$defs/<name>`.' }];
}

function resolves(fragment: string, schema: JsonSchema): boolean {
  let value: Json | undefined = schema;
  for (const segment of fragment.split('/').slice(1)) {
    if (value === null || typeof value !== 'object') return false;
    const key = decode(segment);
    value = Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
    if (value === undefined) return false;
  }
  return true;
}

function decode(segment: string): string {
  try {
    return decodeStep(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}
