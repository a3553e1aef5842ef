import { type Rule, resolve } from '../../../schemas/rule.js';
import { joinAlternatives } from './alternatives.js';
import { type Field, memberPath } from './field.js';

/** Names in `$defs` that have a page of their own → the name of the page. */
export type Pages = Readonly<Record<string, string>>;

interface Walking {
  root: Rule;
  /** Definitions that the walk does not enter. */
  pages: Pages;
}

/** Deeper fields are left to the page of the part that has them. */
const deepest = 7;

/**
 * Returns the fields of a schema, each before those inside it. A field that all alternatives have alike is listed once,
 * any other one once for each alternative that has it.
 * @param pages definitions whose fields are left out
 */
export function getFields(schema: Rule, root: Rule = schema, pages: Pages = {}): Field[] {
  const fields = new Map<string, Field>();
  for (const field of walk(schema, '', [], { root, pages })) {
    const key = [...field.alternatives.map(({ label }) => label), field.path].join('\n');
    if (!fields.has(key)) fields.set(key, field);
  }
  return [...fields.values()];
}

function walk(rule: Rule, path: string, entered: readonly string[], walking: Walking): Field[] {
  if (entered.length > deepest * 2 || path.split('.').length > deepest) return [];
  const name = rule.$ref?.slice('#/$defs/'.length);
  if (name !== undefined && (Object.hasOwn(walking.pages, name) || entered.includes(name))) return [];
  const inside = name === undefined ? entered : [...entered, name];
  const { properties = {}, required = [], ...open } = resolve(rule, walking.root);
  const step = (member: Rule, at: string) => walk(member, at, inside, walking);
  const unless = exclusive(open, path);
  const own = Object.entries(properties).flatMap(([key, member]) => {
    const at = memberPath(path, key);
    const others = unless.includes(at) ? { unless: unless.filter((each) => each !== at) } : {};
    const field = getField(member, at, required.includes(key), walking);
    return [{ ...field, ...others }, ...step(member, at)];
  });
  const { items, additionalProperties: more } = open;
  const others = [
    ...(items ? step(items, `${path}[]`) : []),
    ...(typeof more === 'object' ? step(more, memberPath(path, '<name>')) : []),
  ];
  const choices = unless.length > 0 ? [] : [open.oneOf ?? [], open.anyOf ?? []];
  const alternatives = choices.flatMap((choice) =>
    joinAlternatives(
      path,
      choice
        .map((each) => withNamed(each, properties, walking.root))
        .map((each) => ({ rule: resolve(each, walking.root), fields: step(each, path) })),
    ),
  );
  return [...own, ...others, ...alternatives];
}

function getField(member: Rule, path: string, isRequired: boolean, { root, pages }: Walking): Field {
  const { $ref, ...own } = member;
  const rule = { ...($ref === undefined ? {} : resolve(member, root)), ...own };
  const page = findPage(member, pages);
  return { path, rule, isRequired, alternatives: [], ...(page === undefined ? {} : { page }) };
}

/** Returns the paths of fields of which the alternatives ask for one each, and say nothing else. */
function exclusive({ oneOf, anyOf }: Rule, path: string): string[] {
  const names = (oneOf ?? anyOf ?? []).map(({ required = [], ...more }) =>
    required.length === 1 && Object.keys(more).every((key) => key === 'title') ? required[0] : undefined,
  );
  const presentNames = names.filter((name) => name !== undefined);
  return presentNames.length === names.length ? presentNames.map((name) => memberPath(path, name)) : [];
}

/** Adds the fields around an alternative that it asks for. */
function withNamed(alternative: Rule, around: Readonly<Record<string, Rule>>, root: Rule): Rule {
  const { required = [], properties = {} } = resolve(alternative, root);
  const requiredBeside = required.filter(
    (name) => !Object.hasOwn(properties, name) && Object.hasOwn(around, name),
  );
  if (requiredBeside.length === 0) return alternative;
  const named = Object.fromEntries(requiredBeside.map((name) => [name, around[name] as Rule]));
  return { ...resolve(alternative, root), properties: { ...properties, ...named } };
}

function findPage({ $ref, items, additionalProperties: more }: Rule, pages: Pages): string | undefined {
  const others = [items, typeof more === 'object' ? more : undefined];
  const referred = [$ref, ...others.map((rule) => rule?.$ref)].map((ref) => ref?.slice('#/$defs/'.length));
  return referred.map((name) => (name === undefined ? undefined : pages[name])).find((page) => page);
}
