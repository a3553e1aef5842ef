import type { Json } from './json/types.js';
import { type Rule, type TypeName, typeName } from './rule.js';

const typeWords: Record<TypeName, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'nothing',
};

export function typeWord(type: TypeName): string {
  return typeWords[type];
}

/** `a`, `b` or `c`. */
export function orList(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

export function quoted(name: string): string {
  return `\`${name}\``;
}

/** A value as a message shows it: scalars themselves, cut when long; of objects, lists and credentials the type only. */
export function show(value: Json, rule: Pick<Rule, 'x-secret'> = {}): string {
  const type = typeName(value);
  if (rule['x-secret']) return typeWord(type);
  if (type === 'object' || type === 'array' || type === 'null') return typeWord(type);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const cut = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return type === 'string' ? `the text ${quoted(cut)}` : quoted(cut);
}

/** The description of a rule as a hint; `rule` is the one that `stated` refers to. */
export function hintOf(stated: Rule, rule = stated): { hint?: string } {
  const description = stated.description ?? rule.description;
  return description === undefined ? {} : { hint: description };
}
