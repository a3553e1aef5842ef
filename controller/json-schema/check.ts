import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { withNeighbours } from '../../schemas/json/exact-number.js';
import type { Json, JsonSchema } from '../../schemas/json/types.js';
import { pointerTo } from '../../schemas/json/values.js';
import { nearest } from '../../schemas/nearest.js';
import { createAjv } from './ajv.js';
import { withoutOtherBranches } from './branch-errors.js';
import { isQuicklyCompiled } from './compile-cost.js';
import type { SchemaFinding } from './computations.js';
import { computeChecks } from './compute-checks.js';
import { Defaults } from './defaults.js';
import { findDialect } from './dialect.js';
import { SchemaIndex } from './schema-index.js';
import { maxSteps, StepMeter, sliceSteps } from './step-meter.js';
import { withoutNullable } from './without-nullable.js';

/** The most findings of one value; more would tell its author nothing new. */
const maxFindings = 20;

/** Errors beyond these are not read: choosing between alternatives compares each with the others. */
const maxErrors = 400;

/** A value with the defaults of a schema, and its faults. */
export interface Accepted<Value extends Json = Json> {
  readonly value: Value;
  readonly findings: SchemaFinding[];
  /** The reason why a thread could not check the value, which the findings say too. */
  readonly loss?: Error | undefined;
}

/** A JSON Schema of the document, compiled when the first value arrives. Nothing is shared between checks. */
export class SchemaCheck {
  readonly #meter = new StepMeter();
  #ajv: Ajv | undefined;
  #defaults: Defaults | undefined;
  #isQuick: boolean | undefined;
  #text: string | undefined;
  #withoutNullable: JsonSchema | undefined;

  constructor(readonly schema: JsonSchema) {}

  /** The steps of the last check; more than it had when they did not suffice. */
  get usedSteps(): number {
    return this.#meter.used;
  }

  /**
   * Returns the faults of a value; empty when it fits. May take as long as its steps: for threads, and for schemas of svc.
   * @param steps of a `StepMeter`
   */
  findings(value: Json, steps = maxSteps): SchemaFinding[] {
    this.#meter.start(steps);
    return this.#readFindings(value);
  }

  /** Returns the reason why no value can be checked, or undefined. */
  compileFault(): string | undefined {
    try {
      this.#validator().compile(this.#effective());
      return undefined;
    } catch (error) {
      if (error instanceof RangeError) return 'its references lead too deep, or to themselves';
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Returns the faults of a value under the schema at a pointer into this schema. */
  findingsAt(pointer: string, value: Json, steps = maxSteps): SchemaFinding[] {
    if (pointer === '') return this.findings(value, steps);
    this.#meter.start(steps);
    return this.#readFindings(value, () => {
      const ajv = this.#validator();
      ajv.compile(this.#effective());
      const id = typeof this.schema === 'object' ? String(this.schema['$id'] ?? '') : '';
      const fragment = pointer.split('/').map(encodeURIComponent).join('/');
      return ajv.getSchema(`${id.replace(/#.*$/, '')}#${fragment}`);
    });
  }

  /** Returns the value with the defaults of the schema, and the faults of the result; may take long, as `findings`. */
  accept<Value extends Json>(value: Value, steps = maxSteps): Accepted<Value> {
    this.#meter.start(steps);
    return this.#accept(value);
  }

  /**
   * Does what `findings` does: on the event loop as far as its slice allows, and else from the start in a thread, which
   * gives a promise.
   * @throws the reason of the signal
   */
  findingsInSlices(value: Json, signal?: AbortSignal): SchemaFinding[] | Promise<SchemaFinding[]> {
    if (this.#startSlice()) {
      const findings = this.#readFindings(value);
      if (this.#meter.left >= 0) return findings;
    }
    return this.#inThread(value, false, signal).then(({ findings }) => findings);
  }

  /** Does what `accept` does, as `findingsInSlices`. @throws the reason of the signal */
  acceptInSlices<Value extends Json>(
    value: Value,
    signal?: AbortSignal,
  ): Accepted<Value> | Promise<Accepted<Value>> {
    if (this.#startSlice()) {
      const accepted = this.#accept(value);
      if (this.#meter.left >= 0) return accepted;
    }
    return this.#inThread(value, true, signal);
  }

  #effective(): JsonSchema {
    this.#withoutNullable ??= withoutNullable(this.schema);
    return this.#withoutNullable;
  }

  /** Returns false for a schema that is compiled in threads only. */
  #startSlice(): boolean {
    this.#isQuick ??= isQuicklyCompiled(this.schema);
    this.#meter.start(sliceSteps);
    return this.#isQuick;
  }

  async #inThread<Value extends Json>(
    value: Value,
    isCompleted: boolean,
    signal?: AbortSignal,
  ): Promise<Accepted<Value>> {
    this.#text ??= JSON.stringify(this.schema);
    const outcome = await computeChecks({ schema: this.#text, value, isCompleted }, signal);
    const { completed, findings, loss } = outcome;
    return { value: completed === undefined ? value : (completed as Value), findings, loss };
  }

  #accept<Value extends Json>(value: Value): Accepted<Value> {
    try {
      const completed = this.#complete(value) as Value;
      return { value: completed, findings: this.#readFindings(completed) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { value, findings: [notValidated(error)] };
    }
  }

  /** @throws RangeError when the defaults are too many, or the value is too deep */
  #complete(value: Json): Json {
    this.#defaults ??= new Defaults(
      new SchemaIndex(this.schema, findDialect(this.schema) ?? 'draft-2020-12'),
      this.#meter,
    );
    return this.#defaults.complete(value);
  }

  #validator(): Ajv {
    this.#ajv ??= createAjv(this.schema, this.#meter);
    return this.#ajv;
  }

  #readFindings(value: Json, compile: () => ValidateFunction | undefined = this.#compile): SchemaFinding[] {
    try {
      const validate = compile();
      if (validate === undefined) throw new Error('the schema cannot be found');
      if (validate(withNeighbours(value))) return [];
      return withoutOtherBranches((validate.errors ?? []).slice(0, maxErrors))
        .filter(telling)
        .slice(0, maxFindings)
        .map(finding);
    } catch (error) {
      // The value is too deep for the validator's stack, or the schema has a fault that only compiling it shows.
      return [notValidated(error)];
    }
  }

  readonly #compile = (): ValidateFunction => this.#validator().compile(this.#effective());
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
