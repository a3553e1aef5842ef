import { describe, expect, test } from 'vitest';
import { metrics } from '../../../api/http/metric-list.js';
import { asRule } from '../../../api/manual/topics/field.js';
import { getFields } from '../../../api/manual/topics/fields.js';
import { operations } from '../../../api/operations/registry.js';
import { commands } from '../../../cli/commands/index.js';
import { rules } from '../../../controller/catalog/index.js';
import { builtInConnectors } from '../../../controller/connectors/index.js';
import { catalogFunctions, ownEvents } from '../../../controller/flows/index.js';
import { catalog, toHintText } from '../../../controller/problems/index.js';
import { schema, schemaNames } from '../../../schemas/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { builtManual } from '../../built-manual.js';

const manual = builtManual();

/** Returns the fields of a schema that have no description. */
function undescribed(name: string, document: JsonObject | boolean | undefined): string[] {
  const rule = asRule(document);
  const missing = getFields(rule).filter(({ rule: { description } }) => !description?.trim());
  return missing.map(({ path }) => `${name}: ${path}`);
}

describe('every part of svc has a description', () => {
  test.each(schemaNames)('the fields of %s', (name) => {
    expect(undescribed(name, schema(name))).toEqual([]);
  });

  test('operations, their inputs and their answers', () => {
    expect(operations.filter(({ description }) => description === '')).toEqual([]);
    const fields = operations.flatMap(({ name, input, output }) => [
      ...undescribed(name, { properties: input.properties } as JsonObject),
      ...undescribed(`${name} answers`, output),
    ]);
    expect(fields).toEqual([]);
  });

  test('configurations of connectors, actions, their arguments and answers', () => {
    for (const { name, description, configSchema, events, actions } of builtInConnectors()) {
      expect(description, name).toMatch(/./);
      const fields = [
        ...undescribed(name, configSchema),
        ...undescribed(`${name} messages`, events?.input),
        ...Object.entries(actions).flatMap(([action, { input, output }]) => [
          ...undescribed(`${name}.${action}`, input),
          ...undescribed(`${name}.${action} answers`, output),
        ]),
      ];
      expect(fields).toEqual([]);
      for (const [action, { description: what }] of Object.entries(actions))
        expect(what, action).toMatch(/./);
    }
  });

  test('arguments of the functions of the catalog', () => {
    expect(catalogFunctions.flatMap(({ name, schema }) => undescribed(name, schema))).toEqual([]);
  });

  test('commands and their options', () => {
    for (const { usage, summary, examples, options } of commands) {
      expect([summary, ...examples, ...options.map(({ description }) => description)], usage).not.toContain(
        '',
      );
      expect(examples.length, usage).toBeGreaterThan(0);
    }
  });

  test('errors, rules, events and metrics', () => {
    const texts = [
      ...Object.entries(catalog).flatMap(([code, { title, hint }]) => [
        [code, title],
        [code, toHintText(hint)],
      ]),
      ...rules.flatMap(({ id, summary, what, why, fix }) =>
        [summary, what, why, fix].map((text) => [id, text]),
      ),
      ...Object.entries(ownEvents),
      ...Object.entries(metrics).map(([name, { help }]) => [name, help]),
    ];
    expect(texts.filter(([, text]) => !text?.trim())).toEqual([]);
  });
});

test('every topic has a title and one summary, in a sentence', () => {
  const without = manual.topics.filter(
    ({ title, summary }) => title === '' || !/[.…)]$/.test(summary.trim()),
  );
  expect(without.map(({ name, summary }) => `${name}: ${summary}`)).toEqual([]);
});

test('no text of a topic has a gap that was not filled', () => {
  const gaps = manual.topics.filter(({ text, summary }) =>
    /(?<![-\w])undefined(?![-\w])|\[object /.test(text + summary),
  );
  expect(gaps.map(({ name }) => name)).toEqual([]);
});

test('no page is longer than a reader or a model can take at once', () => {
  const long = manual.topics.filter((topic) => manual.text(topic).length > 32_000);
  expect(long.map(({ name }) => name)).toEqual([]);
});

test('no heading of a page is more than one level below the one before it', () => {
  const skips = manual.topics.filter((topic) => {
    const text = manual.text(topic).replaceAll(/^(`{3,}).*?^\1/gms, '');
    const levels = [...text.matchAll(/^(#{1,6}) /gm)].map(([, signs = '']) => signs.length);
    return levels.some((level, index) => level > (levels[index - 1] ?? 1) + 1);
  });
  expect(skips.map(({ name }) => name)).toEqual([]);
});
