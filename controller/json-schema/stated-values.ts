import type { Json, JsonObject } from '../../schemas/json/types.js';
import { pointerTo } from '../../schemas/json/values.js';
import { SchemaCheck } from './check.js';
import type { SchemaFinding } from './computations.js';
import { plainlyFits } from './plain-fit.js';
import type { SchemaIndex, Subschema } from './schema-index.js';
import type { SchemaProblem } from './schema-problem.js';

/** More would tell the author of the schema nothing new. */
const maxProblems = 20;

/** The steps of checking all stated values of a document, at most: about 100 ms. */
const maxStatedSteps = 1_000_000;

interface StatedValue {
  /** Relative to the document. */
  pointer: string;
  /** Subject of a message. */
  subject: string;
  value: Json;
}

/** Returns the values of `default`, `examples`, `enum` and `const` that do not fit the schema that states them. */
export function unfitValues(check: SchemaCheck, index: SchemaIndex): SchemaProblem[] {
  return collect(index.subschemas, ({ pointer }, value, steps) => ({
    findings: check.findingsAt(pointer, value, steps),
    usedSteps: check.usedSteps,
  }));
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
  return collect(sound, ({ schema }, value, steps) => {
    const check = new SchemaCheck({ $schema: dialect, ...schema });
    return { findings: check.findings(value, steps), usedSteps: check.usedSteps };
  });
}

/** Keywords whose meaning depends on other parts of the document. */
const dependent = ['$ref', '$dynamicRef', '$id'];

/** Checks a value in at most so many steps. */
type CheckValue = (
  subschema: Subschema,
  value: Json,
  steps: number,
) => { findings: SchemaFinding[]; usedSteps: number };

function collect(subschemas: readonly Subschema[], checkValue: CheckValue): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  let stepsLeft = maxStatedSteps;
  for (const subschema of subschemas) {
    for (const statedValue of statedValues(subschema.schema, subschema.pointer)) {
      if (plainlyFits(subschema.schema, statedValue.value)) continue;
      const { findings, usedSteps } = checkValue(subschema, statedValue.value, stepsLeft);
      stepsLeft -= usedSteps;
      if (stepsLeft < 0) return [...problems, tooCostly(statedValue)];
      problems.push(...getProblems(statedValue, findings));
      if (problems.length >= maxProblems) return problems.slice(0, maxProblems);
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
    message: `checking the values that the schema states takes more than ${maxStatedSteps} steps, up to ${subject} here`,
    hint: 'State fewer or smaller values, or take alternatives (`anyOf`, `oneOf`, `$ref`) out of the schema: inside each other they multiply.',
  };
}

function getProblems({ pointer, subject }: StatedValue, findings: SchemaFinding[]): SchemaProblem[] {
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
