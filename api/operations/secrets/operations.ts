import { Problem } from '../../../controller/problems/index.js';
import type { Target } from '../../../controller/security/identity/access/access.js';
import { listProviders } from '../../../controller/security/providers/listing.js';
import type { Vault } from '../../../controller/security/vault/contract.js';
import type {
  SecretSummary,
  SecretValue,
  WrittenSecret,
} from '../../../controller/security/vault/secret-store.js';
import { applyJsonPatch, applyMergePatch } from '../../../controller/yaml-edit/patches/apply-patch.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { getAccess } from '../shared/authorization.js';
import { readsEffects, requireConsent } from '../shared/consent.js';
import { type Operation, type OperationContext, type Result, reads } from '../shared/operation.js';
import { getDeletion, type PlatformEntity } from '../shared/platform-entities.js';
import { dryRunField, getPreview, requireOneKind, updateFields } from '../shared/platform-writes.js';
import { type Callable, prepareInput } from '../shared/prepare-input.js';
import { described, getAnswer, integer, text, toList } from '../shared/schemas.js';
import {
  pathField,
  providerShape,
  secretShape,
  secretWithVersionsShape,
  valueField,
  writtenShape,
} from './schemas.js';

const limits = { depth: 3 };
/** Operations that do not depend on a value: a caller who may set secrets must not learn them by trying. */
const allowed = ['add', 'replace', 'remove'];

function secretTarget({ path }: { path: string }): Target {
  return { type: 'secret', name: path };
}

export const writeSecret: Operation<{ path: string; value: Record<string, string>; dryRun?: boolean }> = {
  name: 'write-secret',
  title: 'Set a secret',
  description: 'Creates a secret, or a new version of an existing one. Values are never shown again.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'admin',
  effects: ['secrets'],
  target: secretTarget,
  input: {
    properties: { path: pathField, value: valueField, dryRun: dryRunField },
    required: ['path', 'value'],
  },
  output: writtenShape,
  async run(context, { path, value, dryRun }) {
    const { vault } = context.controller;
    if (!dryRun) await requireSecretConsent(context, 'Sets', path);
    const before = dryRun ? await vault.secrets.summary(path) : undefined;
    const result = await vault.secrets.put(path, value, { dryRun });
    if (dryRun) return previewOfSecret(context, before, result);
    return result.version === 1 ? { value: result, outcome: 'created' } : { value: result };
  },
};

const changeable = {
  value: {
    ...valueField,
    additionalProperties: { type: ['string', 'null'] },
    description: 'The keys that change, each with its new text; null removes a key, others stay.',
  },
};
const wholeValue: Callable = { name: 'update-secret', input: { properties: { value: valueField } } };

export const updateSecret: Operation<{
  path: string;
  value?: JsonObject;
  jsonPatch?: Json;
  dryRun?: boolean;
}> = {
  name: 'update-secret',
  title: 'Change keys of a secret',
  description:
    'Creates a new version of a secret in which some keys are set or removed; the others stay. A JSON patch sets and ' +
    'removes `/value/{key}`. Values are never shown, not even in a diff.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'admin',
  effects: ['secrets'],
  target: secretTarget,
  input: { properties: { path: pathField, ...updateFields(changeable) }, required: ['path'] },
  output: writtenShape,
  async run(context, { path, jsonPatch, dryRun, ...change }) {
    requireOneKind(jsonPatch, change);
    const { vault } = context.controller;
    if (!dryRun) await requireSecretConsent(context, 'Changes', path);
    const before = dryRun ? await vault.secrets.summary(path) : undefined;
    const result = await vault.secrets.update(
      path,
      (value) =>
        jsonPatch === undefined
          ? (applyMergePatch(value, change.value ?? {}, limits) as SecretValue)
          : patchedValue(value, jsonPatch),
      { dryRun },
    );
    return dryRun ? previewOfSecret(context, before, result) : { value: result };
  },
};

/** Applies a JSON patch to `{"value": …}` of a secret. @throws Problem patch_invalid, patch_conflict, body_invalid */
function patchedValue(value: SecretValue, patch: Json): SecretValue {
  for (const [index, operation] of (patch as JsonObject[]).entries()) refuseLooking(operation, index);
  const after = applyJsonPatch({ value }, patch, limits);
  return prepareInput(wholeValue, after, { names: new Set(['value']), isOpen: true })['value'] as SecretValue;
}

function refuseLooking({ op, path }: JsonObject, index: number): void {
  const isAllowed = allowed.includes(op as string);
  if (isAllowed && /^\/value\/[^/]*$/.test(String(path))) return;
  const pointer = `/${index}/${isAllowed ? 'path' : 'op'}`;
  const message = isAllowed ? 'must be `/value/` and a key' : 'must be `add`, `replace` or `remove`';
  throw new Problem('patch_invalid', `The patch cannot be applied to a secret: \`${pointer}\` ${message}`, {
    errors: [{ pointer, message }],
    hints: ['Only set or remove keys: a patch cannot read the values of a secret.'],
  });
}

