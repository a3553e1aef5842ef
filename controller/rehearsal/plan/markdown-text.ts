import { shortened } from '../../../schemas/shortened.js';

const maxLength = 300;
/** Characters that no forge reads as a mark, a link, a mention or a reference. */
const quiet = /^(?:(?!www\.|GH-\d)[\p{L}\p{N} ,.;:'"()?=+%-])*$/iu;

/** Writes a text of others as code: nothing in it is a mark, a link, a mention or HTML, and it is one line. */
export function toCode(text: string): string {
  const line = shortened(text.replaceAll(/[^\P{C}]|[\u2028\u2029]/gu, ' ').trim(), maxLength);
  if (line === '') return '` `';
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Writes a message with code between single backticks, in whose other parts texts of others may stand. */
export function toInline(message: string): string {
  const parts = shortened(message, maxLength).split('`');
  const isPlain = parts.length % 2 === 1 && parts.every((part, index) => index % 2 === 1 || quiet.test(part));
  if (!isPlain) return toCode(message.replaceAll('`', "'"));
  return parts.map((part, index) => (index % 2 === 1 ? toCode(part) : part)).join('');
}
