import type { Role } from '../../controller/identity/contract.js';
import type { UserChanges } from '../../controller/identity/index.js';
import { Problem } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json.js';
import { cursorField, limitField, pageOf, requirePageSize } from './fields.js';
import {
  kindField,
  knownNameField,
  nameField,
  passwordField,
  roleField,
  time,
  timeOrNull,
} from './identity-fields.js';
import { type Operation, type OperationContext, reads } from './operation.js';
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

const userShape: JsonObject = {
  type: 'object',
  required: ['name', 'role', 'disabled', 'createdAt', 'lastSignInAt'],
  properties: {
    name: { type: 'string' },
    role: roleField,
    disabled: { type: 'boolean' },
    createdAt: time,
    lastSignInAt: timeOrNull,
  },
};

const disabledField: JsonObject = {
  type: 'boolean',
  description: 'A disabled user cannot sign in, and is signed out.',
};

const changeable = { role: roleField, disabled: disabledField };
const readPatch = patchReader<UserChanges>('update-user', changeable);

const userTarget = ({ name }: { name: string }) => ({ type: 'user', name });
const byName = { properties: { name: knownNameField }, required: ['name'] };

const listUsers: Operation<{ limit: number; cursor?: string }> = {
  name: 'list-users',
  title: 'List users',
  description: 'The users of the installation, by name.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'user' }),
  input: { properties: { limit: limitField, cursor: cursorField } },
  output: pageOf(userShape),
  async run({ controller }, input) {
    const limit = requirePageSize(controller.settings, input.limit);
    return { value: pageByName(controller.identity.users.list(), ({ name }) => name, limit, input.cursor) };
  },
};

const readUser: Operation<{ name: string }> = {
  name: 'read-user',
  title: 'Read a user',
  description: 'Role, state and times of a user; never the password.',
  hints: reads,
  permission: 'admin',
  target: userTarget,
  input: byName,
  output: userShape,
  async run({ controller }, { name }) {
    return { value: controller.identity.users.get(name) };
  },
};

interface NewUser {
  name: string;
  role: Role;
  password: string;
  disabled?: boolean;
  dryRun?: boolean;
}

const createUser: Operation<NewUser> = {
  name: 'create-user',
  title: 'Create a user',
  description: 'Somebody who signs in with a name and a password.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'admin',
  target: userTarget,
  input: {
    properties: {
      kind: kindField('user'),
      name: nameField,
      role: roleField,
      password: passwordField,
      disabled: disabledField,
      dryRun: dryRunField,
    },
    required: ['name', 'role', 'password'],
  },
  output: writeShape(userShape, 'CreatedUser'),
  async run(context, { name, role, password, disabled = false, dryRun }) {
    context.audit?.note({ role, disabled });
    const { users } = context.controller.identity;
    const user = await users.create({ name, role, password, disabled }, { dryRun });
    if (dryRun) return previewOf(context, `user/${name}`, undefined, user);
    return { value: user, outcome: 'created' };
  },
};

interface UserUpdate extends UserChanges, UpdateManner {
  name: string;
}

const updateUser: Operation<UserUpdate> = {
  name: 'update-user',
  title: 'Change a user',
  description:
    'Changes the role of a user, or disables it; takes effect at once, also where it is signed in.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'admin',
  target: userTarget,
  input: {
    properties: {
      kind: kindField('user'),
      name: knownNameField,
      ...updateFields(changeable),
    },
    required: ['name'],
  },
  output: writeShape(userShape, 'UpdatedUser'),
  async run(context, { name, kind: _kind, jsonPatch, dryRun, ...fields }) {
    const { users } = context.controller.identity;
    return updateEntityOf(context, { what: `user/${name}`, fields, jsonPatch, dryRun, readPatch }, (change) =>
      users.update(name, change, { dryRun }),
    );
  },
};

const setPassword: Operation<{ name: string; password: string; currentPassword?: string }> = {
  name: 'set-password',
  title: 'Set a password',
  description:
    'Administrators set anybody’s password; everybody else their own, with the current one. Ends every session of the user.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'viewer',
  target: userTarget,
  input: {
    properties: { name: knownNameField, password: passwordField, currentPassword: passwordField },
    required: ['name', 'password'],
  },
  output: {},
  async run(context, { name, password, currentPassword }) {
    const { users, signIn } = context.controller.identity;
    if (context.principal.id === `user:${name}`) {
      await signIn.confirm(name, requireCurrent(currentPassword), context.origin);
    } else requireAdmin(context);
    await users.setPassword(name, password);
    return { outcome: 'deleted' };
  },
};

const deleteUser: Operation<{ name: string; dryRun?: boolean }> = {
  name: 'delete-user',
  title: 'Delete a user',
  description: 'Deletes a user and ends its sessions. The last administrator stays.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'admin',
  target: userTarget,
  input: deletionOf(byName),
  output: {},
  async run(context, { name, dryRun }) {
    const { users } = context.controller.identity;
    const before = users.get(name);
    await users.remove(name, { dryRun });
    return dryRun ? previewOf(context, `user/${name}`, before, undefined) : { outcome: 'deleted' };
  },
};

function requireAdmin({ principal }: OperationContext): void {
  if (principal.role === 'admin') return;
  throw new Problem('forbidden', `${principal.id} may set its own password only`);
}

function requireCurrent(password: string | undefined): string {
  if (password !== undefined) return password;
  throw new Problem('body_invalid', 'Changing one’s own password takes the current one', {
    errors: [{ pointer: '/currentPassword', message: 'is missing' }],
  });
}

export const userOperations: readonly Operation[] = [
  listUsers,
  readUser,
  createUser,
  updateUser,
  setPassword,
  deleteUser,
];