function previewOfSecret(
  context: OperationContext,
  before: SecretSummary | undefined,
  { unmasked, ...after }: WrittenSecret,
): Result {
  const { value } = getPreview(context, `secret/${after.path}`, before, after);
  return { value: { ...(value as object), unmasked } };
}

export const listSecrets: Operation = {
  name: 'list-secrets',
  title: 'List secrets',
  description:
    'The paths, keys, versions and times of all stored secrets, without values. `list-secret-providers` lists those of other places.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'secret', some: true }),
  audited: true,
  input: { properties: {} },
  output: toList(secretShape),
  async run(context) {
    const access = getAccess(context);
    const secrets = await context.controller.vault.secrets.list();
    return { value: { items: secrets.filter(({ path }) => access.may('admin', secretTarget({ path }))) } };
  },
};

export const listSecretProviders: Operation = {
  name: 'list-secret-providers',
  title: 'List providers of secrets',
  description:
    'The places outside of svc that hold secrets (`Secrets.Providers`), the prefix of each, and the paths that it lists; never a value.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'secret', some: true }),
  audited: true,
  input: { properties: {} },
  output: toList(providerShape),
  async run(context) {
    const access = getAccess(context);
    const may = (path: string) => access.may('admin', secretTarget({ path }));
    const listed = (await listProviders(context.controller.vault.providers)).map((provider) => ({
      ...provider,
      paths: provider.paths.filter(may),
    }));
    return { value: { items: listed.filter(({ prefix, paths }) => paths.length > 0 || may(prefix)) } };
  },
};

export const readSecret: Operation<{ path: string }> = {
  name: 'read-secret',
  title: 'Read a secret',
  description:
    'The keys and times of one secret and of its versions, without values. Reads a secret of a provider from that provider.',
  hints: reads,
  permission: 'admin',
  target: secretTarget,
  audited: true,
  input: { properties: { path: pathField }, required: ['path'] },
  output: secretWithVersionsShape,
  async run({ controller }, { path }) {
    const secret = await requireSecret(controller.vault, path);
    return { value: { ...secret, versions: await controller.vault.secrets.versions(path) } };
  },
};

export const deleteSecret: Operation<{ path: string; dryRun?: boolean }> = {
  name: 'delete-secret',
  title: 'Delete a secret',
  description: 'Deletes all versions of a stored secret.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'admin',
  effects: ['secrets'],
  target: secretTarget,
  input: getDeletion({ properties: { path: pathField }, required: ['path'] }),
  output: {},
  async run(context, { path, dryRun }) {
    const { vault } = context.controller;
    const before = dryRun ? (await vault.secrets.list()).find((summary) => summary.path === path) : undefined;
    if (!dryRun) await requireSecretConsent(context, 'Deletes', path);
    if (!(await vault.secrets.delete(path, { dryRun }))) throw await vault.secrets.notFound(path, true);
    if (dryRun) return getPreview(context, `secret/${path}`, before, undefined);
    return { outcome: 'deleted' };
  },
};

export const rotateMasterKey: Operation = {
  name: 'rotate-master-key',
  title: 'Rotate the master key',
  description:
    'Creates a new master key, wraps every data key with it while the service runs, and then removes the old key from the key file. The old key is kept, wrapped by the new one, so that older backups can be restored. An interrupted rotation continues at the next start.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'admin',
  effects: ['secrets'],
  target: () => ({ type: 'secret' }),
  input: { properties: {} },
  output: getAnswer(undefined, {
    keyId: described(text, 'The id of the key, which reveals nothing else of it.'),
    rewrapped: described(integer, 'Number of data keys that were wrapped again.'),
  }),
  async run(context) {
    const { masterKeys } = context.controller.vault;
    requireConsent(context, {
      text: 'Creates a new master key and wraps every data key with it',
      content: masterKeys.status().keyId,
    });
    const rewrapped = await masterKeys.rotate();
    return { value: { keyId: masterKeys.status().keyId, rewrapped } };
  },
};

/** Asks for consent to a write; it ends with the version that is replaced. @throws EffectAwaitingConsent; Problem confirmation_required, approval_void */
async function requireSecretConsent(
  context: OperationContext,
  verb: 'Sets' | 'Changes' | 'Deletes',
  path: string,
): Promise<void> {
  const before = readsEffects(context) ? await context.controller.vault.secrets.summary(path) : undefined;
  const version = before === undefined ? '' : ` (version ${before.version} now)`;
  const used = verb === 'Deletes' ? 'what uses it fails' : 'what uses it gets the new value';
  const text = `${verb} the secret \`${path}\`${version}; ${used}`;
  requireConsent(context, { text, content: before?.version ?? null });
}

/** @throws Problem secret_not_found */
async function requireSecret(vault: Vault, path: string): Promise<SecretSummary> {
  const summary = await vault.secrets.summary(path);
  if (summary) return summary;
  throw await vault.secrets.notFound(path, true);
}

export const secretEntity: PlatformEntity = {
  type: 'secret',
  named: 'path',
  list: listSecrets,
  read: readSecret,
  create: writeSecret,
  update: updateSecret,
  replace: writeSecret,
  delete: deleteSecret,
};
