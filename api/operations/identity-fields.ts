import { namePattern, roles } from '../../controller/identity/index.js';
import type { JsonObject } from '../../schemas/json.js';

/** Input and output fields of what belongs to identities. */
export const nameField: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 63,
  pattern: namePattern,
  description: 'Small letters, digits, `-` and `.`, 63 at most.',
  examples: ['ada'],
};

/** A name that is looked for: any text, so that one that cannot be is just not found. */
export const knownNameField: JsonObject = { type: 'string', minLength: 1, maxLength: 255 };

export const roleField: JsonObject = {
  type: 'string',
  enum: [...roles],
  description: 'What may be done: read; also run and cancel; also write; everything.',
};

export const passwordField: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  description: 'At least 12 characters.',
};

export const expiresField: JsonObject = {
  type: ['string', 'null'],
  format: 'date-time',
  description: 'From this time on it is not valid (RFC 3339). Null or left out: it does not expire.',
  examples: ['2030-01-01T00:00:00Z'],
};

export const time: JsonObject = { type: 'string' };
export const timeOrNull: JsonObject = { type: ['string', 'null'] };

/** The `kind` that an entity document may state. */
export function kindField(kind: string): JsonObject {
  return { const: kind, description: 'What it is; may be left out.' };
}
