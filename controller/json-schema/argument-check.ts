import type { Json, JsonSchema } from '../../schemas/json/types.js';
import { type ArgumentFault, anyText, anyValue, FaultWording } from './argument-fault.js';
import { ArgumentWalk } from './argument-walk.js';
import { SchemaCheck } from './check.js';
import { dialectOf } from './dialect.js';
import { SchemaIndex } from './schema-index.js';

/** Characters of a schema whose validator is compiled in a few milliseconds. */
const smallSchema = 32 * 1024;

/** Parts of the schema that a check may visit, and references that the validator may follow, for arguments of this size. */
function stepsFor(size: number): number {
  return 200 + 50 * size;
}

/**
 * Checks the arguments of calls against the input schema of a callee, before the run as far as they are constant, and
 * before the call. One mechanism for all callees. A check costs as much as its arguments are large, whatever the schema.
 */
export class ArgumentCheck {
  #index: SchemaIndex | undefined;
  readonly #resolved = new Map<string, Json | undefined>();
  #validator: SchemaCheck | undefined;
  #isSmall: boolean | undefined;

  constructor(private readonly schema: JsonSchema) {}

  /**
   * The faults of arguments as a flow writes them, `anyValue` and `anyText` in place of expressions.
   * @param callee as messages name it, such as `` `shop.get` ``
   */
  written(given: Json, callee: string): ArgumentFault[] {
    return this.#faults(given, new FaultWording(callee), true);
  }

  /** The faults of the values of a call. @param callee as messages name it */
  values(given: Json, callee: string): ArgumentFault[] {
    return this.#faults(given, new FaultWording(callee), false);
  }

  #faults(given: Json, wording: FaultWording, asWritten: boolean): ArgumentFault[] {
    const resolve = (reference: string) => this.#resolve(reference);
    const steps = stepsFor(sizeOf(given));
    const walk = new ArgumentWalk({ wording, asWritten, resolve }, { steps });
    walk.check(this.schema, given, '');
    const { faults, isComplete } = walk;
    if (isComplete || faults.length > 0) return faults;
    // Before the run, the event loop may wait for the check; the run checks again.
    if (asWritten && (holdsUnknown(given) || !this.#hasSmallSchema())) return faults;
    this.#validator ??= new SchemaCheck(this.schema);
    return this.#validator.findings(given, steps).map(({ pointer, message }) => {
      return wording.wrong(pointer, message);
    });
  }

  #hasSmallSchema(): boolean {
    this.#isSmall ??= isSmaller(this.schema, smallSchema);
    return this.#isSmall;
  }

  #resolve(reference: string): Json | undefined {
    if (!this.#resolved.has(reference)) this.#resolved.set(reference, this.#targetOf(reference));
    return this.#resolved.get(reference);
  }

  #targetOf(reference: string): Json | undefined {
    if (!reference.startsWith('#')) return undefined;
    this.#index ??= new SchemaIndex(this.schema, dialectOf(this.schema) ?? 'draft-2020-12');
    const { hasNames, root } = this.#index;
    const target = hasNames || !root ? undefined : this.#index.resolve(reference, root.base);
    return typeof target === 'object' ? target.schema : target === 'meta' ? undefined : target;
  }
}

/** True when the names and texts of a value have fewer characters than `most`; looks no further than that. */
function isSmaller(value: Json, most: number): boolean {
  const left: Json[] = [value];
  let count = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    count += typeof next === 'string' ? next.length + 3 : 5;
    if (count >= most) return false;
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) count += Object.keys(next).join('').length;
    left.push(...Object.values(next));
  }
  return true;
}

/** The number of values in a value, itself included. */
function sizeOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner), 1);
}

function holdsUnknown(value: Json): boolean {
  if (value === anyValue || value === anyText) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsUnknown);
}
