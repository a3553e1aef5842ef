import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { Json, JsonSchema } from '../../schemas/json/types.js';
import { pointerTo } from '../../schemas/json/values.js';
import { nearest } from '../problems/index.js';
import { createAjv } from './ajv.js';

/** One way in which a value does not fit. */
export interface SchemaFinding {
  /** JSON pointer into the value. */
  pointer: string;
  message: string;
}

/** Findings of one value beyond this number say nothing new. */
const mostFindings = 20;

/** A JSON Schema of the document, compiled when the first value arrives. Nothing is shared between checks. */
export class SchemaCheck {
  private validate: ValidateFunction | undefined;

  constructor(readonly schema: JsonSchema) {}

  /** Returns the faults of a value; empty when it fits. */
  findings(value: Json): SchemaFinding[] {
    try {
      this.validate ??= compile(createAjv(this.schema), this.schema);
      if (this.validate(value)) return [];
    } catch (error) {
      // Too deep for the validator's stack, or a schema that only shows its fault when compiled.
      return [
        { pointer: '', message: `cannot be validated: ${error instanceof Error ? error.message : error}` },
      ];
    }
    return (this.validate.errors ?? []).filter(telling).slice(0, mostFindings).map(finding);
  }
}

function compile(ajv: Ajv, schema: JsonSchema): ValidateFunction {
  return ajv.compile(schema);
}

/** `if` and the combining keywords only repeat what the errors inside them say. */
function telling(error: ErrorObject, _index: number, all: readonly ErrorObject[]): boolean {
  return error.keyword !== 'if' && !(error.keyword === 'allOf' && all.length > 1);
}

/** One of the validator's errors, told for people. */
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
