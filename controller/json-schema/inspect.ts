import type { Ajv, ErrorObject } from 'ajv';
import { type Dialect, dialects, keepsTo } from '../../schemas/index.js';
import type { JsonSchema } from '../../schemas/json/types.js';
import { objectOr, pointerTo } from '../../schemas/json/values.js';
import { nearest } from '../../schemas/nearest.js';
import { createAjv } from './ajv.js';
import { finding, SchemaCheck } from './check.js';
import { Defaults } from './defaults.js';
import { findDialect } from './dialect.js';
import { patternProblem } from './pattern.js';
import { danglingReferences, endlessReferences } from './references.js';
import { SchemaIndex } from './schema-index.js';
import { invalid, type SchemaProblem } from './schema-problem.js';
import { unfitValues, unfitValuesApart } from './stated-values.js';
import { maxSteps, StepMeter } from './step-meter.js';
import { ineffectiveParts } from './unknown-keywords.js';

/** A schema with more references is compiled to see whether it can be: the validator's compiler is recursive. */
const maxReferences = 100;

/** The problems of schemas that were inspected before: a function is compiled at each of its calls. */
const inspected = new WeakMap<object, readonly SchemaProblem[]>();

/** True while `withoutInspection` builds something; building is synchronous. */
let isKnownValid = false;

/**
 * Builds something of a definition that was found valid before: meanwhile \`inspectSchema\` finds nothing. Inspecting schemas,
 * which may compile a validator for each value that they state, takes most of the time of building a plan.
 */
export function withoutInspection<Built>(build: () => Built): Built {
  const before = isKnownValid;
  isKnownValid = true;
  try {
    return build();
  } finally {
    isKnownValid = before;
  }
}

/** Tells whether a definition is built that was found valid before: what only finds its faults is left out. */
export function isOfValidDefinition(): boolean {
  return isKnownValid;
}

/** Returns the faults of an embedded schema. It is compiled only where nothing else shows that it can be. */
export function inspectSchema(schema: JsonSchema): readonly SchemaProblem[] {
  if (isKnownValid) return [];
  if (typeof schema !== 'object') return getProblems(schema);
  const problems = inspected.get(schema) ?? getProblems(schema);
  inspected.set(schema, problems);
  return problems;
}

function getProblems(schema: JsonSchema): SchemaProblem[] {
  const dialect = findDialect(schema);
  if (dialect === undefined) {
    const hint = `Use ${dialects['draft-2020-12']}.`;
    return [invalid('/$schema', 'names a dialect that is not supported', hint)];
  }
  const index = new SchemaIndex(schema, dialect);
  if (index.tooDeep !== undefined) return [invalid(index.tooDeep, 'is nested too deep')];
  const problems = [...againstMetaSchema(schema, dialect), ...ineffectiveParts(index, dialect)];
  problems.push(...unusablePatterns(index));
  problems.push(...danglingReferences(index), ...endlessReferences(index, dialect));
  // The validator can be built only from a schema without faults.
  const faults = problems.filter(({ severity }) => severity === 'error');
  if (faults.length > 0) return [...problems, ...unfitValuesApart(faults, index, dialects[dialect])];
  return [...problems, ...faultsOfUse(schema, index)];
}

/** The validators of the dialects share their steps, which begin again with each schema. */
const metaMeter = new StepMeter();
const metaValidators = new Map<Dialect, Ajv>();

/** Checks with the validator compiled ahead of time; compiles another one, which takes long, only to name the faults. */
function againstMetaSchema(schema: JsonSchema, dialect: Dialect): SchemaProblem[] {
  if (keepsTo(dialect, schema)) return [];
  const uri = dialects[dialect];
  const ajv = metaValidators.get(dialect) ?? createAjv({ $schema: uri, $ref: uri }, metaMeter);
  metaValidators.set(dialect, ajv);
  metaMeter.start(maxSteps);
  if (ajv.validate(uri, schema)) return [];
  const errors = ajv.errors ?? [];
  // The meta-schema is a conjunction of vocabularies: of nested places, the deepest is that of the fault itself.
  const places = [...new Set(errors.map(({ instancePath }) => instancePath))];
  const innermost = places.filter((at) => !places.some((other) => other.startsWith(`${at}/`)));
  return innermost.flatMap((at) => {
    const error = errors.find(({ instancePath }) => instancePath === at);
    if (!error) return [];
    const { pointer, message } = finding(error);
    return [invalid(pointer, message, suggestion(error))];
  });
}

function suggestion({ keyword, params, data }: ErrorObject): string | undefined {
  const close = keyword === 'enum' ? nearest(String(data), params['allowedValues']) : undefined;
  return close === undefined ? undefined : `Did you mean \`${close}\`?`;
}

function unusablePatterns(index: SchemaIndex): SchemaProblem[] {
  return index.subschemas.flatMap(({ schema: { pattern, patternProperties }, pointer }) => {
    const own = typeof pattern === 'string' ? unusable(pattern, `${pointer}/pattern`) : [];
    const names = Object.keys(objectOr(patternProperties));
    const ofNames = names.flatMap((name) => unusable(name, pointerTo(`${pointer}/patternProperties`, name)));
    return [...own, ...ofNames];
  });
}

function unusable(pattern: string, pointer: string): SchemaProblem[] {
  const message = patternProblem(pattern);
  if (message === undefined) return [];
  return [invalid(pointer, message, 'Leave out look-around, back-references and repeat counts over 1000.')];
}

/** Returns the faults that show when the schema is used: it cannot be compiled, or its own values do not fit. */
function faultsOfUse(schema: JsonSchema, index: SchemaIndex): SchemaProblem[] {
  const references = index.subschemas.filter(({ schema: { $ref } }) => $ref !== undefined);
  const isDynamic = index.subschemas.some(({ schema: { $dynamicRef } }) => $dynamicRef !== undefined);
  const check = new SchemaCheck(schema);
  if (index.hasNames || isDynamic || references.length > maxReferences) {
    const fault = check.compileFault();
    if (fault !== undefined) return [invalid('', `cannot be used: ${fault}`)];
  }
  try {
    new Defaults(index, new StepMeter()).complete({});
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [invalid('', `cannot be used: ${error.message}`)];
  }
  return unfitValues(check, index);
}
