import { pointerTo } from '../../../schemas/json/pointer.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { EntityReference, ReferenceRule } from './kind-definition.js';

export interface FoundReference extends EntityReference {
  /** The name is a key, not a value. */
  at?: 'name';
}

/** The references of a definition, by the rules of its kind. */
export function findReferences(rules: readonly ReferenceRule[], definition: JsonObject): FoundReference[] {
  return rules.flatMap((rule) =>
    valuesAt(definition, rule.pointer.split('/').slice(1), '').flatMap((found) => apply(rule, found)),
  );
}

function apply(rule: ReferenceRule, { pointer, value, around }: Found): FoundReference[] {
  const kind = typeof rule.kind === 'string' ? rule.kind : around[rule.kind.beside];
  if (typeof kind !== 'string') return [];
  if (rule.keys) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
    return Object.keys(value).map((name) => ({ kind, name, pointer: pointerTo(pointer, name), at: 'name' }));
  }
  const name = rule.nameOf ? rule.nameOf(value) : typeof value === 'string' ? value : undefined;
  if (name === undefined) return [];
  const needs = rule.needs === undefined ? undefined : around[rule.needs];
  if (rule.needs === undefined || typeof needs !== 'string') return [{ kind, name, pointer }];
  const needsAt = pointerTo(pointer.slice(0, pointer.lastIndexOf('/')), rule.needs);
  return [{ kind, name, pointer, needs, needsAt }];
}

interface Found {
  pointer: string;
  value: Json;
  /** The object that holds the value. */
  around: JsonObject;
}

/** The values that a pointer with `*` matches, with their own pointers. */
function valuesAt(value: Json, steps: readonly string[], pointer: string, around: JsonObject = {}): Found[] {
  const [first, ...rest] = steps;
  if (first === undefined) return [{ pointer, value, around }];
  if (value === null || typeof value !== 'object') return [];
  const names = first === '*' ? Object.keys(value) : Object.hasOwn(value, first) ? [first] : [];
  const members = value as JsonObject;
  return names.flatMap((name) => valuesAt(members[name] ?? null, rest, pointerTo(pointer, name), members));
}
