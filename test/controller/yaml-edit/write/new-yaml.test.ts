import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { rewriteYaml } from '../../../../controller/yaml-edit/rewrite/rewrite-yaml.js';
import { newYaml } from '../../../../controller/yaml-edit/write/new-yaml.js';
import type { JsonObject } from '../../../../schemas/json/types.js';

const timeout = 120_000 + Number(process.env['YAML_EDITS'] ?? 0) * 20;
const limits = { depth: 100, aliases: 100 };

test('a new file has its naming members first, blocks for lists and texts, quotes where they are needed', () => {
  const definition = {
    script: '#!/bin/sh\necho "a: b"\n',
    name: 'nightly',
    kind: 'script',
    on: ['yes', 'every day', '0 3 * * *'],
    empty: {},
    jobs: [{ a: { b: 1 } }, { c: [] }],
    note: 'a long line that stays as it is, however long it may become, because nobody likes lines that are folded by a machine',
  };
  expect(newYaml(definition, { limits, first: ['kind', 'name'] })).toBe(`kind: script
name: nightly
script: |
  #!/bin/sh
  echo "a: b"
'on':
  - 'yes'
  - every day
  - 0 3 * * *
empty: {}
jobs:
  - a:
      b: 1
  - c: []
note: a long line that stays as it is, however long it may become, because nobody likes lines that are folded by a machine
`);
});

const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }));
const anyDefinition = fc
  .dictionary(anyText, fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' }), { minKeys: 1 })
  .filter((value) => !JSON.stringify(value).includes('__proto__'));

test('whatever a definition holds, its file says the same to any reader of YAML', { timeout }, () => {
  fc.assert(
    fc.property(anyDefinition, (value) => {
      const definition = JSON.parse(JSON.stringify(value)) as JsonObject;
      const text = newYaml(definition, { limits });
      expect(parse(text, { uniqueKeys: false })).toEqual(definition);
      expect(rewriteYaml(text, definition, { limits }).edits).toEqual([]);
    }),
    { numRuns: Number(process.env['YAML_EDITS'] ?? 500) },
  );
});

test('any definition can take the place of any other', { timeout }, () => {
  fc.assert(
    fc.property(anyDefinition, anyDefinition, (one, other) => {
      const before = newYaml(JSON.parse(JSON.stringify(one)), { limits });
      const intended = JSON.parse(JSON.stringify(other)) as JsonObject;
      expect(parse(rewriteYaml(before, intended, { limits }).text, { uniqueKeys: false })).toEqual(intended);
    }),
    { numRuns: Number(process.env['YAML_EDITS'] ?? 300) },
  );
});
