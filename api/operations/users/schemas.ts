import type { Actor, Role } from '../../../controller/security/identity/access/access.js';
import { namePattern } from '../../../controller/security/identity/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { textField } from '../shared/fields.js';
import { choice, described, flag, getAnswer, named, text, textOrNull } from '../shared/schemas.js';

/** The name of a new user, key or share. */
export const nameField: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 63,
  pattern: namePattern,
  description: 'Lower-case letters, digits, `-` and `.`; at most 63 characters.',
  examples: ['ada'],
};

/** A name that is looked up: any text, so that an impossible name is just not found. */
export const knownNameField: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'The name under which it was created.',
};

const roleTexts: Readonly<Record<Role, string>> = {
  viewer: 'Reads.',
  operator: 'Also runs, cancels and resumes flows.',
  editor: 'Also writes, on protected branches by proposal.',
  admin: 'Does everything.',
};

const actorTexts: Readonly<Record<Actor, string>> = {
  person: 'A person, who may complete human tasks and approve proposals.',
  service: 'A program.',
  agent:
    'A program that a model steers: it changes no rights and, in production, nothing but by flows and proposals.',
};

export const roleField: JsonObject = {
  ...choice(roleTexts),
  description: 'What the principal may do: read; also run and cancel; also write; everything.',
};

export const actorField: JsonObject = {
  ...choice(actorTexts),
  description: 'What the principal is: only a `person` completes human tasks.',
};

export const passwordField = textField('At least 12 characters.', 1024);

export const expiresField: JsonObject = {
  type: ['string', 'null'],
  format: 'date-time',
  description: 'The time of expiry (RFC 3339); null or left out for none.',
  examples: ['2030-01-01T00:00:00Z'],
};

export const disabledField = described(flag, 'A disabled user cannot sign in, and has no sessions.');

export const userShape = getAnswer(
  { description: 'A user of the installation.' },
  {
    name: described(text, 'The name of the user.'),
    principal: described(
      text,
      'The user in runs and in the audit log. An API key of the same name is another principal.',
    ),
    role: roleField,
    actor: actorField,
    disabled: disabledField,
    createdAt: named.createdAt,
    lastSignInAt: described(textOrNull, 'The time of the last sign-in; null before the first.'),
  },
);
