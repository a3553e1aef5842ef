import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isObject, member, objectOr, pointerTo } from '../../schemas/json/values.js';
import { linearRegExp } from './pattern.js';
import type { SchemaIndex, Subschema } from './schema-index.js';

/** The most defaults that one value may receive: defaults inside defaults can multiply. */
const mostAdded = 100_000;

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
  readonly #patterns = new Map<string, { test(text: string): boolean }>();
  #added = 0;

  constructor(private readonly index: SchemaIndex) {
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

  #fill(given: Json, position: Position): Json {
    if (given === null || typeof given !== 'object') return given;
    const { schema, pointer, base } = position.subschema;
    let value: Json = given;
    const { $ref, allOf } = schema;
    if (typeof $ref === 'string') value = this.#through(value, this.index.resolve($ref, base), position.open);
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
      const own = this.index.at(`${pointer}/${first}/${index}`) ?? this.index.at(`${pointer}/${rest}`);
      return this.#through(item, own, open);
    });
    return filled.some((item, index) => item !== items[index]) ? filled : items;
  }

  #fillObject(given: JsonObject, position: Position): JsonObject {
    const { subschema, open } = position;
    const { schema, pointer } = subschema;
    const changes: [string, Json][] = [];
    for (const [name, value] of Object.entries(given)) {
      const filled = this.#pointersFor(name, subschema).reduce<Json>(
        (so, at) => this.#through(so, this.index.at(at), open),
        value,
      );
      if (filled !== value) changes.push([name, filled]);
    }
    for (const [name, property] of Object.entries(objectOr(schema['properties']))) {
      const at = pointerTo(`${pointer}/properties`, name);
      if (!hasDefault(property) || Object.hasOwn(given, name) || open.includes(at)) continue;
      if (++this.#added > mostAdded) throw new RangeError(`its defaults add more than ${mostAdded} values`);
      const stated = structuredClone(property['default']);
      changes.push([name, this.#through(stated, this.index.at(at), [...open, at])]);
    }
    return changes.length === 0 ? given : { ...given, ...Object.fromEntries(changes) };
  }

  /** Returns the pointers of the schemas that apply to a property of an object. */
  #pointersFor(name: string, { schema, pointer }: Subschema): string[] {
    const found: string[] = [];
    if (member(objectOr(schema['properties']), name) !== undefined) {
      found.push(pointerTo(`${pointer}/properties`, name));
    }
    for (const pattern of Object.keys(objectOr(schema['patternProperties']))) {
      if (this.#matches(pattern, name)) found.push(pointerTo(`${pointer}/patternProperties`, pattern));
    }
    return found.length > 0 ? found : [`${pointer}/additionalProperties`];
  }

  #matches(pattern: string, name: string): boolean {
    const compiled = this.#patterns.get(pattern) ?? linearRegExp(pattern);
    this.#patterns.set(pattern, compiled);
    return compiled.test(name);
  }
}

function hasDefault(property: Json): property is JsonObject & { default: Json } {
  return isObject(property) && Object.hasOwn(property, 'default');
}
