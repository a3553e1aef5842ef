import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { Json, JsonSchema } from '../../schemas/json/types.js';
import { pointerTo } from '../../schemas/json/values.js';
import { nearest } from '../../schemas/nearest.js';
import { createAjv } from './ajv.js';
import { withoutOtherBranches } from './branch-errors.js';
import { CheckCost } from './check-cost.js';
import { Defaults } from './defaults.js';
import { dialectOf } from './dialect.js';
import { SchemaIndex } from './schema-index.js';

/** A fault of a value under its schema. */
export interface SchemaFinding {
  /** JSON pointer into the value. */
  pointer: string;
  message: string;
}

/** The most findings of one value; more would tell its author nothing new. */
const mostFindings = 20;

/** The most references that the validation of one value follows: references inside each other can multiply. */
const mostReferences = 1_000_000;

/** A JSON Schema of the document, compiled when the first value arrives. Nothing is shared between checks. */
export class SchemaCheck {
  #ajv: Ajv | undefined;
  #cost: CheckCost | undefined;
  #defaults: Defaults | undefined;
  #references = 0;
  #mostReferences = mostReferences;

  constructor(readonly schema: JsonSchema) {}

  /** Returns the faults of a value; empty when it fits. @param most references that may be followed */
  findings(value: Json, most = mostReferences): SchemaFinding[] {
    return this.#findings(value, () => this.#validator().compile(this.schema), most);
  }

  /** Returns an upper bound on the cost of `findings`, or of `findingsAt`; see `CheckCost`. */
  costOf(value: Json, pointer = ''): number {
    this.#cost ??= new CheckCost(this.schema);
    return this.#cost.of(value, pointer);
  }

  /** Returns the reason why no value can be checked, or undefined. */
  compileFault(): string | undefined {
    try {
      this.#validator().compile(this.schema);
      return undefined;
    } catch (error) {
      if (error instanceof RangeError) return 'its references lead too deep, or to themselves';
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Returns the faults of a value under the schema at a pointer into this schema. */
  findingsAt(pointer: string, value: Json): SchemaFinding[] {
    if (pointer === '') return this.findings(value);
    return this.#findings(value, () => {
      const ajv = this.#validator();
      ajv.compile(this.schema);
      const id = typeof this.schema === 'object' ? String(this.schema['$id'] ?? '') : '';
      const fragment = pointer.split('/').map(encodeURIComponent).join('/');
      return ajv.getSchema(`${id.replace(/#.*$/, '')}#${fragment}`);
    });
  }

  /** Returns the value with the defaults of the schema, and the faults of the result. */
  accept<Value extends Json>(value: Value): { value: Value; findings: SchemaFinding[] } {
    try {
      const completed = this.#complete(value) as Value;
      return { value: completed, findings: this.findings(completed) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { value, findings: [notValidated(error)] };
    }
  }

  /** @throws RangeError when the defaults are too many, or the value is too deep */
  #complete(value: Json): Json {
    this.#defaults ??= new Defaults(new SchemaIndex(this.schema, dialectOf(this.schema) ?? 'draft-2020-12'));
    return this.#defaults.complete(value);
  }

  #validator(): Ajv {
    this.#ajv ??= createAjv(this.schema, () => {
      if (++this.#references <= this.#mostReferences) return;
      throw new RangeError(`the schema follows more than ${this.#mostReferences} references for it`);
    });
    return this.#ajv;
  }

  #findings(
    value: Json,
    compile: () => ValidateFunction | undefined,
    most = mostReferences,
  ): SchemaFinding[] {
    this.#references = 0;
    this.#mostReferences = most;
    try {
      const validate = compile();
      if (validate === undefined) throw new Error('the schema cannot be found');
      if (validate(value)) return [];
      return withoutOtherBranches(validate.errors ?? [])
        .filter(telling)
        .slice(0, mostFindings)
        .map(finding);
    } catch (error) {
      // The value is too deep for the validator's stack, or the schema has a fault that only compiling it shows.
      return [notValidated(error)];
    }
  }
}

function notValidated(error: unknown): SchemaFinding {
  return { pointer: '', message: `cannot be validated: ${error instanceof Error ? error.message : error}` };
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
