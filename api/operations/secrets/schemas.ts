import type { JsonObject } from '../../../schemas/json/types.js';
import { textField } from '../shared/fields.js';
import { writeShape } from '../shared/platform-writes.js';
import {
  choice,
  described,
  extended,
  getAnswer,
  getArray,
  integer,
  named,
  text,
  texts,
} from '../shared/schemas.js';

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

export const secretShape = getAnswer(
  { title: 'Secret', description: 'A secret, without its values.' },
  {
    path: described(text, 'The path of the secret.'),
    keys: described(texts, 'The keys, without their values.'),
    version: described(integer, '0 for a secret of a provider that counts no versions.'),
    createdAt: named.createdAt,
    updatedAt: described(
      text,
      'For a secret of a provider: as the provider reports it, else the time of this answer.',
    ),
  },
  {
    provider: described(text, 'The prefix of the provider that holds the secret; left out for a stored one.'),
  },
);

export const providerShape = getAnswer(
  { title: 'SecretProvider', description: 'A source of secrets outside of svc.' },
  {
    prefix: {
      ...text,
      examples: ['team/vault'],
      description: 'The prefix of the paths that the provider holds.',
    },
    type: described(
      choice({
        files: 'Files of a folder.',
        vault: 'A server of HashiCorp Vault.',
        kubernetes: 'Secrets of a Kubernetes cluster.',
      }),
      'The kind of provider.',
    ),
    location: {
      ...text,
      examples: ['`secret/svc` in Vault at https://vault.example.com:8200'],
      description: 'The place of the secrets.',
    },
    paths: {
      ...texts,
      examples: [['team/vault/crm']],
      description: 'The paths that the provider lists, at most 1,000.',
    },
  },
  { problem: described(text, 'Why the paths cannot be listed. The secrets may be readable all the same.') },
);

const versionShape = described(
  getAnswer('SecretVersion', {
    version: described(integer, 'The number of the version, from 1.'),
    keys: described(texts, 'The keys, without their values.'),
    createdAt: named.createdAt,
  }),
  'A version of a secret.',
);

export const secretWithVersionsShape = extended(
  secretShape,
  { title: 'SecretWithVersions', description: 'A secret with its versions, without its values.' },
  {
    versions: described(getArray(versionShape), 'All versions, newest first; the newest is in use.'),
  },
);

export const writtenShape = writeShape(
  extended(
    secretShape,
    { title: 'WrittenSecret', description: 'A written secret, without its values.' },
    {
      unmasked: described(
        texts,
        'Keys whose values are not masked in logs and answers: they are shorter than 6 characters, or a common word.',
      ),
    },
  ),
  'WrittenSecret',
);
