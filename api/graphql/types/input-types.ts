import {
  type GraphQLFieldConfigArgumentMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
} from 'graphql';
import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { isSchema } from '../../operations/shared/example-value.js';
import { isName, pascal } from './names.js';
import { enumOf, JsonScalar, scalarOf } from './scalars.js';
import { choicesOf, descriptionOf, titleOf, typeOf } from './schema-words.js';

/** GraphQL input types made of JSON Schemas; a schema without a regular shape becomes `JSON`. */
export class InputTypes {
  readonly #named = new Map<string, GraphQLInputType>();

  /** Returns the arguments for an operation's input; those in `optional` have default values. */
  arguments(
    properties: Readonly<Record<string, JsonSchema>>,
    required: readonly string[],
    name: string,
    optional: ReadonlySet<string>,
  ): GraphQLFieldConfigArgumentMap {
    const entries = Object.entries(properties).filter(([property]) => isName(property));
    return Object.fromEntries(
      entries.map(([property, schema]) => {
        const type = this.of(schema, name + pascal(property));
        const isRequired = required.includes(property) && !optional.has(property);
        const description = descriptionOf(schema);
        return [property, { type: isRequired ? new GraphQLNonNull(type) : type, description }];
      }),
    );
  }

  of(schema: JsonSchema, name: string): GraphQLInputType {
    if (typeof schema !== 'object') return JsonScalar;
    const known = this.#named.get(name);
    if (known) return known;
    const choices = choicesOf(schema);
    if (choices) return this.#enum(`${name}Choice`, choices);
    switch (typeOf(schema)) {
      case 'array':
        return isSchema(schema['items'])
          ? new GraphQLList(new GraphQLNonNull(this.of(schema['items'], `${name}Item`)))
          : JsonScalar;
      case 'object':
        return this.#object(`${titleOf(schema) ?? name}Input`, schema);
      default:
        return scalarOf(schema);
    }
  }

  #enum(name: string, choices: readonly string[]): GraphQLInputType {
    const type = this.#named.get(name) ?? enumOf(name, choices);
    this.#named.set(name, type);
    return type;
  }

  #object(name: string, schema: JsonObject): GraphQLInputType {
    const known = this.#named.get(name);
    if (known) return known;
    const properties = (schema['properties'] ?? {}) as JsonObject;
    const isOpen = schema['additionalProperties'] !== undefined && schema['additionalProperties'] !== false;
    const names = Object.keys(properties);
    if (isOpen || names.length === 0 || !names.every(isName)) return JsonScalar;
    const required = (schema['required'] ?? []) as Json[];
    const type = new GraphQLInputObjectType({
      name,
      fields: () =>
        Object.fromEntries(
          names.map((property) => {
            const inner = this.of(properties[property] as JsonSchema, name + pascal(property));
            return [property, { type: required.includes(property) ? new GraphQLNonNull(inner) : inner }];
          }),
        ),
    });
    this.#named.set(name, type);
    return type;
  }
}
