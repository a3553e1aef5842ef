import type { Json, JsonObject } from './json/types.js';
import { isObject, pointerTo } from './json/values.js';
import { allowsType, findTypes, type Rule, resolve, type Walk } from './rule.js';
import { getHint, lastStep, orList, quoted, show, typeWord } from './wording.js';

/**
 * Reports on the alternative of a `oneOf` or `anyOf` that was meant. Objects choose by the fields that tell the
 * alternatives apart, without looking inside them, so that the walk stays linear however deep the value is.
 */
export function choose(walk: Walk, rule: Rule, rules: Rule[], value: Json, pointer: string): void {
  const branches = rules.flatMap((branch) => flatten(branch, walk.root));
  if (branches.every((branch) => branch.required && !branch.properties)) {
    checkCombination(walk, branches, value, pointer);
    return;
  }
  const candidates = branches.filter((branch) => allowsType(branch, value));
  const [first] = candidates;
  if (!first) {
    const expected = new Set(branches.flatMap((branch) => findTypes(branch) ?? []));
    walk.add(
      pointer,
      `must be ${orList([...expected].map(typeWord))}, found ${show(
        value,
        branches.find((branch) => branch['x-secret']),
      )}`,
      getHint(namingConstant(walk, rule, branches, value), rule, lastStep(pointer)),
    );
  } else if (candidates.length === 1) walk.check(first, value, pointer);
  else if (isObject(value)) checkObject(walk, rule, candidates, value, pointer);
  else if (!candidates.some((branch) => walk.fits(branch, value))) {
    const secret = candidates.find((branch) => branch['x-secret']) ?? {};
    const forms = candidates.map((branch) => branch.patternErrorMessage).filter((form) => form !== undefined);
    if (forms.length === candidates.length)
      walk.add(pointer, `must be ${orList(forms)}, found ${show(value, secret)}`);
    else walk.check(first, value, pointer);
  }
}

/** An alternative that is nothing but alternatives itself counts as those. */
function flatten(rule: Rule, root: Rule): Rule[] {
  const branch = resolve(rule, root);
  const inner = branch.oneOf ?? branch.anyOf;
  return inner && !branch.properties ? inner.flatMap((one) => flatten(one, root)) : [branch];
}

function checkObject(
  walk: Walk,
  rule: Rule,
  branches: readonly Rule[],
  value: JsonObject,
  pointer: string,
): void {
  const tags = [...new Set(branches.flatMap((branch) => branch.required?.slice(0, 1) ?? []))];
  const presentTags = tags.filter((tag) => Object.hasOwn(value, tag));
  if (presentTags.length === 0 && tags.length > 0) {
    reportUntagged(walk, rule, branches, tags, value, pointer);
    return;
  }
  if (reportConstant(walk, rule, branches, value, pointer)) return;
  const tagged = branches.filter((branch) => presentTags.includes(branch.required?.[0] ?? ''));
  const best = (tagged.length > 0 ? tagged : branches).reduce((left, right) =>
    score(walk, right, value) > score(walk, left, value) ? right : left,
  );
  const excluded = presentTags.filter((tag) => !Object.hasOwn(best.properties ?? {}, tag));
  const own = best.required?.[0] ?? '';
  for (const tag of excluded) {
    walk.add(pointerTo(pointer, tag), `${quoted(tag)} cannot stand beside ${quoted(own)}`, { at: 'name' });
  }
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !excluded.includes(name)));
  walk.check(best, rest, pointer);
}

/** Reports a field that has another constant in each alternative, when its value names none of them. */
function reportConstant(
  walk: Walk,
  rule: Rule,
  branches: readonly Rule[],
  value: JsonObject,
  pointer: string,
): boolean {
  const names = Object.keys(branches[0]?.properties ?? {});
  const tag = names.find((name) =>
    branches.every(({ properties }) => constants(properties?.[name]).length > 0),
  );
  const tagValue = tag === undefined ? undefined : value[tag];
  if (tag === undefined || tagValue === undefined) return false;
  const choices = branches.flatMap(({ properties }) => constants(properties?.[tag]));
  if (choices.includes(tagValue)) return false;
  const allowed = orList(choices.map((choice) => quoted(String(choice))));
  walk.add(pointerTo(pointer, tag), `must be ${allowed}, found ${show(tagValue)}`, getHint(rule));
  return true;
}

/**
 * Returns the rule with the example that was meant by a text that is a constant of an alternative: `signature: none` means
 * `signature: { scheme: none }`.
 */
function namingConstant(walk: Walk, rule: Rule, branches: readonly Rule[], value: Json): Rule {
  if (typeof value !== 'string') return rule;
  for (const branch of branches) {
    const [tag] = branch.required ?? [];
    if (tag === undefined || !constants(branch.properties?.[tag]).includes(value)) continue;
    const [example = {}] = branch.examples ?? [];
    const meant = isObject(example) ? { ...example, [tag]: value } : { [tag]: value };
    if (walk.fits(branch, meant)) return { ...rule, examples: [meant] };
  }
  return rule;
}

/** The values that a rule allows by `const` or `enum`. */
function constants(rule: Rule | undefined): readonly Json[] {
  return rule?.const === undefined ? (rule?.enum ?? []) : [rule.const];
}

/** None of the fields that tell the alternatives apart is there: perhaps one is misspelt. */
function reportUntagged(
  walk: Walk,
  rule: Rule,
  branches: readonly Rule[],
  tags: readonly string[],
  value: JsonObject,
  pointer: string,
): void {
  const fields = new Set(branches.flatMap((branch) => Object.keys(branch.properties ?? {})));
  const unknown = Object.keys(value).filter((name) => !fields.has(name));
  for (const name of unknown) {
    const more = { rule: 'field-unknown', at: 'name', knownNames: tags } as const;
    walk.add(pointerTo(pointer, name), `unknown field ${quoted(name)}`, more);
  }
  if (unknown.length > 0) return;
  walk.add(pointer, `needs ${orList(tags.map(quoted))}`, { rule: 'field-missing', ...getHint(rule) });
}

/** How well an object's own fields match an alternative. */
function score(walk: Walk, branch: Rule, value: JsonObject): number {
  let points = 0;
  for (const name of branch.required ?? []) points += Object.hasOwn(value, name) ? 2 : -1;
  for (const [name, member] of Object.entries(value)) {
    const field = branch.properties?.[name];
    if (!field) points -= branch.additionalProperties === false ? 3 : 0;
    else if (field.const !== undefined) points += field.const === member ? 10 : -100;
    else if (constants(field).includes(member)) points += 10;
    else if (field.not && walk.fits(field.not, member)) points -= 100;
  }
  return points;
}

/** `oneOf` over nothing but lists of required fields: exactly one list must be complete. */
function checkCombination(walk: Walk, branches: readonly Rule[], value: Json, pointer: string): void {
  if (!isObject(value)) return;
  const sets = branches.map((branch) => branch.required ?? []);
  const complete = sets.filter((names) => names.every((name) => Object.hasOwn(value, name)));
  if (complete.length === 1) return;
  const listed = orList(
    (complete.length === 0 ? sets : complete).map((names) => names.map(quoted).join(' with ')),
  );
  walk.add(pointer, complete.length === 0 ? `needs ${listed}` : `takes only one of ${listed}`);
}
