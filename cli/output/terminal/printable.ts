// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression exists to find them
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** Makes foreign text safe for a terminal: escapes control characters and changes of writing direction. */
export function printable(text: string): string {
  return text.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
