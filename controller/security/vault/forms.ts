import { escapeHtml } from '../../../schemas/escape-html.js';

/** Masking shorter values would remove ordinary words from texts. */
const minLength = 6;
/** From this length on, a value is also looked for in base64 and hexadecimal. */
const encodedFrom = 8;
/** From this length on, each line of a longer value, such as a PEM key, is masked on its own. */
const lineFrom = 16;

/** Values that also appear in texts unrelated to the secret. */
const common = new Set(
  `accept account active administrator authorization bearer default development disabled enabled localhost message password
  postgres production public secret service staging status string system testing undefined username`.split(
    /\s+/,
  ),
);

/** True when a secret's value is masked: it is long enough and not a common word. */
export function isMaskable(value: string): boolean {
  const text = value.trim();
  return text.length >= minLength && !common.has(text.toLowerCase());
}

/**
 * Returns the texts that reveal a value: the value itself, and the forms that JSON, HTML, URLs, HTML forms, one-line
 * messages, base64 and hexadecimal give it.
 */
export function getForms(value: string): string[] {
  if (!isMaskable(value)) return [];
  const plain = [value, value.trim(), ...value.split(/\r?\n/).filter((line) => line.length >= lineFrom)];
  const forms = plain.flatMap((text) => {
    const oneLine = text.trim().replaceAll(/\s+/g, ' ');
    return [text, oneLine, ...inJson(text), escapeHtml(text), ...inUrls(text)];
  });
  const bytes = [...plain, ...plain.map(inForm)].flatMap(encoded);
  return [...new Set([...forms, ...bytes])].filter((text) => text.length >= minLength);
}

/** Covers JSON inside of JSON text, and the escaped slashes of PHP. */
function inJson(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [once, JSON.stringify(once).slice(1, -1), once.replaceAll('/', '\\/')];
}

/** Writers of URLs differ in the characters they encode, and in the case of the digits. */
function inUrls(text: string): string[] {
  // Half of a surrogate pair cannot be encoded; it becomes the replacement character.
  const encodable = Buffer.from(text).toString();
  const loose = encodeURIComponent(encodable);
  const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  const strict = loose.replaceAll(/[!'()*]/g, percent);
  const upper = [loose, strict, loose.replaceAll('%20', '+'), inForm(encodable), encodeURI(encodable)];
  return [...upper, ...upper.map((form) => form.replaceAll(/%../g, (digits) => digits.toLowerCase()))];
}

/** OAuth 2 writes the secrets of clients so, before they become base64 (RFC 6749, section 2.3.1). */
function inForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

function encoded(text: string): string[] {
  if (text.length < encodedFrom) return [];
  const bytes = Buffer.from(text);
  return [...toBase64(bytes), bytes.toString('hex'), bytes.toString('hex').toUpperCase()];
}

/** The forms of a value in base64. The character after one, and the padding, hold the last bits of the value. */
export function base64Forms(value: string): string[] {
  return [value, value.trim(), inForm(value), inForm(value.trim())].flatMap((text) =>
    text.length < encodedFrom ? [] : toBase64(Buffer.from(text)),
  );
}

function toBase64(bytes: Uint8Array): string[] {
  return [0, 1, 2].flatMap((offset) => inBase64(bytes, offset));
}

/** Returns the part that the base64 of every text with the bytes at `offset` (modulo 3) has in common. */
function inBase64(bytes: Uint8Array, offset: number): string[] {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const settled = whole.slice(first, Math.floor(((offset + bytes.length) * 8) / 6));
  return [settled, settled.replaceAll('+', '-').replaceAll('/', '_')];
}
