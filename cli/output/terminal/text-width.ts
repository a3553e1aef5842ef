const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;
const empty = /^(?:\p{M}|\u200B|\u200C|\u200D)$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this begins the codes of a palette
const styles = /\u001B\[\d+m/g;

/** Returns the number of columns that a text takes on a terminal. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += measureWidth(character);
  return width;
}

/** Returns a text without the codes of its colours, which take no columns. */
export function withoutStyles(text: string): string {
  return text.replaceAll(styles, '');
}

/** Shortens a text to a number of columns; an ellipsis stands for the rest. */
export function shortened(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let width = 1;
  for (const character of text) {
    width += measureWidth(character);
    if (width > columns) break;
    kept += character;
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`;
}

export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(columns - textWidth(text), 0));
}

function measureWidth(character: string): number {
  if (empty.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
