import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findFaults, type Json, type JsonObject, schema, schemaNames } from '../../schemas/index.js';
import type { Rule } from '../../schemas/rule.js';
import { getHint } from '../../schemas/wording.js';

interface Field {
  pointer: string;
  rule: JsonObject;
}

/** Every member, item and definition that a file can have a value for, at any depth. */
function getFields(rule: JsonObject, pointer = ''): Field[] {
  const groups = ['properties', '$defs'].flatMap((group) =>
    Object.entries((rule[group] ?? {}) as JsonObject).map(([name, field]) => ({
      pointer: `${pointer}/${group}/${name}`,
      rule: field as JsonObject,
    })),
  );
  const singles = ['items', 'additionalProperties']
    .filter((name) => typeof rule[name] === 'object')
    .map((name) => ({ pointer: `${pointer}/${name}`, rule: rule[name] as JsonObject }));
  const branches = ((rule['oneOf'] ?? []) as JsonObject[]).flatMap((branch, index) =>
    getFields(branch, `${pointer}/oneOf/${index}`),
  );
  const fields = [...groups, ...singles];
  return [...fields, ...branches, ...fields.flatMap((field) => getFields(field.rule, field.pointer))];
}

function annotation(root: JsonObject, rule: JsonObject, name: string): Json | undefined {
  if (rule[name] !== undefined || typeof rule['$ref'] !== 'string') return rule[name];
  const target = (root['$defs'] as JsonObject)[rule['$ref'].slice('#/$defs/'.length)] as JsonObject;
  return annotation(root, target, name);
}

describe.each(schemaNames)('the schema of %s', (name) => {
  const root = schema(name);
  const fields = [{ pointer: '', rule: root }, ...getFields(root)];

  test('has the name under which the service serves it', () => {
    expect(root['$id']).toBe(`${name}.json`);
    expect(root['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
  });

  test('gives editors the title, the meaning and examples of every field', () => {
    const silent = fields.filter(({ rule }) =>
      ['title', 'description', 'examples'].some((word) => annotation(root, rule, word) === undefined),
    );
    expect(silent.map(({ pointer }) => pointer)).toEqual([]);
  });

  test('accepts its own examples, each for its own field', () => {
    const refused = fields.flatMap(({ pointer, rule }) =>
      ((annotation(root, rule, 'examples') ?? []) as Json[])
        .map((example) => ({
          pointer,
          example,
          faults: findFaults({ $defs: {}, ...root, ...only(rule) }, example),
        }))
        .filter(({ faults }) => faults.length > 0),
    );
    expect(refused).toEqual([]);
  });

  test('shows its examples in hints as YAML that is valid as written', () => {
    const refused = fields.flatMap(({ pointer, rule }) => {
      const examples = (annotation(root, rule, 'examples') ?? []) as Json[];
      const { hint = '' } = getHint(rule as Rule, { ...(rule as Rule), examples }, 'field');
      const text = / For example `(.*)`\.$/s.exec(hint)?.[1];
      const shown = text === undefined ? undefined : (parse(text) as JsonObject);
      return shown === undefined || isDeepStrictEqual(shown['field'], examples[0])
        ? []
        : [{ pointer, text, shown }];
    });
    expect(refused).toEqual([]);
  });

  function only(rule: JsonObject): JsonObject {
    const cleared = Object.fromEntries(Object.keys(root).map((key) => [key, undefined]));
    return { ...(cleared as unknown as JsonObject), ...rule, $defs: root['$defs'] ?? {} };
  }
});
