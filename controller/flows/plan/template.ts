import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { type Eventual, inSequence, whenReady } from '../../concurrency/computing.js';
import type { Evaluator, Scope } from './node.js';

/** A value of the document with its expressions compiled: a constant, or a value to evaluate at each use. */
export type Template =
  | { readonly constant: true; readonly value: Json }
  | { readonly constant: false; readonly evaluate: Evaluator };

export function constant(value: Json): Template {
  return { constant: true, value };
}

export function evaluated(evaluate: Evaluator): Template {
  return { constant: false, evaluate };
}

/** Returns the template's value. */
export function fill(template: Template, input: Json, scope: Scope): Eventual<Json> {
  return template.constant ? template.value : template.evaluate(input, scope);
}

/** Returns a template of parts; `join` makes its value of theirs. */
function combined(parts: readonly Template[], join: (values: readonly Json[]) => Json): Template {
  return evaluated((input, scope) =>
    whenReady(
      inSequence(parts, (part) => fill(part, input, scope)),
      join,
    ),
  );
}

/** Returns a template that joins texts and expressions to a string. */
export function joined(parts: readonly Template[]): Template {
  return combined(parts, (values) => {
    let text = '';
    for (const value of values) text += typeof value === 'string' ? value : toJsonText(value);
    return text;
  });
}

export function arrayTemplate(items: readonly Template[], source: readonly Json[]): Template {
  if (items.every((item) => item.constant)) return constant(source as Json[]);
  return combined(items, (values) => [...values]);
}

export function objectTemplate(members: readonly [string, Template][], source: JsonObject): Template {
  if (members.every(([, member]) => member.constant)) return constant(source);
  const names = members.map(([name]) => name);
  const parts = members.map(([, member]) => member);
  return combined(parts, (values) => {
    const object: JsonObject = {};
    let at = 0;
    for (const name of names) {
      const value = values[at++] as Json;
      if (name === '__proto__') {
        Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
      } else object[name] = value;
    }
    return object;
  });
}

/** A string of the document, cut at its `${ … }` expressions. */
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly offset: number }
  | { readonly kind: 'expression'; readonly source: string; readonly offset: number };

/** `whole`: only one expression, with optional white space around it; its value need not be a string. */
export interface Interpolation {
  readonly parts: readonly Part[];
  readonly whole: boolean;
  /** Offset of a `${` that is never closed. */
  readonly unclosed: number | undefined;
}

/** Finds the expressions in `text`; braces inside jq strings, comments and objects do not end an expression. */
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

/** Returns the index of the `}` that closes an expression begun before `from`, or -1. */
function expressionEnd(text: string, from: number): number {
  // Unclosed openings: `{` of an object, `(` of an interpolation inside a string, `"` of a string.
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
