import { GraphQLEnumType } from 'graphql';
import type { JsonObject } from '../../../schemas/json/types.js';
import { findDescription, textsOfChoices } from './schema-words.js';

/** The enumerations of a schema by name; inputs and outputs share them. */
export class EnumTypes {
  readonly #types = new Map<string, GraphQLEnumType>();

  /** @param choices the values of the schema, each a valid GraphQL name */
  of(name: string, schema: JsonObject, choices: readonly string[]): GraphQLEnumType {
    const enumOfName = this.#types.get(name);
    if (enumOfName) return enumOfName;
    const texts = textsOfChoices(schema);
    const values = choices.map((choice) => [choice, { value: choice, description: texts.get(choice) }]);
    const description = findDescription(schema);
    const type = new GraphQLEnumType({ name, description, values: Object.fromEntries(values) });
    this.#types.set(name, type);
    return type;
  }
}
