import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultSettings } from '../../controller/settings/index.js';
import { isValid, type JsonObject, type SchemaName, schema } from '../../schemas/index.js';
import { schemaNames } from '../../schemas/names.js';
import { mutate, random } from './mutate.js';

const mutations = 300;
const demo = new URL('../../fixtures/demo/', import.meta.url);
const folders = [
  ...['valid', 'language'].map((name) => new URL(`../../fixtures/${name}/`, import.meta.url)),
  ...readdirSync(demo, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => new URL(`${name}/`, demo)),
];
const samples = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => parse(readFileSync(new URL(name, folder), 'utf8')) as JsonObject),
);

/** Returns the entities of the fixtures for a schema; for settings, which no fixture holds, the default settings. */
function getSamples(name: SchemaName): JsonObject[] {
  if (name === 'settings') return [defaultSettings as unknown as JsonObject];
  return samples.filter((value) => (value['kind'] ?? 'flow') === name);
}

describe.each(schemaNames)('the compiled validator of %s', (name) => {
  it('judges files and mutations of them as Ajv does with the schema itself', () => {
    const theirs = new Ajv2020({ strict: false, allowUnionTypes: true }).compile(schema(name));
    const values = getSamples(name);
    const next = random(7);
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect([name, isValid(name, value)]).toEqual([name, theirs(value)]);
    const verdicts = new Set<boolean>();
    for (let count = 0; count < mutations; count++) {
      const { value, told } = mutate(values[count % values.length] ?? {}, next);
      const verdict = theirs(value) as boolean;
      verdicts.add(verdict);
      expect([told, isValid(name, value)]).toEqual([told, verdict]);
    }
    expect(verdicts).toEqual(new Set([true, false]));
  });
});
