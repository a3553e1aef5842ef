import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { prepareGiven } from '../../../api/operations/given-input.js';
import { tools } from '../../../api/operations/registry.js';
import { getArguments, getName } from '../../../api/operations/shared/tool.js';
import { configSchema } from '../../../controller/connectors/http/config-schema.js';
import type { JsonObject } from '../../../schemas/json/types.js';

/** Returns the objects of JSON in the line of examples of a description. */
function readExamples(description: string): JsonObject[] {
  const [, line = ''] = /^Example: (.*)$/m.exec(description) ?? [];
  const examples: JsonObject[] = [];
  for (let start = line.indexOf('{'); start >= 0; start = line.indexOf('{', start)) {
    const ends = [...line.matchAll(/\}/g)].map(({ index }) => index + 1).filter((end) => end > start);
    const end = ends.find((each) => isJson(line.slice(start, each)));
    if (end === undefined) throw new Error(`No JSON: ${line.slice(start)}`);
    examples.push(JSON.parse(line.slice(start, end)));
    start = end;
  }
  return examples;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const all = tools.flatMap((tool) =>
  readExamples(tool.description).map((example) => [getName(tool), JSON.stringify(example), tool] as const),
);

test('every tool has an example', () => {
  expect(new Set(all.map(([name]) => name))).toEqual(new Set(tools.map(getName)));
});

describe('the examples of tools', () => {
  test.each(all)('%s takes %s', (name, example, tool) => {
    const callable = { name, input: getArguments(tool) };
    expect(() => prepareGiven(tool.operation, JSON.parse(example), callable)).not.toThrow();
  });

  test('of a change of a connection has a `config` that connections take', () => {
    const [, example = ''] = all.find(([name]) => name === 'update-entity') ?? [];
    const { config } = JSON.parse(example).patch;
    const validate = new Ajv2020({ strict: false }).compile({
      ...(configSchema as JsonObject),
      required: [],
    });
    expect(validate(config) ? [] : validate.errors).toEqual([]);
    expect(Object.keys(config)).not.toEqual([]);
  });
});
