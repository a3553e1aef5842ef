import type { Json, JsonObject } from '../../schemas/json/types.js';
import { pointerTo } from '../../schemas/json/values.js';
import { SchemaCheck } from './check.js';
import type { SchemaFinding } from './computations.js';
import { plainlyFits } from './plain-fit.js';
import type { SchemaIndex, Subschema } from './schema-index.js';
import type { SchemaProblem } from './schema-problem.js';

/** More would tell the author of the schema nothing new. */
const mostProblems = 20;

/** The cost of checking all stated values of a document, at most (see `CheckCost`): about 100 ms. */
const maxCost = 1_000_000;

interface StatedValue {
  /** Relative to the document. */
  pointer: string;
  /** Subject of a message. */
  subject: string;
  value: Json;
}

/** Returns the values of `default`, `examples`, `enum` and `const` that do not fit the schema that states them. */
export function unfitValues(check: SchemaCheck, index: SchemaIndex): SchemaProblem[] {
  return collect(index.subschemas, {
    costOf: ({ pointer }, value) => check.costOf(value, pointer),
    findingsOf: ({ pointer }, value) => check.findingsAt(pointer, value),
  });
}

/** Like `unfitValues` for a schema that cannot be compiled: the schemas in it that its faults do not concern. */
export function unfitValuesApart(
  faults: readonly SchemaProblem[],
  index: SchemaIndex,
  dialect: string,
): SchemaProblem[] {
  const isInside = (at: string, pointer: string) => at === pointer || at.startsWith(`${pointer}/`);
  const depending = index.subschemas.filter(({ schema }) =>
    dependent.some((key) => Object.hasOwn(schema, key)),
  );
  const places = [...faults, ...depending].map(({ pointer }) => pointer);
  const sound = index.subschemas.filter(({ pointer }) => !places.some((at) => isInside(at, pointer)));
  const alone = ({ schema }: Subschema) => new SchemaCheck({ $schema: dialect, ...schema });
  return collect(sound, {
    costOf: (subschema, value) => alone(subschema).costOf(value),
    findingsOf: (subschema, value) => alone(subschema).findings(value),
  });
}

/** Keywords whose meaning depends on other parts of the document. */
const dependent = ['$ref', '$dynamicRef', '$id'];

interface ValueCheck {
  costOf(subschema: Subschema, value: Json): number;
  findingsOf(subschema: Subschema, value: Json): SchemaFinding[];
}

function collect(subschemas: readonly Subschema[], { costOf, findingsOf }: ValueCheck): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  let cost = 0;
  for (const subschema of subschemas) {
    for (const stated of statedValues(subschema.schema, subschema.pointer)) {
      if (plainlyFits(subschema.schema, stated.value)) continue;
      cost += costOf(subschema, stated.value);
      if (cost > maxCost) return [...problems, tooCostly(stated)];
      problems.push(...problemsOf(stated, findingsOf(subschema, stated.value)));
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

function tooCostly({ pointer, subject }: StatedValue): SchemaProblem {
  return {
    rule: 'example-too-slow',
    severity: 'error',
    pointer,
    message: `checking the values that the schema states may take more than ${maxCost} steps, up to ${subject} here`,
    hint: 'State fewer or smaller values, or take alternatives (`anyOf`, `oneOf`, `$ref`) out of the schema: inside each other they multiply.',
  };
}

function problemsOf({ pointer, subject }: StatedValue, findings: SchemaFinding[]): SchemaProblem[] {
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
