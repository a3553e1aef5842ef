import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isObject, member, objectOr, pointerTo } from '../../schemas/json/values.js';
import { type LinearRegExp, linearRegExp } from './pattern.js';
import type { SchemaIndex, Subschema } from './schema-index.js';
import type { StepMeter } from './step-meter.js';

/** The most defaults that one value may receive: defaults inside defaults can multiply. */
const maxAdded = 100_000;

/** Steps of a `StepMeter` for an object, a member or an item: the pointers of their schemas are put together. */
const fillSteps = 10;
/** Steps for a default: a new object is made for it. */
const defaultSteps = 30;

/** A schema that applies to a value without defaults of its own, and the defaults that are being filled in around it. */
interface Position {
  readonly subschema: Subschema;
  /** Pointers of the properties whose defaults contain this position. */
  readonly open: readonly string[];
}

/**
 * Adds the defaults of a schema to values. A property that a value leaves out gets the `default` of its schema, also in
 * objects inside the value and inside defaults. Schemas of `properties`, `patternProperties`, `additionalProperties`,
 * `items`, `prefixItems`, `allOf` and `$ref` count; those of alternatives and conditions do not, because which of them
 * applies depends on the value.
 */
export class Defaults {
  readonly #isNeeded: boolean;
  /** The targets of references, by base and reference: each is resolved as a URI. */
  readonly #targets = new Map<string, ReturnType<SchemaIndex['resolve']>>();
  readonly #patterns = new Map<string, LinearRegExp>();
  #added = 0;

  constructor(
    private readonly index: SchemaIndex,
    private readonly meter: StepMeter,
  ) {
    this.#isNeeded = index.subschemas.some(({ schema }) =>
      Object.values(objectOr(schema['properties'])).some(hasDefault),
    );
  }

  /** Returns the value with defaults; does not change its argument. @throws RangeError for too many, or a value too deep */
  complete(value: Json): Json {
    const { root } = this.index;
    if (!this.#isNeeded || !root) return value;
    this.#added = 0;
    return this.#fill(value, { subschema: root, open: [] });
  }

  #fill(current: Json, position: Position): Json {
    if (current === null || typeof current !== 'object') return current;
    this.meter.spend(fillSteps);
    const { schema, pointer, base } = position.subschema;
    let value: Json = current;
    const { $ref, allOf } = schema;
    if (typeof $ref === 'string') {
      this.meter.spend(fillSteps);
      value = this.#through(value, this.#resolve($ref, base), position.open);
    }
    for (const index of Array.isArray(allOf) ? allOf.keys() : []) {
      value = this.#through(value, this.index.at(`${pointer}/allOf/${index}`), position.open);
    }
    return Array.isArray(value)
      ? this.#fillItems(value, position)
      : this.#fillObject(objectOr(value), position);
  }

  #through(value: Json, target: Subschema | boolean | 'meta' | undefined, open: readonly string[]): Json {
    return typeof target === 'object' ? this.#fill(value, { subschema: target, open }) : value;
  }

  #fillItems(items: Json[], { subschema: { schema, pointer }, open }: Position): Json[] {
    const first = Array.isArray(schema['items']) ? 'items' : 'prefixItems';
    const rest = first === 'items' ? 'additionalItems' : 'items';
    const filled = items.map((item, index) => {
      this.meter.spend(fillSteps);
      const own = this.index.at(`${pointer}/${first}/${index}`) ?? this.index.at(`${pointer}/${rest}`);
      return this.#through(item, own, open);
    });
    return filled.some((item, index) => item !== items[index]) ? filled : items;
  }

  #fillObject(object: JsonObject, position: Position): JsonObject {
    const { subschema, open } = position;
    const { schema, pointer } = subschema;
    const changes: [string, Json][] = [];
    for (const [name, value] of Object.entries(object)) {
      this.meter.spend(fillSteps + name.length / 16);
      const filled = this.#pointersFor(name, subschema).reduce<Json>(
        (so, at) => this.#through(so, this.index.at(at), open),
        value,
      );
      if (filled !== value) changes.push([name, filled]);
    }
    for (const [name, property] of Object.entries(objectOr(schema['properties']))) {
      this.meter.spend(1 + open.length / 4);
      const at = pointerTo(`${pointer}/properties`, name);
      if (!hasDefault(property) || Object.hasOwn(object, name) || open.includes(at)) continue;
      if (++this.#added > maxAdded) throw new RangeError(`its defaults add more than ${maxAdded} values`);
      this.meter.spend(defaultSteps);
      this.meter.spendOn(property['default']);
      const defaultValue = getCopy(property['default']);
      changes.push([name, this.#through(defaultValue, this.index.at(at), [...open, at])]);
    }
    return changes.length === 0 ? object : { ...object, ...Object.fromEntries(changes) };
  }

  /** Returns the pointers of the schemas that apply to a property of an object. */
  #pointersFor(name: string, { schema, pointer }: Subschema): string[] {
    const missing: string[] = [];
    if (member(objectOr(schema['properties']), name) !== undefined) {
      missing.push(pointerTo(`${pointer}/properties`, name));
    }
    for (const pattern of Object.keys(objectOr(schema['patternProperties']))) {
      if (this.#matches(pattern, name)) missing.push(pointerTo(`${pointer}/patternProperties`, pattern));
    }
    return missing.length > 0 ? missing : [`${pointer}/additionalProperties`];
  }

  #resolve(reference: string, base: string): ReturnType<SchemaIndex['resolve']> {
    const key = `${base}\n${reference}`;
    if (!this.#targets.has(key)) this.#targets.set(key, this.index.resolve(reference, base));
    return this.#targets.get(key);
  }

  #matches(pattern: string, name: string): boolean {
    const compiled = this.#patterns.get(pattern) ?? linearRegExp(pattern);
    this.#patterns.set(pattern, compiled);
    this.meter.spend(compiled.stepsFor(name));
    return compiled.test(name);
  }
}

function getCopy(value: Json): Json {
  return typeof value === 'object' ? structuredClone(value) : value;
}

function hasDefault(property: Json): property is JsonObject & { default: Json } {
  return isObject(property) && Object.hasOwn(property, 'default');
}
