import type { JsonObject } from '../../../schemas/json/types.js';
import { ConnectorError } from '../contract/connector.js';

/** A mailbox: the address that the server gets, and the name that people see. */
export interface Mailbox {
  name: string;
  address: string;
}

// Neither part holds a control character or a sign that separates addresses, so that no text becomes a header or a command.
const address =
  '[^\\u0000-\\u0020\\u007f<>()\\[\\]\\\\,;:"@]{1,64}@[^\\u0000-\\u0020\\u007f<>()\\[\\]\\\\,;:"@]{1,253}';
const pattern = `^(?:[^\\u0000-\\u001f\\u007f<>]{0,200}<${address}>|${address})$`;
const mailbox = new RegExp(pattern, 'u');

/** Returns the field of one address. */
export function addressField(title: string, description: string): JsonObject {
  return {
    title,
    description,
    type: 'string',
    pattern,
    patternErrorMessage: 'an address such as `ada@example.com` or `Ada <ada@example.com>`',
    examples: ['Shop <shop@example.com>'],
  };
}

/** Returns the field of several addresses. */
export function addressesField(title: string, description: string): JsonObject {
  const items = addressField(title, description);
  return { title, description, type: 'array', maxItems: 500, items, examples: [['ada@example.com']] };
}

/** @throws ConnectorError for a text that is no address */
export function parseMailbox(text: string): Mailbox {
  if (!mailbox.test(text)) {
    const detail = `${JSON.stringify(text.slice(0, 100))} is not an address such as \`Ada <ada@example.com>\``;
    throw new ConnectorError('validation', 400, 'Address not valid', detail);
  }
  const start = text.indexOf('<');
  if (start < 0) return { name: '', address: text };
  const name = text.slice(0, start).trim();
  return { name: name.replace(/^"(.*)"$/, '$1'), address: text.slice(start + 1, -1) };
}
