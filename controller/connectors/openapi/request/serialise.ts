import { toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import type { Serialisation } from '../document/parameters.js';

/** A value that the parameter cannot carry. */
export class ValueError extends Error {
  override name = 'ValueError';
}

type Encode = (text: string) => string;

const delimiters: Readonly<Record<string, string>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
  tabDelimited: '%09',
};

/** Percent-encodes a value, but for the characters that need it nowhere. */
function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Halves of characters cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** As `encoded`, with the reserved characters of addresses as they are (RFC 6570, section 3.2.3). */
function encodedReserved(text: string): string {
  return encodeURI(wellFormed(text)).replace(/#/g, '%23').replace(/&/g, '%26').replace(/\+/g, '%2B');
}

/** Returns the text of a value for a place of the path. @throws ValueError */
export function inPath(name: string, value: Json, { style, explode, isJson }: Serialisation): string {
  if (isJson) return encoded(toJsonText(value));
  if (style === 'label') return `.${joined(value, explode ? '.' : ',', explode, encoded)}`;
  if (style !== 'matrix') return joined(value, ',', explode, encoded);
  const key = encoded(name);
  // RFC 6570, section 3.2.7: the sign `=` stands only before a value that is not empty.
  const named = (name: string, text: string) => `;${name}${text === '' ? '' : `=${text}`}`;
  if (explode && Array.isArray(value)) return value.map((item) => named(key, scalar(item, encoded))).join('');
  if (explode && isObject(value))
    return pairs(value, encoded)
      .map(([each, text]) => named(each, text))
      .join('');
  return named(key, joined(value, ',', false, encoded));
}

/** Returns the text of a value for a header; cookies have no encoding of their own. @throws ValueError */
export function inHeader(value: Json, { explode, isJson }: Serialisation): string {
  if (isJson) return toJsonText(value);
  return joined(value, ',', explode, (text) => text);
}

/** Returns the texts `name=value` of a value for a query or a form. @throws ValueError */
export function inQuery(name: string, value: Json, how: Serialisation): string[] {
  const encode = how.allowReserved ? encodedReserved : encoded;
  const key = encoded(name);
  if (how.isJson) return [`${key}=${encode(toJsonText(value))}`];
  if (how.style === 'deepObject' && typeof value === 'object') return deep(key, value, encode);
  if (Array.isArray(value) && how.explode) return value.map((item) => `${key}=${scalar(item, encode)}`);
  if (isObject(value) && how.explode) return pairs(value, encode).map(([each, text]) => `${each}=${text}`);
  return [`${key}=${joined(value, delimiters[how.style] ?? ',', false, encode)}`];
}

/** `filter[price][gte]=10`. */
function deep(key: string, value: Json, encode: Encode): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => deepItem(key, item, index, encode));
  if (!isObject(value)) return [`${key}=${scalar(value, encode)}`];
  return Object.entries(value).flatMap(([name, inner]) => deep(`${key}[${encoded(name)}]`, inner, encode));
}

function deepItem(key: string, item: Json, index: number, encode: Encode): string[] {
  return typeof item === 'object' ? deep(`${key}[${index}]`, item, encode) : deep(`${key}[]`, item, encode);
}

function joined(value: Json, delimiter: string, explode: boolean, encode: Encode): string {
  if (Array.isArray(value)) return value.map((item) => scalar(item, encode)).join(delimiter);
  if (!isObject(value)) return scalar(value, encode);
  const all = pairs(value, encode);
  return explode ? all.map((each) => each.join('=')).join(delimiter) : all.flat().join(delimiter);
}

function pairs(value: JsonObject, encode: Encode): [string, string][] {
  return Object.entries(value)
    .filter(([, item]) => item !== null)
    .map(([name, item]) => [encode(name), scalar(item, encode)]);
}

/** A value inside another one has no form of its own but JSON. */
function scalar(value: Json, encode: Encode): string {
  if (value === null) return '';
  return encode(typeof value === 'object' ? toJsonText(value) : String(value));
}

/** Returns a text that can be the value of a header or cookie. @throws ValueError */
export function checkedHeader(name: string, text: string): string {
  // Other characters would begin a new header, or cannot be sent.
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return text;
  throw new ValueError(`\`${name}\` has a character that no header may have`);
}
