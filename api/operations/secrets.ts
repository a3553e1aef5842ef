import type { Target } from '../../controller/identity/access.js';
import { Problem } from '../../controller/problems/index.js';
import type { SecretSummary, Vault, WrittenSecret } from '../../controller/vault/contract.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import { accessOf } from './access.js';
import { suggestion } from './entity-types.js';
import { listOf } from './fields.js';
import { type Operation, type OperationContext, type Result, reads } from './operation.js';
import {
  deletionOf,
  dryRunField,
  previewOf,
  requireOneKind,
  updateFields,
  writeShape,
} from './platform-writes.js';
import { mergedValue, patchedValue } from './secret-updates.js';

const pathField: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'The path of the secret, its parts separated by `/`.',
  examples: ['crm/production'],
};

const secretShape: JsonObject = {
  title: 'Secret',
  type: 'object',
  required: ['path', 'keys', 'version', 'createdAt', 'updatedAt'],
  properties: {
    path: { type: 'string' },
    keys: { type: 'array', items: { type: 'string' }, description: 'The names inside; never the values.' },
    version: { type: 'integer' },
    createdAt: { type: 'string' },
    updatedAt: { type: 'string' },
  },
};

const versionShape: JsonObject = {
  title: 'SecretVersion',
  type: 'object',
  required: ['version', 'keys', 'createdAt'],
  properties: {
    version: { type: 'integer' },
    keys: { type: 'array', items: { type: 'string' } },
    createdAt: { type: 'string' },
  },
};

function secretTarget({ path }: { path: string }): Target {
  return { type: 'secret', name: path };
}

const valueField: JsonObject = {
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: 'string' },
  description: 'What to keep: names and their text.',
  examples: [{ token: 'the-token' }],
};

const writtenShape = writeShape(
  {
    ...secretShape,
    required: [...(secretShape['required'] as string[]), 'unmasked'],
    properties: {
      ...(secretShape['properties'] as JsonObject),
      unmasked: {
        type: 'array',
        items: { type: 'string' },
        description:
          'Names whose values are not taken out of logs and answers: shorter than 6 characters, or a common word.',
      },
    },
  },
  'WrittenSecret',
);

const writeSecret: Operation<{ path: string; value: Record<string, string>; dryRun?: boolean }> = {
  name: 'write-secret',
  title: 'Set a secret',
  description:
    'Creates a secret or, for a path that exists, a new version of it. Values are never shown again.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'admin',
  target: secretTarget,
  input: {
    properties: {
      path: pathField,
      value: valueField,
      dryRun: dryRunField,
    },
    required: ['path', 'value'],
  },
  output: writtenShape,
  async run(context, { path, value, dryRun }) {
    const { vault } = context.controller;
    const before = dryRun ? await findSecret(vault, path) : undefined;
    const written = await vault.put(path, value, { dryRun });
    if (dryRun) return previewOfSecret(context, before, written);
    return written.version === 1 ? { value: written, outcome: 'created' } : { value: written };
  },
};

const changeable = {
  value: {
    ...valueField,
    additionalProperties: { type: ['string', 'null'] },
    description: 'The keys that change, each with its new text; null takes a key out, others stay.',
  },
};
const wholeValue = { name: 'update-secret', input: { properties: { value: valueField } } };

const updateSecret: Operation<{ path: string; value?: JsonObject; jsonPatch?: Json; dryRun?: boolean }> = {
  name: 'update-secret',
  title: 'Change keys of a secret',
  description:
    'Makes a new version of a secret in which some keys are set or taken out; the others stay. A JSON patch sets and ' +
    'removes `/value/{key}`. Values are never shown, in no diff either.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'admin',
  target: secretTarget,
  input: { properties: { path: pathField, ...updateFields(changeable) }, required: ['path'] },
  output: writtenShape,
  async run(context, { path, jsonPatch, dryRun, ...stated }) {
    requireOneKind(jsonPatch, stated);
    const { vault } = context.controller;
    const before = dryRun ? await findSecret(vault, path) : undefined;
    const written = await vault.update(
      path,
      (value) =>
        jsonPatch === undefined
          ? mergedValue(value, stated.value ?? {})
          : patchedValue(value, jsonPatch, wholeValue),
      { dryRun },
    );
    return dryRun ? previewOfSecret(context, before, written) : { value: written };
  },
};

