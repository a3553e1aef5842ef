import type { Json } from '../../../schemas/json/types.js';
import type { Rule } from '../../../schemas/rule.js';
import { type Field, isAtOrInside } from './field.js';
import { code } from './markdown.js';

interface Form {
  rule: Rule;
  fields: readonly Field[];
}

/**
 * Returns the fields of all alternatives of a value. Fields that all of them have alike come first, and with them the field
 * whose values tell the alternatives apart, with all of these values; then those of each alternative.
 * Alternatives without fields, such as a text in place of an object, are left out.
 */
export function joinAlternatives(path: string, all: readonly Form[]): Field[] {
  const forms = all.filter(({ fields }) => fields.length > 0);
  const [first, ...others] = forms;
  if (first === undefined || others.length === 0) return [...(first?.fields ?? [])];
  const discriminator = findDiscriminator(path, forms);
  const shared = directFields(path, first).filter((field) => isShared(field.path, forms));
  const common = new Set([
    ...shared.map((field) => field.path),
    ...(discriminator ? [discriminator.path] : []),
  ]);
  const isCommon = (field: Field) => [...common].some((at) => isAtOrInside(field.path, at));
  const labels = forms.map((form) => toLabel(path, form, forms, discriminator));
  return [
    ...(discriminator ? [discriminator] : []),
    ...first.fields.filter((field) => isCommon(field) && field.path !== discriminator?.path),
    ...forms.flatMap(({ rule, fields }, index) => {
      const alternative = { path, label: labels[index] ?? '', rule };
      return fields
        .filter((field) => !isCommon(field))
        .map((field) => ({ ...field, alternatives: [alternative, ...field.alternatives] }));
    }),
  ];
}

/** Returns the field whose values tell the alternatives apart, with the values of all of them. */
function findDiscriminator(path: string, forms: readonly Form[]): Field | undefined {
  for (const field of directFields(path, forms[0] as Form)) {
    const each = forms.map((form) => form.fields.find((other) => other.path === field.path));
    const alternatives = each.filter((other) => other !== undefined);
    const values = alternatives.map(({ rule }) => getValues(rule));
    const distinct = new Set(values.flat().map((value) => JSON.stringify(value)));
    const isTelling =
      alternatives.length === forms.length &&
      values.every((own) => own.length > 0) &&
      distinct.size === values.flat().length;
    if (!isTelling) continue;
    const { const: _only, ...rule } = field.rule;
    const description = tellingDescription(alternatives);
    return {
      ...field,
      rule: { ...rule, enum: values.flat(), description },
      isRequired: alternatives.every(({ isRequired }) => isRequired),
    };
  }
  return undefined;
}

function tellingDescription(fields: readonly Field[]): string {
  const texts = new Set(fields.map(({ rule: { description = '' } }) => description));
  if (texts.size === 1) return [...texts].join();
  return fields
    .map(({ rule }) => `${getValues(rule).map(valueText).join(', ')}: ${rule.description ?? ''}`)
    .join(' ');
}

function getValues({ const: only, enum: choices }: Rule): Json[] {
  return only === undefined ? (choices ?? []) : [only];
}

function valueText(value: Json): string {
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Tells whether all alternatives have a field alike, with everything inside it. */
function isShared(path: string, forms: readonly Form[]): boolean {
  const [first, ...others] = forms.map(({ fields }) =>
    JSON.stringify(fields.filter((field) => isAtOrInside(field.path, path))),
  );
  return others.every((other) => other === first);
}

function toLabel(path: string, form: Form, forms: readonly Form[], discriminator: Field | undefined): string {
  if (discriminator) {
    const own = form.fields.find((field) => field.path === discriminator.path);
    const [first = '', ...more] = own ? getValues(own.rule) : [];
    const text = typeof first === 'string' ? first : JSON.stringify(first);
    return listed([code(`${discriminator.path}: ${text}`), ...more.map(valueText)]);
  }
  const others = forms.filter((other) => other !== form);
  const own = directFields(path, form).filter(
    (field) => !others.some((other) => other.fields.some((each) => each.path === field.path)),
  );
  const telling = own.find(({ isRequired }) => isRequired) ?? own[0];
  if (telling) return code(telling.path);
  const fields = others.flatMap((other) => directFields(path, other).filter(({ isRequired }) => isRequired));
  const missing = fields.find(
    (field) => !form.fields.some((each) => each.path === field.path && each.isRequired),
  );
  return missing === undefined ? `the form \`${form.rule.title ?? ''}\`` : `no ${code(missing.path)}`;
}

/** Returns words as one list: `a, b or c`. */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** Returns the fields right below a path. */
function directFields(path: string, { fields }: Form): Field[] {
  const start = path === '' ? '' : `${path}.`;
  return fields.filter(
    (field) =>
      field.alternatives.length === 0 &&
      field.path.startsWith(start) &&
      !/[.[]/.test(field.path.slice(start.length)),
  );
}
