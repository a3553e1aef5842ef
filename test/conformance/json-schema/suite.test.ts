import { expect, test } from 'vitest';
import { compare } from './judge.js';
import { type Draft, drafts, readCases } from './suite.js';

const folder = process.env['JSON_SCHEMA_TEST_SUITE'];

test.skipIf(folder === undefined).each(Object.keys(drafts) as Draft[])(
  'svc passes each test of %s that Ajv passes (needs JSON_SCHEMA_TEST_SUITE, the folder of the suite)',
  (draft) => {
    expect(compare(draft, readCases(folder ?? '', draft)).lost).toEqual([]);
  },
  120_000,
);
