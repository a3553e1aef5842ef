import { Problem } from '../../../controller/problems/index.js';
import type { Actor, Role } from '../../../controller/security/identity/access/access.js';
import type { UserChanges } from '../../../controller/security/identity/index.js';
import type { User } from '../../../controller/security/identity/users/users.js';
import { changesInWords, requireConsent } from '../shared/consent.js';
import type { Operation } from '../shared/operation.js';
import { storedEntity } from '../shared/platform-entities.js';
import {
  actorField,
  disabledField,
  knownNameField,
  nameField,
  passwordField,
  roleField,
  userShape,
} from './schemas.js';

interface NewUser {
  name: string;
  role: Role;
  actor?: Actor;
  password: string;
  disabled?: boolean;
}

export const users = storedEntity<User, NewUser, UserChanges>({
  type: 'user',
  plural: 'users',
  named: ['name', knownNameField],
  permission: 'admin',
  // Users have no scopes.
  isUnbounded: true,
  texts: {
    list: ['List users', 'The users of the installation, by name.'],
    read: ['Read a user', 'Role, state and times of a user, without the password.'],
    create: ['Create a user', 'Creates a user who signs in with a name and a password.'],
    update: [
      'Change a user',
      'Changes the role of a user or disables the user, with effect at once, also on open sessions.',
    ],
    delete: [
      'Delete a user',
      'Deletes a user and ends the sessions of the user. The last administrator cannot be deleted.',
    ],
  },
  shape: userShape,
  fields: {
    name: nameField,
    role: roleField,
    actor: { ...actorField, default: 'person' },
    password: passwordField,
    disabled: disabledField,
  },
  required: ['name', 'role', 'password'],
  changeable: { role: roleField, actor: actorField, disabled: disabledField },
  effects: {
    created: ({ name, role, actor = 'person' }) =>
      `Creates the user \`${name}\` with the role \`${role}\`, who signs in as ${actor}`,
    updated: (user, changes) =>
      `Changes the user \`${user.name}\`, at once: ${changesInWords(user, changes)}`,
    removed: ({ name, role }) =>
      `Deletes the user \`${name}\` with the role \`${role}\` and ends the sessions of the user`,
  },
  list: ({ controller }) => controller.identity.users.list(),
  sortedBy: ({ name }) => name,
  find: ({ controller }, name) => controller.identity.users.get(name),
  create({ controller, audit }, { name, role, password, actor = 'person', disabled = false }, writeOptions) {
    audit?.note({ role, actor, disabled });
    return controller.identity.users.create({ name, role, actor, password, disabled }, writeOptions);
  },
  update: ({ controller }, name, change, writeOptions) =>
    controller.identity.users.update(name, change, writeOptions),
  remove: ({ controller }, name, writeOptions) => controller.identity.users.remove(name, writeOptions),
});

export const setPassword: Operation<{ name: string; password: string; currentPassword?: string }> = {
  name: 'set-password',
  title: 'Set a password',
  description:
    'Sets the password of a user and ends the sessions of the user. Administrators set any password, other users only their own, with the current one.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'viewer',
  isUnbounded: true,
  target: ({ name }) => ({ type: 'user', name }),
  input: {
    properties: { name: knownNameField, password: passwordField, currentPassword: passwordField },
    required: ['name', 'password'],
  },
  output: {},
  async run(context, { name, password, currentPassword }) {
    const { users, signIn } = context.controller.identity;
    if (context.principal.id === `user:${name}`) {
      await signIn.confirm(name, requireCurrent(currentPassword), context.origin);
    } else if (context.principal.role !== 'admin') {
      throw new Problem('forbidden', `${context.principal.id} may set only its own password`);
    }
    requireConsent(context, {
      text: `Sets the password of the user \`${name}\`, which ends the sessions of the user`,
      content: users.get(name).role,
      right: { role: 'admin', target: { type: 'user', name } },
    });
    await users.setPassword(name, password);
    return { outcome: 'deleted' };
  },
};

function requireCurrent(password: string | undefined): string {
  if (password !== undefined) return password;
  throw new Problem('body_invalid', 'To change your own password, send the current one', {
    errors: [{ pointer: '/currentPassword', message: 'is missing' }],
  });
}
