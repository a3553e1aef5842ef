/**
 * PostgreSQL refuses the character U+0000 in texts, which SQLite stores. It is stored as U+FFFF, which Unicode assigns to no
 * character, so that a text is read as it was written. (JSON escapes U+0000, so it is rare.)
 */
const stored = '\uFFFF';

export function toStored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toStored);
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', stored) : value;
}

export function fromStored(text: string): string {
  return text.includes(stored) ? text.replaceAll(stored, '\0') : text;
}
