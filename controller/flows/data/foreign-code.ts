import { shortened } from '../../../schemas/shortened.js';

/** Texts and comments, in which any language may stand. */
const pythonTexts = /("""|''')[\s\S]*?\1|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*/g;
/** Statements of JavaScript that no Python has. */
const javaScript =
  /^[ \t]*(?:(?:const|let|var)[ \t]+[\w$[{]|(?:async[ \t]+)?function(?:[ \t]+\w+[ \t]*\(|[ \t]*\(.*\)[ \t]*\{)|\/\*|(?:\}[ \t]*)?else[ \t]*(?:if[ \t]*\(.*)?\{)|(?:\)|\w)[ \t]*=>[ \t]*[\w({[]|[!=]==/m;
/** Statements of Python that no JavaScript has. */
const python =
  /^[ \t]*(?:def[ \t]+\w+[ \t]*\(.*\)[^{\n]*:|(?:if|elif|for|while|with|except)\b[^{\n]*:|(?:else|try):|from[ \t]+[\w.]+[ \t]+import\b|import[ \t]+[a-z_]\w*(?:[ \t]*,[ \t]*\w+)*|elif\b.*|return[ \t]+.*\bNone\b.*)[ \t]*(?:#.*)?$/m;

/** Finds JavaScript in code of Python, by statements alone that Python never has. */
export function javaScriptInPython(code: string): { offset: number; written: string } | undefined {
  const bare = code.replace(pythonTexts, (text) => text.replace(/[^\n]/g, ' '));
  return first(javaScript, bare);
}

/** Types of TypeScript, which no JavaScript has. */
const typeScript =
  /\b(?:const|let|var)\s+\w+\s*:\s*[A-Za-z{[]|[(,]\s*\w+\??\s*:\s*(?:string|number|boolean|any|unknown)\b|^\s*(?:interface|type)\s+\w+\s*[{=]/m;

/** True for code with types of TypeScript, when it does not parse. */
export function hasTypes(code: string): boolean {
  return typeScript.test(code);
}

/** Finds Python in code of JavaScript that does not parse. */
export function pythonIn(code: string): { offset: number; written: string } | undefined {
  return first(python, code);
}

function first(pattern: RegExp, code: string): { offset: number; written: string } | undefined {
  const found = pattern.exec(code);
  if (!found) return undefined;
  const start = found.index + found[0].length - found[0].trimStart().length;
  const [line = ''] = code.slice(start, start + 200).split('\n', 1);
  return { offset: start, written: shortened(line.trimEnd(), 40) };
}
