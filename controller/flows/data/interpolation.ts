/** A string of the document, cut at its `${ … }` expressions. */
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly offset: number }
  | { readonly kind: 'expression'; readonly source: string; readonly offset: number };

/** `whole`: nothing but one expression (white space around it aside), whose value need not be a string. */
export interface Interpolation {
  readonly parts: readonly Part[];
  readonly whole: boolean;
  /** Offset of a `${` that is never closed. */
  readonly unclosed: number | undefined;
}

/** Finds the expressions in `text`; braces inside jq strings, comments and objects are jq's own. */
export function interpolation(text: string): Interpolation {
  const parts: Part[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf('${', from);
    if (start < 0) break;
    const end = expressionEnd(text, start + 2);
    if (end < 0) return { parts, whole: false, unclosed: start };
    if (start > from) parts.push({ kind: 'text', text: text.slice(from, start), offset: from });
    parts.push({ kind: 'expression', source: text.slice(start + 2, end), offset: start + 2 });
    from = end + 1;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from), offset: from });
  const telling = parts.filter((part) => part.kind === 'expression' || part.text.trim() !== '');
  return { parts, whole: telling.length === 1 && telling[0]?.kind === 'expression', unclosed: undefined };
}

/** Index of the `}` that closes an expression begun before `from`, or -1. */
function expressionEnd(text: string, from: number): number {
  // What is open: `{` an object, `(` an interpolation inside a string, `"` a string.
  const open: string[] = [];
  for (let index = from; index < text.length; index++) {
    const char = text[index];
    const innermost = open.at(-1);
    if (innermost === '"') {
      if (char === '\\') {
        index++;
        if (text[index] === '(') open.push('(');
      } else if (char === '"') open.pop();
    } else if (char === '"' || char === '{' || char === '(') open.push(char);
    else if (char === ')' && innermost === '(') open.pop();
    else if (char === '}') {
      if (open.length === 0) return index;
      if (innermost === '{') open.pop();
    } else if (char === '#') {
      const line = text.indexOf('\n', index);
      if (line < 0) return -1;
      index = line;
    }
  }
  return -1;
}
