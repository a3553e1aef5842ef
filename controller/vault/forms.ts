/** Shorter values would take ordinary words out of texts. */
const shortest = 6;
/** From this length on, a value is also looked for in base64 and hexadecimal. */
const encodedFrom = 8;
/** Lines of longer values, such as keys in PEM, are secret on their own from this length on. */
const lineFrom = 16;

/** Values that say nothing, and stand in texts that have nothing to do with the secret. */
const common = new Set([
  'accept',
  'account',
  'active',
  'administrator',
  'authorization',
  'bearer',
  'default',
  'development',
  'disabled',
  'enabled',
  'localhost',
  'message',
  'password',
  'postgres',
  'production',
  'public',
  'secret',
  'service',
  'staging',
  'status',
  'string',
  'system',
  'testing',
  'undefined',
  'username',
]);

/** Whether a secret's value is taken out of texts: it is long enough, and no common word. */
export function isMaskable(value: string): boolean {
  const text = value.trim();
  return text.length >= shortest && !common.has(text.toLowerCase());
}

/**
 * The texts that give a value away: itself, and as JSON, HTML, URLs, forms, messages of one line, base64 and hexadecimal
 * write it.
 */
export function formsOf(value: string): string[] {
  if (!isMaskable(value)) return [];
  const plain = [value, value.trim(), ...value.split(/\r?\n/).filter((line) => line.length >= lineFrom)];
  const forms = plain.flatMap((text) => [
    text,
    oneLine(text),
    ...inJson(text),
    inHtml(text),
    ...inUrls(text),
  ]);
  return [...new Set([...forms, ...plain.flatMap(encoded)])].filter((text) => text.length >= shortest);
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Also in a text of JSON that is itself in JSON, and as PHP writes slashes. */
function inJson(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [once, JSON.stringify(once).slice(1, -1), once.replaceAll('/', '\\/')];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
  '"': '&quot;',
};

function inHtml(text: string): string {
  return text.replaceAll(/[&<>'"]/g, (character) => entities[character] ?? character);
}

/** What may stay as it is in a URL differs from writer to writer, and so does the case of the digits. */
function inUrls(text: string): string[] {
  // A half of a surrogate pair has no encoding: this way it is the replacement character.
  const encodable = Buffer.from(text).toString();
  const loose = encodeURIComponent(encodable);
  const strict = loose.replaceAll(/[!'()*]/g, percent);
  const inForm = new URLSearchParams([['', encodable]]).toString().slice(1);
  const upper = [loose, strict, loose.replaceAll('%20', '+'), inForm, encodeURI(encodable)];
  return [...upper, ...upper.map((form) => form.replaceAll(/%../g, (digits) => digits.toLowerCase()))];
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function encoded(text: string): string[] {
  if (text.length < encodedFrom) return [];
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].flatMap((offset) => inBase64(bytes, offset));
  return [...base64, bytes.toString('hex'), bytes.toString('hex').toUpperCase()];
}

/** What is the same in the base64 of anything that has the bytes `offset` bytes (modulo 3) from its start. */
function inBase64(bytes: Uint8Array, offset: number): string[] {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const settled = whole.slice(first, Math.floor(((offset + bytes.length) * 8) / 6));
  return [settled, settled.replaceAll('+', '-').replaceAll('/', '_')];
}
