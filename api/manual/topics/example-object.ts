import { findFaults } from '../../../schemas/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Rule } from '../../../schemas/rule.js';

export interface ExampleWish {
  /** Returns an example of a member. */
  toValue(name: string, rule: Rule): Json;
  /** Returns optional members that a reader wants to see too, the most telling first; those in a group belong together. */
  getGroups(shown: readonly string[]): readonly (readonly string[])[];
  /** Returns how many groups to show beside a number of members. */
  maxBeside(shown: number): number;
}

/**
 * Returns an example that fits its schema: the required members, those that alternatives of the schema ask for, and the
 * wished ones as far as the schema allows them beside the others.
 */
export function exampleObject(rule: Rule, wish: ExampleWish): JsonObject {
  const properties = rule.properties ?? {};
  const shown = new Set(rule.required ?? []);
  const make = (names: ReadonlySet<string>): JsonObject =>
    Object.fromEntries(
      Object.entries(properties).flatMap(([name, member]) =>
        names.has(name) ? [[name, wish.toValue(name, member)]] : [],
      ),
    );
  const fits = (names: ReadonlySet<string>) => getFaults(rule, make(names)) === 0;
  const others = Object.keys(properties).filter((name) => !shown.has(name));
  if (!fits(shown)) {
    const missing = others.find((name) => fits(new Set([...shown, name])));
    if (missing === undefined) throw new Error(`No member makes ${JSON.stringify(make(shown))} valid`);
    shown.add(missing);
  }
  let left = wish.maxBeside(shown.size);
  for (const group of wish.getGroups([...shown])) {
    const isNew = group.every((name) => name in properties) && group.some((name) => !shown.has(name));
    if (left <= 0 || !isNew || !fits(new Set([...shown, ...group]))) continue;
    for (const name of group) shown.add(name);
    left -= 1;
  }
  return make(shown);
}

/** Counts the faults of an example; an expression stands for a value of any type. */
function getFaults(rule: Rule, example: JsonObject): number {
  const expressions = Object.entries(example).filter(
    ([, value]) => typeof value === 'string' && value.startsWith('${'),
  );
  const ignored = new Set(expressions.map(([name]) => `/${name}`));
  const faults = findFaults(rule as unknown as JsonObject, example);
  return faults.filter(({ pointer }) => !ignored.has(pointer)).length;
}
