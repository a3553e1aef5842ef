import type { JsonObject } from './json/types.js';
import { isObject, objectOr } from './json/values.js';
import { nearest } from './nearest.js';
import { type Rule, resolve } from './rule.js';

/** An object of the walk, with its rule. */
export interface Surrounding {
  rule: Rule;
  value: JsonObject;
  pointer: string;
}

/** True for a field that the object could have and does not have. */
export function isField({ rule, value }: Surrounding, name: string): boolean {
  return Object.hasOwn(rule.properties ?? {}, name) && !Object.hasOwn(value, name);
}

/** Unknown names of an object that exactly one of its fields has. */
export function tooShallow(
  unknown: readonly string[],
  rule: Rule,
  value: JsonObject,
  root: Rule,
): { field: string; names: string[] }[] {
  const places = new Map<string, string[]>();
  const inner = Object.entries(rule.properties ?? {})
    .filter(([field]) => !Object.hasOwn(value, field) || isObject(value[field] ?? null))
    .map(([field, rule]) => {
      const member = objectOr(value[field]);
      return { field, names: namesIn(rule, root).filter((name) => !Object.hasOwn(member, name)) };
    });
  const required = inner.filter(
    ({ field }) => rule.required?.includes(field) && !Object.hasOwn(value, field),
  );
  for (const name of unknown) {
    const missing = required.filter(({ names }) => names.includes(name));
    const fields = missing.length > 0 ? missing : inner.filter(({ names }) => names.includes(name));
    const [only, ...others] = fields;
    if (only && others.length === 0) places.set(only.field, [...(places.get(only.field) ?? []), name]);
  }
  return [...places].map(([field, names]) => ({ field, names }));
}

/** A place two objects further in that alone has the name: `event.with` for the `type` of an event. */
export function farIn(name: string, rule: Rule, root: Rule): string | undefined {
  const places = Object.entries(rule.properties ?? {}).flatMap(([outer, rule]) =>
    Object.entries(resolve(rule, root).properties ?? {})
      .filter(([, inner]) => namesIn(inner, root).includes(name))
      .map(([inner]) => `${outer}.${inner}`),
  );
  return places.length === 1 ? places[0] : undefined;
}

/** The hint for a member that an author wrote beside `as`, in which the members of the value belong. */
export function besideAs(name: string, field: string | undefined, rule: Rule): { hint?: string } {
  const fields = Object.keys(rule.properties ?? {});
  if (field === undefined || !fields.includes('as') || nearest(name, fields) !== undefined) return {};
  return { hint: `Write \`${field}: { as: { ${name}: … } }\`.` };
}

/** The names of the fields that an object under the rule can have. */
function namesIn(ofRule: Rule, root: Rule): string[] {
  const rule = resolve(ofRule, root);
  const branches = (rule.oneOf ?? rule.anyOf ?? []).flatMap((branch) => namesIn(branch, root));
  return [...Object.keys(rule.properties ?? {}), ...branches];
}
