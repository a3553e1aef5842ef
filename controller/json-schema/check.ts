import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Json, JsonSchema } from '../../schemas/json/types.js';
import { pointerTo } from '../../schemas/json/values.js';
import { nearest } from '../problems/index.js';
import { createAjv } from './ajv.js';

/** A fault of a value under its schema. */
export interface SchemaFinding {
  /** JSON pointer into the value. */
  pointer: string;
  message: string;
}

/** The most findings of one value; more would tell its author nothing new. */
const mostFindings = 20;

/** A JSON Schema of the document, compiled when the first value arrives. Nothing is shared between checks. */
export class SchemaCheck {
  private validate: ValidateFunction | undefined;

  constructor(readonly schema: JsonSchema) {}

  /** Returns the faults of a value; empty when it fits. */
  findings(value: Json): SchemaFinding[] {
    try {
      this.validate ??= createAjv(this.schema).compile(this.schema);
      if (this.validate(value)) return [];
    } catch (error) {
      // The value is too deep for the validator's stack, or the schema has a fault that only compiling it shows.
      const reason = error instanceof Error ? error.message : error;
      return [{ pointer: '', message: `cannot be validated: ${reason}` }];
    }
    return (this.validate.errors ?? []).filter(telling).slice(0, mostFindings).map(finding);
  }
}

/** Returns false for errors of `if` and `allOf` that only repeat the errors inside them. */
function telling(error: ErrorObject, _index: number, all: readonly ErrorObject[]): boolean {
  return error.keyword !== 'if' && !(error.keyword === 'allOf' && all.length > 1);
}

/** Converts an error of the validator to a finding for people. */
export function finding(error: ErrorObject): SchemaFinding {
  const { instancePath, keyword, params } = error;
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return { pointer: pointerTo(instancePath, params['missingProperty']), message: 'is required' };
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
      const properties = error.parentSchema?.['properties'];
      const close = nearest(name, Object.keys(properties ?? {}));
      const hint = close === undefined ? '' : `; did you mean \`${close}\`?`;
      return { pointer: pointerTo(instancePath, name), message: `is not a known property${hint}` };
    }
    case 'propertyNames':
      return { pointer: pointerTo(instancePath, params['propertyName']), message: 'is not an allowed name' };
    case 'enum':
      return { pointer: instancePath, message: `must be one of ${list(params['allowedValues'])}` };
    case 'const':
      return { pointer: instancePath, message: `must be ${JSON.stringify(params['allowedValue'])}` };
    case 'type':
      return { pointer: instancePath, message: `must be ${[params['type']].flat().join(' or ')}` };
    default:
      return { pointer: instancePath, message: error.message ?? `does not fit \`${keyword}\`` };
  }
}

function list(values: readonly Json[]): string {
  const shown = values.slice(0, 10).map((value) => JSON.stringify(value));
  return values.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}
