import { platformEvent } from '../../controller/events/index.js';
import type { Role } from '../../controller/identity/contract.js';
import type { ApiKeyChanges } from '../../controller/identity/index.js';
import type { JsonObject } from '../../schemas/json.js';
import { cursorField, limitField, pageOf, requirePageSize } from './fields.js';
import {
  expiresField,
  kindField,
  knownNameField,
  nameField,
  roleField,
  time,
  timeOrNull,
} from './identity-fields.js';
import { type Operation, reads } from './operation.js';
import { pageByName } from './pages.js';
import {
  deletionOf,
  dryRunField,
  patchReader,
  previewOf,
  type UpdateManner,
  updateEntityOf,
  updateFields,
  writeShape,
} from './platform-writes.js';

const fields = {
  id: { type: 'string' },
  name: { type: 'string' },
  role: roleField,
  createdAt: time,
  createdBy: timeOrNull,
  expiresAt: timeOrNull,
  lastUsedAt: { ...timeOrNull, description: 'To the minute.' },
};

const keyShape: JsonObject = { type: 'object', required: Object.keys(fields), properties: fields };

const issuedShape: JsonObject = {
  type: 'object',
  required: ['key', ...Object.keys(fields)],
  properties: {
    key: { type: 'string', description: 'The key itself, shown this once: only a digest of it is kept.' },
    ...fields,
  },
};

const idField: JsonObject = {
  ...knownNameField,
  description: 'The id of the key, or its name where no other bears it.',
};
const byId = { properties: { id: idField }, required: ['id'] };
const changeable = { role: roleField, expiresAt: expiresField };
const readPatch = patchReader<ApiKeyChanges>('update-api-key', changeable);

const keyTarget = ({ id }: { id: string }) => ({ type: 'api-key', name: id });

const listApiKeys: Operation<{ limit: number; cursor?: string }> = {
  name: 'list-api-keys',
  title: 'List API keys',
  description: 'Names, roles and times of the API keys; never a key.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'api-key' }),
  input: { properties: { limit: limitField, cursor: cursorField } },
  output: pageOf(keyShape),
  async run({ controller }, input) {
    const limit = requirePageSize(controller.settings, input.limit);
    const keys = controller.identity.apiKeys.list();
    return { value: pageByName(keys, ({ name, id }) => `${name} ${id}`, limit, input.cursor) };
  },
};

const readApiKey: Operation<{ id: string }> = {
  name: 'read-api-key',
  title: 'Read an API key',
  description: 'Name, role and times of one API key; never the key.',
  hints: reads,
  permission: 'admin',
  target: keyTarget,
  input: byId,
  output: keyShape,
  async run({ controller }, { id }) {
    return { value: controller.identity.apiKeys.get(id) };
  },
};

interface NewKey {
  name: string;
  role: Role;
  expiresAt?: string | null;
  dryRun?: boolean;
}

const createApiKey: Operation<NewKey> = {
  name: 'create-api-key',
  title: 'Create an API key',
  description: 'A key for a program. It is in the answer, and never shown again.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'admin',
  target: ({ name }) => ({ type: 'api-key', name }),
  input: {
    properties: {
      kind: kindField('api-key'),
      name: nameField,
      role: roleField,
      expiresAt: expiresField,
      dryRun: dryRunField,
    },
    required: ['name', 'role'],
  },
  output: writeShape(issuedShape, 'CreatedApiKey', ['id', 'key']),
  async run(context, { name, role, expiresAt = null, dryRun }) {
    const { apiKeys } = context.controller.identity;
    const wanted = { name, role, createdBy: context.principal.id, expiresAt };
    if (dryRun) return previewOf(context, `api-key/${name}`, undefined, apiKeys.preview(wanted));
    const issued = await apiKeys.create(wanted);
    context.audit?.note({ id: issued.id, role });
    return { value: issued, outcome: 'created' };
  },
};

interface KeyUpdate extends ApiKeyChanges, UpdateManner {
  id: string;
}

const updateApiKey: Operation<KeyUpdate> = {
  name: 'update-api-key',
  title: 'Change an API key',
  description:
    'Changes what a key may do and until when it is valid; takes effect at once. The key stays the same.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'admin',
  target: keyTarget,
  input: {
    properties: { kind: kindField('api-key'), id: idField, ...updateFields(changeable) },
    required: ['id'],
  },
  output: writeShape(keyShape, 'UpdatedApiKey'),
  async run(context, { id, kind: _kind, jsonPatch, dryRun, ...fields }) {
    const { apiKeys } = context.controller.identity;
    return updateEntityOf(
      context,
      { what: `api-key/${id}`, fields, jsonPatch, dryRun, readPatch },
      (change) => apiKeys.update(id, change, { dryRun }),
    );
  },
};

const rotateApiKey: Operation<{ id: string; expiresAt?: string | null }> = {
  name: 'rotate-api-key',
  title: 'Rotate an API key',
  description:
    'Issues a new key of the same name and role. The old one keeps working until it is deleted with `delete-api-key`.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'admin',
  target: keyTarget,
  input: { properties: { id: idField, expiresAt: expiresField }, required: ['id'] },
  output: issuedShape,
  async run(context, { id, expiresAt }) {
    const issued = await context.controller.identity.apiKeys.rotate(id, context.principal.id, expiresAt);
    const told = { id, name: issued.name, by: context.principal.id };
    await context.controller.events.emit([platformEvent('dev.svc.apikey.rotated.v1', id, told)]);
    context.audit?.note({ id: issued.id });
    return { value: issued, outcome: 'created' };
  },
};

const deleteApiKey: Operation<{ id: string; dryRun?: boolean }> = {
  name: 'delete-api-key',
  title: 'Delete an API key',
  description: 'The key is not valid any more from now on.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'admin',
  target: keyTarget,
  input: deletionOf(byId),
  output: {},
  async run(context, { id, dryRun }) {
    const { apiKeys } = context.controller.identity;
    if (dryRun) return previewOf(context, `api-key/${id}`, apiKeys.get(id), undefined);
    await apiKeys.remove(id);
    return { outcome: 'deleted' };
  },
};

export const apiKeyOperations: readonly Operation[] = [
  listApiKeys,
  readApiKey,
  createApiKey,
  updateApiKey,
  rotateApiKey,
  deleteApiKey,
];
