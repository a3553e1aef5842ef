import type { Json } from '../../../schemas/json/types.js';
import { isOfFormat } from '../../json-schema/index.js';
import { isOwnType } from './own-types.js';

/** The most characters of a context attribute that is a text. */
const maxLength = 2_048;

/** Context attributes of CloudEvents 1.0 that are texts, with what more each has to be (3.1). */
const textAttributes: Readonly<Record<string, AttributeFormat | undefined>> = {
  id: undefined,
  source: {
    fits: (text) => isOfFormat(toAscii(text), 'uri-reference'),
    form: 'an address or a part of one (a URI reference), such as `https://shop.example.com` or `/orders`',
  },
  type: undefined,
  subject: undefined,
  time: {
    fits: (text) => isOfFormat(text, 'date-time'),
    form: 'a time as RFC 3339 writes it, such as `2026-03-01T09:00:00Z`',
  },
  datacontenttype: {
    fits: (text) => /^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+\s*(?:;.*)?$/.test(text),
    form: 'a media type, such as `application/json`',
  },
  dataschema: {
    fits: (text) => isOfFormat(toAscii(text), 'uri'),
    form: 'a whole address (a URI), such as `https://shop.example.com/order.schema.json`',
  },
};

interface AttributeFormat {
  fits(text: string): boolean;
  readonly form: string;
}

/** Replaces letters beyond ASCII, which senders write in addresses (RFC 3987). */
function toAscii(text: string): string {
  return text.replaceAll(/[^\p{ASCII}\p{Z}]/gu, '-');
}

/** True for a name of CloudEvents 1.0, 3.1, and for the members that hold the data. */
export function isAttribute(name: string): boolean {
  return /^[a-z0-9]{1,64}$/.test(name) || name === 'data_base64';
}

/**
 * Returns what is wrong with an attribute of an event (CloudEvents 1.0, 3.1: names have lower-case letters and digits,
 * values are scalars, texts have no control characters), or undefined.
 */
export function findAttributeProblem(name: string, value: Json): string | undefined {
  if (name === 'data') return undefined;
  if (name === 'data_base64')
    return typeof value === 'string' ? undefined : 'must be a text: the data in base64';
  if (Object.hasOwn(textAttributes, name)) return findTextProblem(name, value);
  if (!isAttribute(name)) {
    return 'is not the name of an attribute: these have lower-case letters and digits';
  }
  if (typeof value === 'string' && hasControls(value)) return 'has a control character';
  return value === null || typeof value === 'object' ? 'must be a text, a number or a boolean' : undefined;
}

function findTextProblem(name: string, value: Json): string | undefined {
  if (typeof value !== 'string' || value.length === 0 || value.length > maxLength)
    return `must be a text of 1 to ${maxLength} characters`;
  if (hasControls(value)) return 'has a control character';
  const format = textAttributes[name];
  if (format && !format.fits(value)) return `must be ${format.form}`;
  return name === 'type' && isOwnType(value) ? 'is reserved for events of svc' : undefined;
}

/** CloudEvents 1.0, "String": no control characters and no halves of characters, which not every database takes. */
function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(text);
}
