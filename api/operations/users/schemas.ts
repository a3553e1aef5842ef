import { actors, namePattern, roles } from '../../../controller/security/identity/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { textField } from '../shared/fields.js';
import { answerOf, described, flag, text, textOrNull } from '../shared/schemas.js';

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
export const knownNameField: JsonObject = { type: 'string', minLength: 1, maxLength: 255 };

export const roleField: JsonObject = {
  type: 'string',
  enum: [...roles],
  description: 'What the principal may do: read; also run and cancel; also write; everything.',
};

export const actorField: JsonObject = {
  type: 'string',
  enum: [...actors],
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

export const userShape = answerOf(undefined, {
  name: text,
  role: roleField,
  actor: actorField,
  disabled: flag,
  createdAt: text,
  lastSignInAt: textOrNull,
});
