import type { Json } from '../../../schemas/json/types.js';
import { type Rule, resolve } from '../../../schemas/rule.js';
import type { Alternative, Field } from './field.js';
import { placed } from './field-place.js';
import { blocks, code, table, yamlBlock } from './markdown.js';

/**
 * Returns a table of fields with type, default and description, and below it one for each alternative with the fields that
 * not all alternatives have alike.
 * @param level the headings of the alternatives: one below that of the table
 */
export function fieldTable(fields: readonly Field[], root: Rule, level = '###'): string {
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    const key = getLabels(field);
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  const { '': common = [], ...others } = Object.fromEntries([['', []], ...groups]);
  return blocks(
    getRows(common, root),
    ...Object.entries(others).map(([label, own]) =>
      blocks(`${level} With ${label}`, getAbout(own[0]?.alternatives.at(-1)), getRows(own, root)),
    ),
  );
}

/** Returns what tells the alternatives that have a field from the others; empty for a field of all of them. */
export function getLabels({ alternatives }: Field): string {
  const labels = alternatives.map(({ label }) => label);
  // `basic.username` says `basic` already.
  const telling = labels.filter(
    (label, index) => !labels.slice(index + 1).some((inner) => inner.startsWith(`${label.slice(0, -1)}.`)),
  );
  return telling.join(' and ');
}

function getAbout(alternative: Alternative | undefined): string {
  if (alternative === undefined) return '';
  const { path, rule } = alternative;
  const example = alternativeExample(rule);
  return blocks(
    rule.description ?? '',
    example === undefined ? '' : yamlBlock(path === '' ? example : placed(path, example)),
  );
}

/** Returns the first example of an alternative, or one that has its required members. */
function alternativeExample({ examples = [], required = [], properties = {} }: Rule): Json | undefined {
  if (examples[0] !== undefined) return examples[0];
  const members = required.map((name) => [name, properties[name]?.const ?? properties[name]?.examples?.[0]]);
  if (members.length === 0 || members.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(members) as Json;
}

function getRows(fields: readonly Field[], root: Rule): string {
  const rows = fields.map((field) => [
    code(field.path),
    [typeText(field.rule, root), ...requiredWords(field)].join(', '),
    [described(field), field.page === undefined ? '' : `See ${code(field.page)}.`].join(' ').trim(),
  ]);
  return table(['Field', 'Type', 'Description'], rows);
}

function requiredWords({ isRequired, unless = [] }: Field): string[] {
  if (isRequired) return ['required'];
  return unless.length === 0 ? [] : [`required without ${unless.map(code).join(' and ')}`];
}

/** A default of a required field never counts. */
function described({ rule, isRequired }: Field): string {
  const { description = '', default: usual } = rule as Rule & { default?: Json };
  const shown = JSON.stringify(usual) ?? '';
  if (isRequired || usual === undefined || shown === '{}' || shown.length > 60) return description;
  return `${description} Default: ${code(shown)}.`;
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  object: 'object',
  array: 'list',
  boolean: '`true` or `false`',
  integer: 'integer',
  number: 'number',
  null: '`null`',
};

/** Returns the values that a rule allows, in words. */
export function typeText(rule: Rule, root: Rule): string {
  const { type, enum: choices, const: only, items, oneOf, anyOf } = resolve(rule, root);
  if (only !== undefined) return code(JSON.stringify(only));
  if (choices) return choices.map((choice) => code(JSON.stringify(choice))).join(', ');
  if (type === 'array' && items) return `list of ${typeText(items, root)}`;
  if (type !== undefined) {
    const range = rangeText(resolve(rule, root));
    return [type]
      .flat()
      .map((each) => `${words[each] ?? each}${range}`)
      .join(' or ');
  }
  const alternatives = (oneOf ?? anyOf ?? []).map((each) => typeText(each, root));
  if (alternatives.length > 0) return [...new Set(alternatives)].join(' or ');
  return 'any value';
}

function rangeText({ minimum, maximum }: Rule): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}
