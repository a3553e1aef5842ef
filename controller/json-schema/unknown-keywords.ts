import { type Dialect, dialects } from '../../schemas/index.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { isObject, pointerTo } from '../../schemas/json/values.js';
import { nearest } from '../../schemas/nearest.js';
import { dialectUri } from './dialect.js';
import { formats, getKeywords, replacements } from './keywords.js';
import type { SchemaIndex, Subschema } from './schema-index.js';
import { invalid, type SchemaProblem } from './schema-problem.js';

/** Formats of the specification that no value is checked against. */
const uncheckedFormats = new Set(['idn-email', 'idn-hostname', 'iri', 'iri-reference']);

/** Returns a problem for each keyword, format and name that would have no effect on values. */
export function ineffectiveParts(index: SchemaIndex, dialect: Dialect): SchemaProblem[] {
  return index.subschemas.flatMap((subschema) => [
    ...unknownKeywords(subschema, dialect),
    ...unknownFormat(subschema),
    ...reservedNames(subschema, dialect),
    ...otherDialect(subschema, dialect),
    ...emptyChoice(subschema),
  ]);
}

/** Keywords of OpenAPI that schemas are often copied with; the drafts say that unknown keywords are ignored. */
const ofOpenApi = new Set(['nullable', 'discriminator']);

function unknownKeywords({ schema, pointer }: Subschema, dialect: Dialect): SchemaProblem[] {
  const keywords = getKeywords(dialect);
  const unknown = Object.keys(schema).filter((name) => !keywords.has(name) && !name.startsWith('x-'));
  return unknown.map((name) => ({
    rule: 'schema-keyword',
    severity: ofOpenApi.has(name) ? 'warning' : 'error',
    pointer: pointerTo(pointer, name),
    at: 'name',
    message: `\`${name}\` is not a keyword of JSON Schema ${dialect}${ofOpenApi.has(name) ? ', and does nothing' : ''}`,
    hint: hintFor(name, dialect),
  }));
}

function hintFor(name: string, dialect: Dialect): string {
  const others = (Object.keys(dialects) as Dialect[]).filter((other) => getKeywords(other).has(name));
  const replacement = replacements.get(name);
  if (replacement !== undefined) return replacement;
  const [other] = others;
  if (other !== undefined)
    return `It belongs to ${other}: write \`$schema: ${dialects[other]}\` at the root.`;
  const close = nearest(name, getKeywords(dialect).keys());
  if (close !== undefined) return `Did you mean \`${close}\`?`;
  return 'Remove it, or begin its name with `x-` if it is a note.';
}

function unknownFormat({ schema: { format }, pointer }: Subschema): SchemaProblem[] {
  if (typeof format !== 'string' || formats.has(format)) return [];
  const close = uncheckedFormats.has(format) ? undefined : nearest(format, formats);
  return [
    {
      rule: 'schema-keyword',
      severity: 'warning',
      pointer: `${pointer}/format`,
      message: `no value is checked against the format \`${format}\``,
      hint: close === undefined ? 'Write a `pattern` to check values.' : `Did you mean \`${close}\`?`,
    },
  ];
}

/** Reports `__proto__` as the name of a property or definition: the validator leaves it out. */
function reservedNames({ schema, pointer }: Subschema, dialect: Dialect): SchemaProblem[] {
  const keywords = getKeywords(dialect);
  return Object.entries(schema).flatMap(([keyword, names]) => {
    if (keywords.get(keyword) !== 'map' && keyword !== 'dependentRequired') return [];
    if (!isObject(names) || !Object.hasOwn(names, '__proto__')) return [];
    return [invalid(`${pointer}/${keyword}/__proto__`, '`__proto__` cannot be used as a name')];
  });
}

function otherDialect({ schema, pointer }: Subschema, dialect: Dialect): SchemaProblem[] {
  if (!Object.hasOwn(schema, '$schema') || dialectUri(schema) === dialects[dialect]) return [];
  return [invalid(`${pointer}/$schema`, `is not the dialect of the whole schema, ${dialects[dialect]}`)];
}

function emptyChoice({ schema, pointer }: { schema: JsonObject; pointer: string }): SchemaProblem[] {
  const choices = schema['enum'];
  if (!Array.isArray(choices) || choices.length > 0) return [];
  return [
    invalid(
      `${pointer}/enum`,
      'has no choice, so no value fits',
      'List the allowed values, or remove `enum`.',
    ),
  ];
}
