import type { Json, JsonObject } from '../../schemas/json/types.js';
import { pointerTo } from '../../schemas/json/values.js';
import type { SchemaCheck } from './check.js';
import { plainlyFits } from './plain-fit.js';
import type { SchemaIndex } from './schema-index.js';
import type { SchemaProblem } from './schema-problem.js';

/** More would tell the author of the schema nothing new. */
const mostProblems = 20;

interface StatedValue {
  /** Relative to the document. */
  pointer: string;
  /** Subject of a message. */
  subject: string;
  value: Json;
}

/** Returns the values of `default`, `examples`, `enum` and `const` that do not fit the schema that states them. */
export function unfitValues(check: SchemaCheck, index: SchemaIndex): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  for (const { schema, pointer } of index.subschemas) {
    for (const stated of statedValues(schema, pointer)) {
      if (plainlyFits(schema, stated.value)) continue;
      problems.push(...problemsOf(stated, check.findingsAt(pointer, stated.value)));
      if (problems.length >= mostProblems) return problems.slice(0, mostProblems);
    }
  }
  return problems;
}

function statedValues(schema: JsonObject, pointer: string): StatedValue[] {
  const single = (keyword: string, subject: string): StatedValue[] =>
    Object.hasOwn(schema, keyword)
      ? [{ pointer: `${pointer}/${keyword}`, subject, value: schema[keyword] as Json }]
      : [];
  const list = (keyword: string, subject: string): StatedValue[] => {
    const values = schema[keyword];
    return (Array.isArray(values) ? values : []).map((value, index) => {
      return { pointer: pointerTo(`${pointer}/${keyword}`, index), subject, value };
    });
  };
  return [
    ...single('default', 'the default'),
    ...single('const', 'the constant'),
    ...single('example', 'the example'),
    ...list('examples', 'the example'),
    ...list('enum', 'the choice'),
  ];
}

function problemsOf(
  { pointer, subject }: StatedValue,
  findings: ReturnType<SchemaCheck['findings']>,
): SchemaProblem[] {
  return findings.map(({ pointer: inside, message }) => {
    const what = inside === '' ? subject : `\`${inside}\` of ${subject}`;
    return {
      rule: 'schema-value',
      severity: 'error',
      pointer: pointer + inside,
      message: `${what} does not fit its schema: it ${message}`,
      hint: 'Correct the value, or the schema if the value is right.',
    };
  });
}
