import { matches } from '../../controller/json-schema/pattern.js';
import { isExactNumber } from '../../schemas/json/exact-number.js';
import type { Json, JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { decodeStep, isObject, member, objectOr } from '../../schemas/json/values.js';

/** Schemas that apply to one value by way of each other, at most; a flow file has as many levels. */
const maxDepth = 100;

/**
 * Reads from the JSON Schema of parameters the types of their values: through references inside of the document, `allOf`,
 * alternatives and patterns of names. Each schema is read once, so that references in a circle end.
 */
export class ParameterTypes {
  readonly #root: JsonSchema;
  readonly #types = new Map<JsonObject, ReadonlySet<string> | undefined>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** Returns the schema of one parameter; true where nothing is said of it. */
  getParameter(name: string): Json {
    return this.#find(this.#root, (schema) => getProperty(schema, name));
  }

  /** Returns the schema of an item of a list; true where nothing is said of it. */
  getItem(list: Json, index: number): Json {
    return this.#find(list, (schema) => getItemAt(schema, index));
  }

  /** Returns the types that a schema allows; undefined where it allows all. */
  getTypes(schema: Json): ReadonlySet<string> | undefined {
    return this.#getTypes(schema, 0);
  }

  #getTypes(schema: Json, depth: number): ReadonlySet<string> | undefined {
    if (schema === false) return new Set();
    if (!isObject(schema) || depth > maxDepth) return undefined;
    if (this.#types.has(schema)) return this.#types.get(schema);
    this.#types.set(schema, undefined);
    const types = this.#readTypes(schema, depth + 1);
    this.#types.set(schema, types);
    return types;
  }

  #readTypes(schema: JsonObject, depth: number): ReadonlySet<string> | undefined {
    const { type, const: only, enum: choices } = schema;
    const own = [
      type === undefined ? undefined : new Set([type].flat().map(String)),
      only === undefined ? undefined : new Set([typeName(only)]),
      Array.isArray(choices) ? new Set(choices.map(typeName)) : undefined,
    ];
    const alternatives = getAlternatives(schema).map((list) =>
      join(list.map((each) => this.#getTypes(each, depth))),
    );
    const others = this.#getTogether(schema).map((each) => this.#getTypes(each, depth));
    return [...own, ...alternatives, ...others].reduce(intersect, undefined);
  }

  /** Returns the schemas that a value has to fit beside this one: the target of its reference, and those of `allOf`. */
  #getTogether(schema: JsonObject): Json[] {
    const { $ref, allOf } = schema;
    const target = typeof $ref === 'string' ? this.#resolve($ref) : undefined;
    return [...(target === undefined ? [] : [target]), ...(Array.isArray(allOf) ? allOf : [])];
  }

  /** Returns what `read` gets from a schema and in all that apply to the same value, as one schema. */
  #find(start: Json, read: (schema: JsonObject) => Json[], seen = new Set<JsonObject>()): Json {
    if (!isObject(start) || seen.has(start) || seen.size > maxDepth) return true;
    seen.add(start);
    const matching = read(start);
    for (const each of this.#getTogether(start)) matching.push(this.#find(each, read, seen));
    for (const list of [...getAlternatives(start), getBranches(start)]) {
      // An alternative that does not name the value allows all of them: it says nothing of the type meant.
      const named = list.map((each) => this.#find(each, read, seen)).filter((each) => each !== true);
      if (named.length > 0) matching.push({ anyOf: named });
    }
    const said = matching.filter((each) => each !== true);
    return said.length === 0 ? true : said.length === 1 ? (said[0] ?? true) : { allOf: said };
  }

  /** Follows a reference to a place of the same document; undefined for any other. */
  #resolve(reference: string): Json | undefined {
    const steps = getSteps(reference);
    return steps?.reduce<Json | undefined>((value, step) => {
      if (Array.isArray(value)) return /^\d+$/.test(step) ? value[Number(step)] : undefined;
      return member(objectOr(value), step);
    }, this.#root);
  }
}

/** Returns the steps of a reference such as `#/$defs/name`. */
function getSteps(reference: string): string[] | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(reference).split('/').slice(1).map(decodeStep);
  } catch {
    return undefined;
  }
}

function getProperty(schema: JsonObject, name: string): Json[] {
  const property = member(objectOr(schema['properties']), name);
  const patterns = Object.entries(objectOr(schema['patternProperties']))
    .filter(([pattern]) => isMatch(pattern, name))
    .map(([, value]) => value ?? true);
  const said = [...(property === undefined ? [] : [property]), ...patterns];
  return said.length > 0 ? said : [schema['additionalProperties'] ?? true];
}

/** @param pattern a pattern of a schema; one that cannot be matched in linear time matches nothing */
function isMatch(pattern: string, name: string): boolean {
  try {
    return matches(pattern, name);
  } catch {
    return false;
  }
}

function getItemAt(schema: JsonObject, index: number): Json[] {
  const { prefixItems, items } = schema;
  // Up to draft 7, a list of `items` is what `prefixItems` is since.
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const rest = Array.isArray(items) ? schema['additionalItems'] : items;
  return [first[index] ?? rest ?? true];
}

function getAlternatives({ anyOf, oneOf }: JsonObject): Json[][] {
  return [anyOf, oneOf].filter((list) => Array.isArray(list));
}

function getBranches(schema: JsonObject): Json[] {
  return [schema['then'], schema['else']].filter((each) => each !== undefined);
}

/** Returns the types that one of several schemas allows. */
function join(lists: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
  const all = new Set<string>();
  for (const list of lists) {
    if (list === undefined) return undefined;
    for (const type of list) all.add(type);
  }
  return all;
}

/** Returns the types that both allow; every integer is a number. */
function intersect(
  left: ReadonlySet<string> | undefined,
  right: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  const both = [...left].filter((type) => right.has(type));
  const isInteger =
    (left.has('integer') && right.has('number')) || (right.has('integer') && left.has('number'));
  return new Set(isInteger ? [...both, 'integer'] : both);
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  if (isExactNumber(value)) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}
