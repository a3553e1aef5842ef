import { platformEvent } from '../../../controller/delivery/index.js';
import type { Actor, Role } from '../../../controller/security/identity/access/access.js';
import type { Scopes } from '../../../controller/security/identity/access/scopes.js';
import type { ApiKey } from '../../../controller/security/identity/credentials/api-keys.js';
import type { ApiKeyChanges } from '../../../controller/security/identity/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { changesInWords, requireConsent } from '../shared/consent.js';
import type { Operation } from '../shared/operation.js';
import { storedEntity } from '../shared/platform-entities.js';
import { described, getAnswer, named, objectOrNull, text, textOrNull } from '../shared/schemas.js';
import { actorField, expiresField, knownNameField, nameField, roleField } from '../users/schemas.js';
import { requireNarrower, scopesField } from './scopes.js';

const members = {
  id: described(text, 'The id of the key.'),
  name: described(text, 'The name of the key.'),
  principal: described(
    text,
    'The key in `assignees`, in teams and in the audit log. A user of the same name is another principal.',
  ),
  role: roleField,
  actor: actorField,
  scopes: scopesField,
  createdAt: named.createdAt,
  createdBy: described(textOrNull, 'The principal who created it; null for the first key.'),
  expiresAt: described(textOrNull, 'The time of expiry; null for none.'),
  lastUsedAt: described(textOrNull, 'Last use, to the minute.'),
};

const issuedShape = getAnswer(
  { description: 'A new API key.' },
  {
    key: described(text, 'The key itself. Only this answer has it: svc keeps a digest.'),
    ...members,
    scopes: described(objectOrNull, 'The bounds of the key; null for none.'),
  },
);

const idField: JsonObject = {
  ...knownNameField,
  description: 'The id of the key, or its name if no other key has that name.',
};

interface NewKey {
  name: string;
  role: Role;
  actor?: Actor;
  scopes?: Scopes | null;
  expiresAt?: string | null;
}

export const apiKeys = storedEntity<ApiKey, NewKey, ApiKeyChanges>({
  type: 'api-key',
  plural: 'api-keys',
  named: ['id', idField],
  permission: 'admin',
  texts: {
    list: ['List API keys', 'Names, roles, scopes and times of the API keys, without the keys themselves.'],
    read: ['Read an API key', 'Name, role, scopes and times of one API key, without the key itself.'],
    create: [
      'Create an API key',
      'Creates a key for a program. Only this answer has the key. `scopes` narrow what its role allows; a key that has scopes makes none that reaches further.',
    ],
    update: [
      'Change an API key',
      'Changes the role, the scopes as a whole, or the expiry of a key, with effect at once. The key itself stays the same.',
    ],
    delete: ['Delete an API key', 'Deletes an API key, with effect at once.'],
  },
  shape: getAnswer({ description: 'The API key of a program.' }, members),
  fields: {
    name: nameField,
    role: roleField,
    actor: { ...actorField, default: 'service' },
    scopes: scopesField,
    expiresAt: expiresField,
  },
  required: ['name', 'role'],
  issued: { shape: issuedShape, members: ['id', 'key'] },
  changeable: { role: roleField, actor: actorField, scopes: scopesField, expiresAt: expiresField },
  effects: {
    created: ({ name, role, actor = 'service', scopes, expiresAt = null }) =>
      `Creates the API key \`${name}\` with the role \`${role}\` for ${actorWords[actor]}, ${scopesInWords(scopes)}, ${expiryInWords(expiresAt)}`,
    updated: (key, changes) =>
      `Changes the API key \`${key.name}\`, at once: ${changesInWords(key, changes)}`,
    removed: ({ name, role }) =>
      `Deletes the API key \`${name}\` with the role \`${role}\`: programs that use it are refused at once`,
  },
  list: ({ controller }) => controller.identity.apiKeys.list(),
  sortedBy: ({ name, id }) => `${name} ${id}`,
  find: ({ controller }, id) => controller.identity.apiKeys.get(id),
  async create(context, { name, role, actor = 'service', scopes = null, expiresAt = null }, { dryRun }) {
    const { controller, principal, audit } = context;
    requireNarrower(context, { scopes, expiresAt });
    const request = { name, role, actor, scopes, createdBy: principal.id, expiresAt };
    const keys = controller.identity.apiKeys;
    if (dryRun) return keys.preview(request);
    const issued = await keys.create(request);
    audit?.note({ id: issued.id, role, actor, ...scopesNote(scopes) });
    return issued;
  },
  update: (context, id, change, writeOptions) =>
    context.controller.identity.apiKeys.update(
      id,
      (key) => {
        // A key without scopes in common stays out of reach, whatever the change makes of it.
        requireNarrower(context, key);
        const changes = change(key);
        requireNarrower(context, { ...key, ...changes });
        return changes;
      },
      writeOptions,
    ),
  async remove({ controller }, id, { dryRun }) {
    if (!dryRun) await controller.identity.apiKeys.remove(id);
  },
});

const actorWords: Readonly<Record<Actor, string>> = {
  person: 'a person',
  service: 'a program',
  agent: 'an agent',
};

function scopesInWords(scopes: Scopes | null | undefined): string {
  return scopes ? `within the scopes ${JSON.stringify(scopes)}` : 'without scopes';
}

function scopesNote(scopes: Scopes | null): { scopes?: string } {
  return scopes ? { scopes: JSON.stringify(scopes) } : {};
}

function expiryInWords(expiresAt: string | null): string {
  return expiresAt === null ? 'without an end' : `until ${expiresAt}`;
}

export const rotateApiKey: Operation<{ id: string; expiresAt?: string | null }> = {
  name: 'rotate-api-key',
  title: 'Rotate an API key',
  description:
    'Issues a new key of the same name, role and scopes. The old one keeps working until it is deleted with `delete-api-key`.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'admin',
  target: ({ id }) => ({ type: 'api-key', name: id }),
  input: { properties: { id: idField, expiresAt: expiresField }, required: ['id'] },
  output: issuedShape,
  async run(context, { id, expiresAt }) {
    const { controller, principal, audit } = context;
    const key = controller.identity.apiKeys.get(id);
    const { name, role, actor, scopes, expiresAt: ends } = key;
    requireNarrower(context, { scopes, expiresAt: expiresAt === undefined ? ends : expiresAt });
    requireConsent(context, {
      text: `Issues a new API key \`${name}\` with the role \`${role}\`, which this answer shows once; the old one keeps working`,
      content: [name, role, actor, ends, scopes as Json],
      shownOnce: ['key'],
    });
    const issued = await controller.identity.apiKeys.rotate(id, principal.id, expiresAt);
    const data = { id, name: issued.name, by: principal.id };
    await controller.events.emit([platformEvent('dev.svc.apikey.rotated.v1', id, data)]);
    audit?.note({ id: issued.id, ...scopesNote(scopes) });
    return { value: issued, outcome: 'created' };
  },
};
