import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql';
import type { Json, JsonObject, JsonSchema } from '../../../schemas/json.js';
import type { CallScope } from '../call-scope.js';
import { isName, pascal } from './names.js';
import { JsonScalar, LongScalar } from './scalars.js';

type Fields = GraphQLFieldConfigMap<Record<string, unknown>, CallScope>;

/**
 * GraphQL types for what JSON Schemas describe. A schema with a `title` in PascalCase is a type of that name; others are
 * named after where they stand. What has no regular shape is `JSON`.
 */
export class OutputTypes {
  readonly #named = new Map<string, GraphQLOutputType>();
  readonly #extensions = new Map<string, () => Fields>();

  /** Takes a type made elsewhere for all schemas of this title. */
  define(title: string, type: GraphQLOutputType): void {
    this.#named.set(title, type);
  }

  /** More fields for the type of this title: what it is related to. */
  extend(title: string, fields: () => Fields): void {
    this.#extensions.set(title, fields);
  }

  extensionsOf(title: string): Fields {
    return this.#extensions.get(title)?.() ?? {};
  }

  named(title: string): GraphQLOutputType | undefined {
    return this.#named.get(title);
  }

  /** The type of a field; null is allowed unless `required`, and where the schema allows it. */
  field(schema: JsonSchema | undefined, name: string, required: boolean): GraphQLOutputType {
    const type = this.of(schema, name);
    return required && !allowsNull(schema) ? new GraphQLNonNull(type) : type;
  }

  of(schema: JsonSchema | undefined, name: string): GraphQLOutputType {
    if (typeof schema !== 'object') return JsonScalar;
    const title = titleOf(schema) ?? name;
    const known = this.#named.get(title);
    if (known) return known;
    const choices = choicesOf(schema);
    if (choices) return this.#enum(title, choices, schema);
    switch (typeOf(schema)) {
      case 'string':
        return GraphQLString;
      case 'boolean':
        return GraphQLBoolean;
      case 'number':
        return GraphQLFloat;
      case 'integer':
        return isShort(schema) ? GraphQLInt : LongScalar;
      case 'array':
        return this.#list(schema, name);
      case 'object':
        return this.#object(title, schema);
      default:
        return JsonScalar;
    }
  }

  /** One field for each property that GraphQL can name. */
  fields(properties: JsonObject, required: readonly Json[], name: string): Fields {
    const entries = Object.entries(properties).filter(([property]) => isName(property));
    return Object.fromEntries(
      entries.map(([property, schema]) => {
        const description = descriptionOf(schema as JsonSchema);
        const type = this.field(schema as JsonSchema, name + pascal(property), required.includes(property));
        return [property, description === undefined ? { type } : { type, description }];
      }),
    );
  }

  #list(schema: JsonObject, name: string): GraphQLOutputType {
    const items = schema['items'] as JsonSchema | undefined;
    if (items === undefined) return JsonScalar;
    return new GraphQLList(this.field(items, `${name}Item`, true));
  }

  #object(name: string, schema: JsonObject): GraphQLOutputType {
    const properties = (schema['properties'] ?? {}) as JsonObject;
    const isOpen = schema['additionalProperties'] !== undefined && schema['additionalProperties'] !== false;
    if (!Object.keys(properties).some(isName) || (isOpen && titleOf(schema) === undefined)) return JsonScalar;
    const description = descriptionOf(schema);
    const type = new GraphQLObjectType<Record<string, unknown>, CallScope>({
      name,
      ...(description === undefined ? {} : { description }),
      fields: () => ({
        ...this.fields(properties, (schema['required'] ?? []) as Json[], name),
        ...this.extensionsOf(name),
      }),
    });
    this.#named.set(name, type);
    return type;
  }

  #enum(name: string, choices: readonly string[], schema: JsonObject): GraphQLOutputType {
    const description = descriptionOf(schema);
    const type = new GraphQLEnumType({
      name,
      ...(description === undefined ? {} : { description }),
      values: Object.fromEntries(choices.map((choice) => [choice, { value: choice }])),
    });
    this.#named.set(name, type);
    return type;
  }
}

export function titleOf({ title }: JsonObject): string | undefined {
  return typeof title === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(title) ? title : undefined;
}

export function descriptionOf(schema: JsonSchema): string | undefined {
  if (typeof schema !== 'object') return undefined;
  return typeof schema['description'] === 'string' ? schema['description'] : undefined;
}

/** The one JSON type a schema allows besides null; undefined when there are several, or none is said. */
export function typeOf(schema: JsonObject): string | undefined {
  const types = [schema['type'] ?? []].flat().filter((type) => type !== 'null');
  if (schema['oneOf'] || schema['anyOf'] || schema['allOf'] || schema['$ref']) return undefined;
  return types.length === 1 ? String(types[0]) : undefined;
}

/** The values of an enumeration of names; undefined when it is none, or has values that GraphQL cannot name. */
export function choicesOf(schema: JsonObject): string[] | undefined {
  const choices = schema['enum'];
  if (!Array.isArray(choices) || typeOf(schema) !== 'string') return undefined;
  const names = choices.filter((choice) => choice !== null);
  const canBeNamed = (choice: Json) =>
    typeof choice === 'string' && isName(choice) && !/^(true|false|null)$/.test(choice);
  return names.length > 0 && names.every(canBeNamed) ? (names as string[]) : undefined;
}

export function isShort(schema: JsonObject): boolean {
  const maximum = schema['maximum'];
  return typeof maximum === 'number' && maximum < 2 ** 31;
}

function allowsNull(schema: JsonSchema | undefined): boolean {
  if (typeof schema !== 'object') return true;
  return schema['type'] === undefined || [schema['type']].flat().includes('null');
}
