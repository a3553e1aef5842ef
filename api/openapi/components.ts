import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject, JsonSchema } from '../../schemas/json/types.js';

/** The named schemas (`title` in PascalCase) of the document, each stored once and referred to by `$ref`. */
export class Components {
  readonly #placed = new Map<string, { source: JsonObject; schema: JsonObject }>();

  /** Returns the schema for its place in the document: a reference for a named schema. */
  place(schema: JsonSchema): JsonObject | boolean {
    if (typeof schema === 'boolean') return schema;
    const { title } = schema;
    if (typeof title !== 'string' || !/^[A-Z][A-Za-z0-9]*$/.test(title)) return this.#inside(schema);
    const name = this.#placed.get(title);
    if (name && !isDeepStrictEqual(name.source, schema)) throw new Error(`Two schemas are named ${title}`);
    if (!name) {
      // Stored before its members are visited: a schema may contain itself.
      const entry = { source: schema, schema: {} };
      this.#placed.set(title, entry);
      entry.schema = this.#inside(schema);
    }
    return { $ref: `#/components/schemas/${title}` };
  }

  schemas(): JsonObject {
    const entries = [...this.#placed].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
  }

  #inside(schema: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) =>
        key === 'enumDescriptions' ? textsOfChoices(schema) : [key, this.#member(key, value as Json)],
      ),
    );
  }

  #member(key: string, value: Json): Json {
    if (key === 'properties' || key === '$defs' || key === 'patternProperties') {
      const entries = Object.entries(value as JsonObject);
      return Object.fromEntries(entries.map(([name, member]) => [name, this.place(member as JsonSchema)]));
    }
    if (key === 'items' || key === 'additionalProperties' || key === 'not')
      return this.place(value as JsonSchema);
    if (key === 'oneOf' || key === 'anyOf' || key === 'allOf') {
      return (value as JsonSchema[]).map((member) => this.place(member));
    }
    return value;
  }
}

/** Returns the texts about the values of an enumeration, under the name that documentation of OpenAPI has for them. */
function textsOfChoices({ enum: values, enumDescriptions: texts }: JsonObject): [string, Json] {
  const entries = (values as Json[]).map((value, index) => [String(value), (texts as Json[])[index]]);
  return ['x-enumDescriptions', Object.fromEntries(entries)];
}
