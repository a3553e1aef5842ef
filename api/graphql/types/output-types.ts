import {
  type GraphQLFieldConfigMap,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import type { CallScope } from './call-scope.js';
import type { EnumTypes } from './enums.js';
import { isName, pascal } from './names.js';
import { JsonScalar, toScalar } from './scalars.js';
import { findChoices, findDescription, findSchemaType, findTitle } from './schema-words.js';

type Fields = GraphQLFieldConfigMap<Record<string, unknown>, CallScope>;

/** GraphQL types of JSON Schemas, named by a `title` in PascalCase or after their place; without a regular shape, `JSON`. */
export class OutputTypes {
  readonly #named = new Map<string, GraphQLOutputType>();
  readonly #extensions = new Map<string, () => Fields>();

  constructor(private readonly enums: EnumTypes) {}

  /** Uses the given type for all schemas with this title. */
  define(title: string, type: GraphQLOutputType): void {
    this.#named.set(title, type);
  }

  /** Adds fields to the type with this title. */
  extend(title: string, fields: () => Fields): void {
    this.#extensions.set(title, fields);
  }

  getExtensions(title: string): Fields {
    return this.#extensions.get(title)?.() ?? {};
  }

  named(title: string): GraphQLOutputType | undefined {
    return this.#named.get(title);
  }

  /** Returns the type of a field; it is nullable unless `required`, or where the schema allows null. */
  field(schema: JsonSchema | undefined, name: string, required: boolean): GraphQLOutputType {
    const type = this.of(schema, name);
    return required && !allowsNull(schema) ? new GraphQLNonNull(type) : type;
  }

  of(schema: JsonSchema | undefined, name: string): GraphQLOutputType {
    if (typeof schema !== 'object') return JsonScalar;
    const choices = findChoices(schema);
    // The name after its place serves types alone: a text in `connection` is not the connection of a list.
    if (
      !choices &&
      findTitle(schema) === undefined &&
      !['array', 'object'].includes(String(findSchemaType(schema)))
    )
      return toScalar(schema);
    const title = findTitle(schema) ?? name;
    const type = this.#named.get(title);
    if (type) return type;
    if (choices) return this.enums.of(title, schema, choices);
    switch (findSchemaType(schema)) {
      case 'array':
        return this.#list(schema, name);
      case 'object':
        return this.#object(title, schema);
      default:
        return toScalar(schema);
    }
  }

  /** Returns one field for each property with a valid GraphQL name. */
  fields(properties: JsonObject, required: readonly Json[], name: string): Fields {
    const entries = Object.entries(properties).filter(([property]) => isName(property));
    return Object.fromEntries(
      entries.map(([property, schema]) => {
        const type = this.field(schema as JsonSchema, name + pascal(property), required.includes(property));
        return [property, { type, description: findDescription(schema as JsonSchema) }];
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
    if (!Object.keys(properties).some(isName) || (isOpen && findTitle(schema) === undefined))
      return JsonScalar;
    const type = new GraphQLObjectType<Record<string, unknown>, CallScope>({
      name,
      description: findDescription(schema),
      fields: () => ({
        ...this.fields(properties, (schema['required'] ?? []) as Json[], name),
        ...this.getExtensions(name),
      }),
    });
    this.#named.set(name, type);
    return type;
  }
}

function allowsNull(schema: JsonSchema | undefined): boolean {
  if (typeof schema !== 'object') return true;
  return schema['type'] === undefined || [schema['type']].flat().includes('null');
}
