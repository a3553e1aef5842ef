import type { Json } from '../../../schemas/json/types.js';
import type { Rule } from '../../../schemas/rule.js';
import { type Field, isAtOrInside } from './field.js';
import { placed } from './field-place.js';
import { fieldTable, getLabels, typeText } from './field-table.js';
import { blocks, code, yamlBlock } from './markdown.js';
import type { Topic } from './topic.js';

/**
 * Returns the page of each field; a field of several alternatives has one page.
 * @param prefix the name of the topic of the whole document
 * @param section the field of the file that has all of them
 */
export function fieldTopics(prefix: string, fields: readonly Field[], root: Rule, section?: string): Topic[] {
  const named = new Map<string, Field[]>();
  for (const field of fields) {
    const name = `${prefix}.${field.path.replaceAll('[]', '').replaceAll('.<name>', '')}`;
    named.set(name, [...(named.get(name) ?? []), field]);
  }
  return [...named].map(([name, [first, ...others]]) => {
    const same = others.filter(({ path }) => path === first?.path);
    return fieldTopic(name, [first as Field, ...same], { fields, root, section });
  });
}

interface Document {
  fields: readonly Field[];
  root: Rule;
  section: string | undefined;
}

/** @param forms the field as each alternative has it */
function fieldTopic(
  name: string,
  forms: readonly [Field, ...Field[]],
  { fields, root, section }: Document,
): Topic {
  const [{ path, rule, page, alternatives }] = forms;
  // A field of one alternative needs no word of it again for each field inside.
  const count = forms.length === 1 ? alternatives.length : 0;
  const inside = fields
    .filter((field) => field.path !== path && isAtOrInside(field.path, path))
    .map((field) => ({ ...field, alternatives: field.alternatives.slice(count) }));
  const { title = '', description = '', examples = [] } = rule;
  const usual = (rule as { default?: Json }).default;
  const facts = [
    `- Field: ${code(path)}`,
    `- Type: ${[...new Set(forms.map((form) => typeText(form.rule, root)))].join(' or ')}`,
    `- Required: ${requiredText(forms)}`,
    ...(alternatives.length === 0
      ? []
      : [`- Only with ${[...new Set(forms.map(getLabels))].join(', or with ')}`]),
    ...(usual === undefined || forms.every(({ isRequired }) => isRequired)
      ? []
      : [`- Default: ${code(JSON.stringify(usual))}`]),
  ];
  const place = section === undefined ? path : `${section}.${path}`;
  const shown = examples.map((example) => yamlBlock(placed(place, example)));
  const more = page === undefined ? '' : `The fields inside have a page of their own: ${code(page)}.`;
  const text = blocks(facts.join('\n'), ...shown, fieldTable(inside, root, '##'), more);
  return { name, title: `${title} (${name})`, summary: description, text, isPart: true };
}

function requiredText(forms: readonly [Field, ...Field[]]): string {
  const [{ unless = [] }] = forms;
  if (unless.length > 0) return `unless there is ${unless.map(code).join(' or ')}`;
  const requiring = forms.filter(({ isRequired }) => isRequired);
  if (requiring.length === forms.length) return 'yes';
  if (requiring.length === 0) return 'no';
  return `with ${requiring.map(getLabels).join(', or with ')}`;
}
