import { shortened } from '../../../schemas/shortened.js';

/** Texts and comments, in which any language may stand. One that is not closed goes to the end, so that no part is read twice. */
const pythonTexts = /("""|''')[\s\S]*?(?:\1|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|#[^\n]*/g;
/** Statements of JavaScript that no Python has. */
const javaScript =
  /^[ \t]*(?:(?:const|let|var)[ \t]+[\w$[{]|(?:async[ \t]+)?function(?:[ \t]+\w+[ \t]*\(|[ \t]*\(.*\)[ \t]*\{)|\/\*|(?:\}[ \t]*)?else[ \t]*(?:if[ \t]*\(.*)?\{)|(?:\)|\w)[ \t]*=>[ \t]*[\w({[]|[!=]==/;
/** Statements of Python that no JavaScript has. */
const python =
  /^[ \t]*(?:def[ \t]+\w+[ \t]*\(.*\)[^{\n]*:|(?:if|elif|for|while|with|except)\b[^{\n]*:|(?:else|try):|from[ \t]+[\w.]+[ \t]+import\b|import[ \t]+[a-z_]\w*(?:[ \t]*,[ \t]*\w+)*|elif\b.*|return[ \t]+.*\bNone\b.*)[ \t]*(?:#.*)?$/;

/** Finds JavaScript in code of Python, by statements alone that Python never has. */
export function javaScriptInPython(code: string): { offset: number; written: string } | undefined {
  const bare = code.replace(pythonTexts, (text) => text.replace(/[^\n]/g, ' '));
  return first(javaScript, bare);
}

/** Types of TypeScript, which no JavaScript has. */
const typeScript =
  /\b(?:const|let|var)\s+\w+\s*:\s*[A-Za-z{[]|[(,]\s*\w+\??\s*:\s*(?:string|number|boolean|any|unknown)\b|^[ \t]*(?:interface|type)\s+\w+\s*[{=]/;

/** True for code with types of TypeScript, when it does not parse. */
export function hasTypes(code: string): boolean {
  return first(typeScript, code) !== undefined;
}

/** Finds Python in code of JavaScript that does not parse. */
export function pythonIn(code: string): { offset: number; written: string } | undefined {
  return first(python, code);
}

/** Characters of a line that are looked at: the patterns take time that grows with its square. */
const maxLineLength = 200;

function first(pattern: RegExp, code: string): { offset: number; written: string } | undefined {
  for (let start = 0; start < code.length; ) {
    const next = code.indexOf('\n', start);
    const end = next === -1 ? code.length : next;
    const line = code.slice(start, Math.min(end, start + maxLineLength));
    const match = line === '' ? null : pattern.exec(line);
    if (match) {
      const at = match.index + match[0].length - match[0].trimStart().length;
      return { offset: start + at, written: shortened(line.slice(at).trimEnd(), 40) };
    }
    start = end + 1;
  }
  return undefined;
}
