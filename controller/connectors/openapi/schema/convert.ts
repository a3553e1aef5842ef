import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import type { ApiDocument } from '../document/read.js';
import { resolved } from '../document/references.js';
import { findKeywordNumber, isUsable, keywords, plainKeywords } from './keywords.js';
import { namesWith } from './marked.js';
import { typed } from './typed.js';

/** Schemas deeper than this take any value. */
const deepest = 40;
/**
 * The most schemas that an action has for what is sent, and for what is received, which is not checked: from there on, they
 * take any value.
 */
const maxSchemas = { readOnly: 10_000, writeOnly: 300 };

/**
 * Converts the schemas of one action to draft 2020-12; those that they refer to become definitions. What a description
 * says wrongly or only to people is left out: the server decides.
 */
export class SchemaConverter {
  readonly #names = new Map<string, string>();
  readonly #definitions: JsonObject = {};
  #left: { name: string; schema: Json | undefined }[] = [];
  #count = 0;

  /** @param mark `readOnly` for what is sent, `writeOnly` for what is received: members with it are not required */
  constructor(
    private readonly document: ApiDocument,
    private readonly mark: 'readOnly' | 'writeOnly',
  ) {}

  /** @throws UnusableError for a reference that leads nowhere */
  convert(schema: Json | undefined): Json {
    return this.#convert(schema, 0, new Set());
  }

  /** Returns the schema that a reference leads to. @throws UnusableError */
  followed(schema: Json): Json | undefined {
    return resolved(this.document.root, schema);
  }

  /** The definitions of all that was converted. @throws UnusableError as `convert` */
  definitions(): JsonObject {
    for (let next = this.#left.pop(); next; next = this.#left.pop()) {
      this.#definitions[next.name] = this.#convert(next.schema, 0, new Set());
    }
    return this.#definitions;
  }

  #convert(schema: Json | undefined, depth: number, unset: ReadonlySet<string>): Json {
    if (!isObject(schema) || depth > deepest || ++this.#count > maxSchemas[this.mark]) return true;
    const { $ref } = schema;
    if (typeof $ref !== 'string') return this.#converted(schema, depth, unset);
    const reference = this.#refer($ref);
    const { nullable } = schema;
    if (nullable === true) return { anyOf: [reference, { type: 'null' }] };
    // Before 3.1, nothing beside a reference counts.
    if (this.document.version !== '3.1' || Object.keys(schema).length === 1) return reference;
    const { $ref: _, ...beside } = schema;
    return { allOf: [reference, this.#converted(beside, depth, unset)] };
  }

  #refer($ref: string): Json {
    const definitionName = this.#names.get($ref);
    if (definitionName !== undefined) return { $ref: `#/$defs/${definitionName}` };
    const schema = resolved(this.document.root, { $ref });
    if (this.#names.size + this.#count > maxSchemas[this.mark]) return true;
    const words = ($ref.split('/').at(-1) ?? '').replace(/[^\w.-]/g, '_').slice(0, 80);
    const isTaken = [...this.#names.values()].includes(words) || words === '__proto__';
    const name = isTaken ? `${words}_${this.#names.size}` : words;
    this.#names.set($ref, name);
    this.#left.push({ name, schema });
    return { $ref: `#/$defs/${name}` };
  }

  #converted(schema: JsonObject, depth: number, unset: ReadonlySet<string>): Json {
    const result: JsonObject = {};
    plainKeywords(schema, result);
    const marked = new Set([...unset, ...namesWith(this.mark, schema, this.document.root)]);
    for (const [keyword, value] of Object.entries(schema)) {
      const converted = this.#keyword(keyword, value, depth + 1, marked);
      if (converted !== undefined) result[keyword] = converted;
    }
    const { required, items, oneOf } = schema;
    const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
    const needed = [...new Set(names.filter((name) => !marked.has(name)))];
    if (needed.length > 0) result['required'] = needed;
    if (Array.isArray(items)) result['prefixItems'] ??= this.#all(items, depth + 1);
    else if (items !== undefined) result['items'] = this.#convert(items, depth + 1, new Set());
    // Alternatives of descriptions often overlap: a value may fit several of them.
    if (Array.isArray(oneOf) && oneOf.length > 0) this.#alternatives(result, oneOf, depth + 1);
    this.#limits(schema, result);
    return typed(schema, result);
  }

  #alternatives(result: JsonObject, oneOf: Json[], depth: number): void {
    const anyOf = this.#all(oneOf, depth);
    if (result['anyOf'] === undefined) result['anyOf'] = anyOf;
    else result['allOf'] = [...((result['allOf'] ?? []) as Json[]), { anyOf }];
  }

  #keyword(keyword: string, value: Json, depth: number, marked: ReadonlySet<string>): Json | undefined {
    const holds = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
    const inner = (each: Json | undefined) => this.#convert(each, depth, new Set());
    if (holds === 'value') return value;
    if (holds === 'number') return findKeywordNumber(keyword, value);
    if (holds === 'schema')
      return typeof value === 'boolean' ? value : isObject(value) ? inner(value) : undefined;
    if (holds === 'schemas') {
      if (!Array.isArray(value) || value.length === 0) return undefined;
      return value.map((each) => this.#convert(each, depth, keyword === 'allOf' ? marked : new Set()));
    }
    if (holds !== 'map' || !isObject(value)) return undefined;
    const usable = Object.entries(value).filter(
      ([name]) => name !== '__proto__' && (keyword !== 'patternProperties' || isUsable(name)),
    );
    return Object.fromEntries(usable.map(([name, each]) => [name, inner(each)]));
  }

  #all(schemas: readonly Json[], depth: number): Json[] {
    return schemas.map((each) => this.#convert(each, depth, new Set()));
  }

  /** Before 3.1, exclusive limits are marks beside the limits. */
  #limits(schema: JsonObject, result: JsonObject): void {
    for (const [mark, limit] of Object.entries({
      exclusiveMinimum: 'minimum',
      exclusiveMaximum: 'maximum',
    })) {
      const value = findKeywordNumber(limit, schema[limit] ?? null);
      if (schema[mark] !== true || value === undefined) continue;
      result[mark] = value;
      delete result[limit];
    }
  }
}

/** The schema of an object with these members. */
export function toObject(
  properties: JsonObject,
  required: readonly string[],
  definitions: JsonObject,
): JsonObject {
  const named = Object.keys(definitions).length > 0 ? { $defs: objectOr(definitions) } : {};
  return { type: 'object', additionalProperties: false, required: [...required], properties, ...named };
}
