import {
  type GraphQLFieldConfigArgumentMap,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
} from 'graphql';
import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { isSchema } from '../../operations/shared/example-value.js';
import type { EnumTypes } from './enums.js';
import { isName, pascal } from './names.js';
import { JsonScalar, toScalar } from './scalars.js';
import { findChoices, findDescription, findSchemaType, findTitle } from './schema-words.js';

/** How the types are named, and which fields they need. */
interface InputNames {
  /** The end of the name of each object. */
  object: 'Input' | 'Patch';
  /** The end of the name of each enumeration: none where an answer has it too. */
  choice: 'Choice' | '';
}

/**
 * GraphQL input types made of JSON Schemas; a schema without a regular shape becomes `JSON`. Named `Patch`, they are merge
 * patches (RFC 7396): no field is needed, and items of lists are replaced, so they are whole.
 */
export class InputTypes {
  readonly #objects = new Map<string, GraphQLInputObjectType>();

  constructor(
    private readonly enums: EnumTypes,
    private readonly names: InputNames = { object: 'Input', choice: 'Choice' },
    private readonly items?: InputTypes,
  ) {}

  /** Returns the arguments for an operation's input; those in `optional` have default values. */
  arguments(
    properties: Readonly<Record<string, JsonSchema>>,
    required: readonly string[],
    name: string,
    optional: ReadonlySet<string>,
  ): GraphQLFieldConfigArgumentMap {
    const needed = required.filter((property) => !optional.has(property));
    return this.#fields(properties, needed, name);
  }

  of(schema: JsonSchema, name: string): GraphQLInputType {
    if (typeof schema !== 'object') return JsonScalar;
    const choices = findChoices(schema);
    if (choices) return this.enums.of(name + this.names.choice, schema, choices);
    switch (findSchemaType(schema)) {
      case 'array':
        return isSchema(schema['items'])
          ? new GraphQLList(new GraphQLNonNull((this.items ?? this).of(schema['items'], `${name}Item`)))
          : JsonScalar;
      case 'object':
        return this.object(findTitle(schema) ?? name, schema) ?? JsonScalar;
      default:
        return toScalar(schema);
    }
  }

  /** Returns the type of an object that has no fields but its own; undefined for any other. */
  object(base: string, schema: JsonObject): GraphQLInputObjectType | undefined {
    const name = base + this.names.object;
    const inputOfName = this.#objects.get(name);
    if (inputOfName) return inputOfName;
    if (!isRegular(schema)) return undefined;
    const properties = schema['properties'] as Record<string, JsonSchema>;
    const required = this.names.object === 'Patch' ? [] : ((schema['required'] ?? []) as Json[]);
    const type = new GraphQLInputObjectType({
      name,
      description: findDescription(schema),
      fields: () => this.#fields(properties, required, base),
    });
    this.#objects.set(name, type);
    return type;
  }

  #fields(
    properties: Readonly<Record<string, JsonSchema>>,
    required: readonly Json[],
    base: string,
  ): GraphQLInputFieldConfigMap {
    const entries = Object.entries(properties).filter(([property]) => isName(property));
    return Object.fromEntries(
      entries.map(([property, schema]) => {
        const type = this.of(schema, base + pascal(property));
        const description = findDescription(schema);
        return [
          property,
          { type: required.includes(property) ? new GraphQLNonNull(type) : type, description },
        ];
      }),
    );
  }
}

/** True for an object whose fields are all known, with names that GraphQL accepts. */
export function isRegular(schema: JsonObject): boolean {
  const isOpen = schema['additionalProperties'] !== undefined && schema['additionalProperties'] !== false;
  const names = Object.keys((schema['properties'] ?? {}) as JsonObject);
  return !isOpen && names.length > 0 && names.every(isName);
}
