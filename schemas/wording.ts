import { toJsonText } from './json/json-text.js';
import type { Json } from './json/types.js';
import { decodeStep, isObject } from './json/values.js';
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
  const text = typeof value === 'string' ? withoutPassword(value) : toJsonText(value);
  const line = text.trim().replace(/\s*\n\s*/g, ' ');
  const cut = line.length > 60 ? `${line.slice(0, 57)}…` : line;
  return type === 'string' ? `the text ${quoted(cut)}` : quoted(cut);
}

const credential = 'key|token|secret|passw(?:or)?d|pwd|pass|auth|sig|signature|credentials?|code';
const parameter = new RegExp(String.raw`((?:^|[?&;#\s])[\w.-]{0,60}(?:${credential})\s{0,3}=)[^&;\s]+`, 'gi');

/** Replaces the user and password of an address, and the values of parameters and headers that seem to be credentials. */
function withoutPassword(text: string): string {
  return text
    .slice(0, 4_000)
    .replace(/:\/\/(?:[^/\s]*|[^/\s@]*:\S*)@/, '://…@')
    .replace(/:\/\/[^/\s:@]*:[^/\s@]{40,}$/, '://…')
    .replace(parameter, '$1…')
    .replace(/\b(Bearer|Basic|Token)\s+\S+/gi, '$1 …');
}

/** Longer examples are not shown. */
const maxExampleLength = 90;

/**
 * The description of a rule as a hint, with an example; `rule` is the one that `stated` refers to.
 * @param name the field, when the value is one
 */
export function getHint(ruleStated: Rule, rule = ruleStated, name?: string): { hint?: string } {
  const description = ruleStated.description ?? rule.description;
  const [example] = ruleStated.examples ?? rule.examples ?? [];
  const shown = example === undefined || name === undefined ? undefined : asYaml(example);
  const exampleText =
    shown === undefined || shown.length > maxExampleLength ? undefined : `${name}: ${shown}`;
  if (description === undefined)
    return exampleText === undefined ? {} : { hint: `Write ${quoted(exampleText)}.` };
  return {
    hint: exampleText === undefined ? description : `${description} For example ${quoted(exampleText)}.`,
  };
}

/** The last step of a pointer when it names a field; undefined for an item of a list and the document. */
export function lastStep(pointer: string): string | undefined {
  const name = decodeStep(pointer.slice(pointer.lastIndexOf('/') + 1));
  return /^\d*$/.test(name) ? undefined : name;
}

/** Writes a value in one line of YAML. */
function asYaml(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(asYaml).join(', ')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, each]) => `${asYaml(name)}: ${asYaml(each)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  if (typeof value !== 'string') return toJsonText(value);
  const isPlain =
    /^[A-Za-z/][\w./ -]*(?::\/\/[\w./-]*)?$/.test(value) &&
    !/^(?:true|false|null|yes|no|on|off)$/i.test(value);
  if (isPlain) return value;
  return /[\n\r\t]/.test(value) ? JSON.stringify(value) : `'${value.replaceAll("'", "''")}'`;
}
