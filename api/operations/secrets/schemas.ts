import type { JsonObject } from '../../../schemas/json/types.js';
import { textField } from '../shared/fields.js';
import { writeShape } from '../shared/platform-writes.js';
import { answerOf, arrayOf, described, extended, integer, text, texts } from '../shared/schemas.js';

export const pathField = textField(
  'The path of the secret, its parts separated by `/`.',
  255,
  'crm/production',
);

export const valueField: JsonObject = {
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: 'string' },
  description: 'The keys of the secret, each with its text.',
  examples: [{ token: 'the-token' }],
};

export const secretShape = answerOf('Secret', {
  path: text,
  keys: described(texts, 'The keys, without their values.'),
  version: integer,
  createdAt: text,
  updatedAt: text,
});

export const secretWithVersionsShape = extended(secretShape, 'SecretWithVersions', {
  versions: described(
    arrayOf(answerOf('SecretVersion', { version: integer, keys: texts, createdAt: text })),
    'All versions, newest first; the newest is in use.',
  ),
});

export const writtenShape = writeShape(
  extended(secretShape, 'WrittenSecret', {
    unmasked: described(
      texts,
      'Keys whose values are not masked in logs and answers: they are shorter than 6 characters, or a common word.',
    ),
  }),
  'WrittenSecret',
);
