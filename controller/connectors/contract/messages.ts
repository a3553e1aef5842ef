import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import { textNestsTooDeep } from '../../../schemas/json/nesting.js';
import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { type ActionHints, ConnectorError } from './connector.js';

/** The most bytes of one message. */
export const maxMessageBytes = 8 * 1024 * 1024;

/** The hints of actions on brokers. */
export const messageHints = {
  reads: { readOnly: true, idempotent: true, destructive: false },
  sets: { readOnly: false, idempotent: true, destructive: false },
  adds: { readOnly: false, idempotent: false, destructive: false },
  takes: { readOnly: false, idempotent: false, destructive: true },
} satisfies Record<string, ActionHints>;

export const messageField: JsonObject = {
  title: 'Message',
  description: 'A text is sent as it is, anything else as JSON.',
  examples: [{ order: 17 }],
};

export const headersField: JsonObject = {
  title: 'Headers',
  description: 'Names and values that go with the message.',
  type: 'object',
  additionalProperties: { type: 'string' },
  examples: [{ source: 'shop' }],
};

export const jsonField: JsonObject = {
  title: 'JSON',
  description: 'Whether the message is read as JSON; one that is no JSON stays a text.',
  type: 'boolean',
  default: false,
  examples: [true],
};

/** The schema of an action's input. */
export function getInput(required: readonly string[], properties: JsonObject): JsonSchema {
  return { type: 'object', additionalProperties: false, required: [...required], properties };
}

/** Returns the bytes of a message. @throws ConnectorError beyond `limit` bytes */
export function encodeMessage(message: Json | undefined, limit = maxMessageBytes): Buffer {
  const bytes = Buffer.from(typeof message === 'string' ? message : toJsonText(message ?? null));
  if (bytes.length <= limit) return bytes;
  const detail = `The message has ${bytes.length} bytes; at most ${limit} are allowed`;
  throw new ConnectorError('validation', 400, 'Message too large', detail);
}

/** Returns a message as flows see it; bytes that are no text are in base64, which `encoding` says. */
export function decodeMessage(bytes: Uint8Array, json: Json | undefined): JsonObject {
  let message: string;
  try {
    message = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { message: Buffer.from(bytes).toString('base64'), encoding: 'base64' };
  }
  if (json !== true || textNestsTooDeep(message)) return { message };
  try {
    return { message: parseJsonText(message) as Json };
  } catch {
    return { message };
  }
}
