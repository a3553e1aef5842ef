import type { Json, JsonObject } from '../../schemas/json.js';
import type { EntityReference, ReferenceRule } from './contract.js';

export interface FoundReference extends EntityReference {
  /** The name is a key, not a value. */
  at?: 'name';
}

/** The references a definition makes, as its kind's rules state them. */
export function findReferences(rules: readonly ReferenceRule[], definition: JsonObject): FoundReference[] {
  return rules.flatMap((rule) =>
    valuesAt(definition, rule.pointer.split('/').slice(1), '').flatMap(({ pointer, value }) =>
      apply(rule, pointer, value),
    ),
  );
}

function apply(rule: ReferenceRule, pointer: string, value: Json): FoundReference[] {
  if (rule.keys) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
    return Object.keys(value).map((name) => ({
      kind: rule.kind,
      name,
      pointer: step(pointer, name),
      at: 'name',
    }));
  }
  const name = rule.nameOf ? rule.nameOf(value) : typeof value === 'string' ? value : undefined;
  return name === undefined ? [] : [{ kind: rule.kind, name, pointer }];
}

/** The values a pointer with `*` in it matches, with their own pointers. */
function valuesAt(
  value: Json,
  steps: readonly string[],
  pointer: string,
): { pointer: string; value: Json }[] {
  const [first, ...rest] = steps;
  if (first === undefined) return [{ pointer, value }];
  if (value === null || typeof value !== 'object') return [];
  const names = first === '*' ? Object.keys(value) : Object.hasOwn(value, first) ? [first] : [];
  const members = value as { [name: string]: Json };
  return names.flatMap((name) => valuesAt(members[name] ?? null, rest, step(pointer, name)));
}

function step(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