async function findSecret(vault: Vault, path: string): Promise<SecretSummary | undefined> {
  return (await vault.list()).find((summary) => summary.path === path);
}

function previewOfSecret(
  context: OperationContext,
  before: SecretSummary | undefined,
  { unmasked, ...after }: WrittenSecret,
): Result {
  const { value } = previewOf(context, `secret/${after.path}`, before, after);
  return { value: { ...(value as object), unmasked } };
}

const listSecrets: Operation = {
  name: 'list-secrets',
  title: 'List secrets',
  description: 'Paths, the names inside, versions and times of all secrets; never a value.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'secret', some: true }),
  audited: true,
  input: { properties: {} },
  output: listOf(secretShape),
  async run(context) {
    const access = accessOf(context);
    const secrets = await context.controller.vault.list();
    return { value: { items: secrets.filter(({ path }) => access.may('admin', secretTarget({ path }))) } };
  },
};

const readSecret: Operation<{ path: string }> = {
  name: 'read-secret',
  title: 'Look at a secret',
  description: 'The names inside and the times of one secret and of its versions; never a value.',
  hints: reads,
  permission: 'admin',
  target: secretTarget,
  audited: true,
  input: { properties: { path: pathField }, required: ['path'] },
  output: {
    ...secretShape,
    title: 'SecretWithVersions',
    required: [...(secretShape['required'] as string[]), 'versions'],
    properties: {
      ...(secretShape['properties'] as JsonObject),
      versions: { type: 'array', items: versionShape, description: 'Newest first; the newest is in use.' },
    },
  },
  async run({ controller }, { path }) {
    const found = await findSecret(controller.vault, path);
    if (!found) throw await unknownSecret(controller.vault, path);
    return { value: { ...found, versions: await controller.vault.versions(path) } };
  },
};

const deleteSecret: Operation<{ path: string; dryRun?: boolean }> = {
  name: 'delete-secret',
  title: 'Delete a secret',
  description: 'Deletes all versions of a secret.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'admin',
  target: secretTarget,
  input: deletionOf({ properties: { path: pathField }, required: ['path'] }),
  output: {},
  async run(context, { path, dryRun }) {
    const { controller } = context;
    if (dryRun) {
      const before = await findSecret(controller.vault, path);
      if (!before) throw await unknownSecret(controller.vault, path);
      return previewOf(context, `secret/${path}`, before, undefined);
    }
    if (!(await controller.vault.delete(path))) throw await unknownSecret(controller.vault, path);
    return { outcome: 'deleted' };
  },
};

const rotateMasterKey: Operation = {
  name: 'rotate-master-key',
  title: 'Rotate the master key',
  description:
    'Makes a new master key and wraps every data key by it, while the service goes on; then the old key leaves the key file. It is kept, wrapped by the new one, so that older backups can be restored. A rotation that is broken off goes on at the next start.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'admin',
  target: () => ({ type: 'secret' }),
  input: { properties: {} },
  output: {
    type: 'object',
    required: ['keyId', 'rewrapped'],
    properties: {
      keyId: { type: 'string', description: 'Tells keys apart, and nothing about them.' },
      rewrapped: { type: 'integer', description: 'Data keys that were wrapped anew.' },
    },
  },
  async run({ controller }) {
    const rewrapped = await controller.vault.rotateMasterKey();
    return { value: { keyId: controller.vault.masterKey().keyId, rewrapped } };
  },
};

async function unknownSecret(vault: Vault, path: string): Promise<Problem> {
  const known = (await vault.list()).map((summary) => summary.path);
  const near = suggestion(path, known);
  return new Problem(
    'secret_not_found',
    `There is no secret \`${path}\``,
    near.length > 0 ? { hints: near } : {},
  );
}

export const secretOperations: readonly Operation[] = [
  writeSecret,
  updateSecret,
  listSecrets,
  readSecret,
  deleteSecret,
  rotateMasterKey,
];
