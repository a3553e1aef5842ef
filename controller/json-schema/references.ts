import type { Dialect } from '../../schemas/index.js';
import type { Json } from '../../schemas/json/types.js';
import { inPlace } from './keywords.js';
import { type SchemaIndex, type Subschema, schemasIn } from './schema-index.js';
import { invalid, type SchemaProblem } from './schema-problem.js';

/** Returns a problem for each `$ref` that leads to no schema of the document. */
export function danglingReferences(index: SchemaIndex): SchemaProblem[] {
  return index.subschemas.flatMap(({ schema: { $ref }, pointer, base }) => {
    if (typeof $ref !== 'string' || index.resolve($ref, base) !== undefined) return [];
    const message = `refers to \`${$ref}\`, which is not in this schema`;
    return [
      invalid(`${pointer}/$ref`, message, 'Put the definition into `$defs` and refer to `#/$defs/<name>`.'),
    ];
  });
}

type Mark = 'open' | 'done';

/** Returns a problem for each reference that leads back to itself without entering a part of the value. */
export function endlessReferences(index: SchemaIndex, dialect: Dialect): SchemaProblem[] {
  const marks = new Map<string, Mark>();
  const problems: SchemaProblem[] = [];
  const visit = ({ schema, pointer, base }: Subschema): void => {
    marks.set(pointer, 'open');
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = schema[keyword];
      const target = typeof reference === 'string' ? index.resolve(reference, base) : undefined;
      if (typeof target !== 'object') continue;
      const mark = marks.get(target.pointer);
      if (mark === 'open') problems.push(endless(`${pointer}/${keyword}`, reference ?? null));
      if (mark === undefined) visit(target);
    }
    for (const [at] of schemasIn(schema, pointer, dialect)) {
      const inner = index.at(at);
      if (!inPlace.has(keywordAt(at, pointer)) || typeof inner !== 'object') continue;
      if (marks.get(inner.pointer) === undefined) visit(inner);
    }
    marks.set(pointer, 'done');
  };
  for (const subschema of index.subschemas) if (!marks.has(subschema.pointer)) visit(subschema);
  return problems;
}

function endless(pointer: string, reference: Json): SchemaProblem {
  const message = `\`${reference}\` refers back to this place for the same value, without an end`;
  return invalid(pointer, message, 'Refer to the schema from `properties` or `items` instead.');
}

/** Returns the keyword of a schema at `pointer` that holds the schema at `inner`. */
function keywordAt(inner: string, pointer: string): string {
  return inner.slice(pointer.length + 1).split('/', 1)[0] ?? '';
}
