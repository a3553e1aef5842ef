import { isSet, type Options } from '../../contract/command.js';
import type { Io } from '../../contract/io.js';

/** Returns the schema of `/graphql`, in its own language or as the answer to an introspection query. */
export async function graphQLSchema(_io: Io, options: Options): Promise<string> {
  const { schemaText, schemaIntrospection } = await import('../../../api/graphql/schema-text.js');
  return isSet(options, 'json') ? `${JSON.stringify(schemaIntrospection(), null, 2)}\n` : schemaText();
}
