import { type Dialect, dialects } from '../../schemas/index.js';
import type { JsonSchema } from '../../schemas/json/types.js';

/** Returns the URI of the dialect that a schema declares, without an empty fragment, or of the default dialect. */
export function dialectUri(schema: JsonSchema): string {
  const declared = typeof schema === 'object' ? schema['$schema'] : undefined;
  return typeof declared === 'string' ? declared.replace(/#$/, '') : dialects['draft-2020-12'];
}

/** Returns the dialect that a schema declares, or the default; undefined for a dialect that is not supported. */
export function findDialect(schema: JsonSchema): Dialect | undefined {
  const uri = dialectUri(schema);
  return (Object.keys(dialects) as Dialect[]).find((name) => dialects[name] === uri);
}
