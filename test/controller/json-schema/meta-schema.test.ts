import { expect, test } from 'vitest';
import { SchemaCheck } from '../../../controller/json-schema/index.js';

const references = [
  { $ref: 'https://json-schema.org/draft/2020-12/schema' },
  { $schema: 'http://json-schema.org/draft-07/schema#', $ref: 'http://json-schema.org/draft-07/schema#' },
];

test.each(references)('a schema may say that a value is a schema: %j', (schema) => {
  const check = new SchemaCheck({ type: 'object', ...schema });
  expect(check.findings({ type: 'string' })).toEqual([]);
  expect(check.findings({ type: 7 })).not.toEqual([]);
  expect(check.findings({ type: 7 })[0]?.message).not.toContain('cannot be validated');
});
