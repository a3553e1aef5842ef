import { introspectionFromSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { kinds } from '../../controller/kinds/index.js';
import { operations } from '../operations/registry.js';
import { createSchema } from './schema.js';

/** Returns the schema that `/graphql` serves, sorted by name so that a change of it is a small difference. */
function sortedSchema() {
  return lexicographicSortSchema(createSchema({ operations, kinds }));
}

/** The schema in the schema definition language. */
export function schemaText(): string {
  return `${printSchema(sortedSchema())}\n`;
}

/** The schema as the answer to an introspection query, which some tools read in place of the language. */
export function schemaIntrospection(): object {
  return introspectionFromSchema(sortedSchema());
}
