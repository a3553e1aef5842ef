import type { Json, JsonSchema } from '../../schemas/json/types.js';
import { type ArgumentFault, anyText, anyValue, FaultWording } from './argument-fault.js';
import { ArgumentWalk } from './argument-walk.js';
import { SchemaCheck } from './check.js';
import { isQuicklyCompiled, sizeWithin } from './compile-cost.js';
import { computeArgumentChecks } from './compute-checks.js';
import { findDialect } from './dialect.js';
import { SchemaIndex } from './schema-index.js';
import { maxSteps, StepMeter, sliceSteps } from './step-meter.js';

/** Characters of a schema whose validator is compiled in a few milliseconds. */
const smallSchema = 32 * 1024;

/** The size of a schema whose references are looked up on the event loop: all of it is read for the first one. */
const maxIndexed = 2_000;

/** Parts of the schema that a check may visit, for arguments of this size. */
function visitsFor(size: number): number {
  return 200 + 50 * size;
}

/** Steps of a `StepMeter` that the validator may take before a run, for each visit that the walk may make. */
const stepsPerVisit = 1_000;

/** Arguments as a flow writes them, and values of a call, which are checked on the event loop or in a thread. */
type Form = 'written' | 'values' | 'loop';

/**
 * Checks the arguments of calls against the input schema of a callee, before the run as far as they are constant, and
 * before the call. One mechanism for all callees. A check costs as much as its arguments are large, whatever the schema.
 */
export class ArgumentCheck {
  readonly #meter = new StepMeter();
  #index: SchemaIndex | undefined;
  readonly #resolved = new Map<string, Json | undefined>();
  #validator: SchemaCheck | undefined;
  #isSmall: boolean | undefined;
  #isQuick: boolean | undefined;
  #isIndexed: boolean | undefined;
  #text: string | undefined;

  constructor(private readonly schema: JsonSchema) {}

  /**
   * The faults of arguments as a flow writes them, `anyValue` and `anyText` in place of expressions.
   * @param callee as messages name it, such as `` `shop.get` ``
   */
  written(value: Json, callee: string): ArgumentFault[] {
    return this.#faults(value, new FaultWording(callee), 'written', new StepMeter()) ?? [];
  }

  /** The faults of the values of a call; may take as long as its steps. @param callee as messages name it */
  values(value: Json, callee: string): ArgumentFault[] {
    return this.#faults(value, new FaultWording(callee), 'values', new StepMeter()) ?? [];
  }

  /**
   * Does what `values` does: on the event loop as far as its slice allows, and else from the start in a thread, which gives
   * a promise.
   * @throws the reason of the signal
   */
  valuesInSlices(
    value: Json,
    callee: string,
    signal?: AbortSignal,
  ): ArgumentFault[] | Promise<ArgumentFault[]> {
    this.#isIndexed ??= sizeWithin(this.schema, maxIndexed) <= maxIndexed;
    const meter = this.#meter;
    meter.start(sliceSteps);
    const faults = this.#isIndexed ? this.#faults(value, new FaultWording(callee), 'loop', meter) : undefined;
    if (faults !== undefined && meter.left >= 0) return faults;
    this.#text ??= JSON.stringify(this.schema);
    return computeArgumentChecks({ schema: this.#text, value, callee }, signal);
  }

  /** Returns undefined for a check on the event loop that needs a validator which is not compiled there. */
  #faults(value: Json, wording: FaultWording, form: Form, meter: StepMeter): ArgumentFault[] | undefined {
    try {
      return this.#readFaults(value, wording, form, meter);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return [wording.wrong('', `cannot be validated: ${error.message}`)];
    }
  }

  /** @throws StepsExceeded */
  #readFaults(value: Json, wording: FaultWording, form: Form, meter: StepMeter): ArgumentFault[] | undefined {
    const resolve = (reference: string) => this.#resolve(reference);
    const visits = visitsFor(measureSize(value, meter));
    const asWritten = form === 'written';
    const walk = new ArgumentWalk({ wording, asWritten, resolve, meter }, { visits });
    walk.check(this.schema, value, '');
    const { faults, isComplete } = walk;
    if (isComplete || faults.length > 0) return faults;
    // The run checks again.
    if (asWritten && (holdsUnknown(value) || !this.#hasSmallSchema())) return faults;
    this.#isQuick ??= isQuicklyCompiled(this.schema);
    if (form === 'loop' && !this.#isQuick) return undefined;
    this.#validator ??= new SchemaCheck(this.schema);
    const steps = asWritten ? Math.min(visits * stepsPerVisit, maxSteps) : meter.left;
    const findings = this.#validator.findings(value, steps);
    meter.left -= this.#validator.usedSteps;
    return findings.map(({ pointer, message }) => wording.wrong(pointer, message));
  }

  #hasSmallSchema(): boolean {
    this.#isSmall ??= isSmaller(this.schema, smallSchema);
    return this.#isSmall;
  }

  #resolve(reference: string): Json | undefined {
    if (!this.#resolved.has(reference)) this.#resolved.set(reference, this.#findTarget(reference));
    return this.#resolved.get(reference);
  }

  #findTarget(reference: string): Json | undefined {
    if (!reference.startsWith('#')) return undefined;
    this.#index ??= new SchemaIndex(this.schema, findDialect(this.schema) ?? 'draft-2020-12');
    const { hasNames, root } = this.#index;
    const target = hasNames || !root ? undefined : this.#index.resolve(reference, root.base);
    return typeof target === 'object' ? target.schema : target === 'meta' ? undefined : target;
  }
}

/** True when the names and texts of a value have fewer characters than `max`; looks no further than that. */
function isSmaller(value: Json, max: number): boolean {
  const left: Json[] = [value];
  let count = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    count += typeof next === 'string' ? next.length + 3 : 5;
    if (count >= max) return false;
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) count += Object.keys(next).join('').length;
    left.push(...Object.values(next));
  }
  return true;
}

/** The number of values in a value, itself included. @throws StepsExceeded */
function measureSize(value: Json, meter: StepMeter): number {
  meter.spend(1);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + measureSize(inner, meter), 1);
}

function holdsUnknown(value: Json): boolean {
  if (value === anyValue || value === anyText) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsUnknown);
}
