import { isExactNumber, toNeighbour } from './json/exact-number.js';
import type { Json } from './json/types.js';

/** The part of JSON Schema (draft 2020-12) that this folder's schemas use. */
export interface Rule {
  $ref?: string;
  $defs?: Record<string, Rule>;
  title?: string;
  description?: string;
  examples?: Json[];
  /** The value is, or may be, a credential: no fault repeats it. */
  'x-secret'?: boolean | 'allowed';
  /** The setting can be changed without a restart. */
  'x-runtime'?: boolean;
  type?: TypeName | TypeName[];
  enum?: Json[];
  const?: Json;
  not?: Rule;
  pattern?: string;
  /** Says what `pattern` asks for; editors show it too. */
  patternErrorMessage?: string;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, Rule>;
  additionalProperties?: boolean | Rule;
  propertyNames?: Rule;
  dependentRequired?: Record<string, string[]>;
  minProperties?: number;
  maxProperties?: number;
  items?: Rule;
  minItems?: number;
  oneOf?: Rule[];
  anyOf?: Rule[];
}

/** One fault of a value under its schema, worded so that a person can fix it. */
export interface Fault {
  rule: 'field-missing' | 'field-unknown' | 'field-invalid';
  /** JSON pointer into the value; for a missing field, of the object that lacks it. */
  pointer: string;
  /** The fault is about the last name in `pointer`, not about the value it has. */
  at?: 'name';
  message: string;
  hint?: string;
  /** For an unknown field: the names that are known there. */
  knownNames?: readonly string[];
  /** For a missing field: its name. */
  missing?: string;
}

/** A walk along a value and its schema. */
export interface Walk {
  readonly root: Rule;
  /** Adds the faults of the value under the rule. */
  check(rule: Rule, value: Json, pointer: string): void;
  fits(rule: Rule, value: Json): boolean;
  /** Adds a fault; `field-invalid` unless `more` has another rule. */
  add(pointer: string, message: string, more?: Partial<Fault>): void;
}

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** Follows `$ref` inside one schema file until a rule stands there. */
export function resolve(rule: Rule, root: Rule): Rule {
  let current = rule;
  while (current.$ref !== undefined) {
    const name = current.$ref.slice('#/$defs/'.length);
    const target = root.$defs?.[name];
    if (!target) throw new Error(`The schema refers to ${current.$ref}, which it does not define.`);
    current = target;
  }
  return current;
}

export function typeName(value: Json): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const double = isExactNumber(value) ? toNeighbour(value) : value;
  if (typeof double === 'number') return Number.isInteger(double) ? 'integer' : 'number';
  return typeof value as 'string' | 'boolean' | 'object';
}

/** The types a rule allows, or undefined when it allows all. */
export function findTypes(rule: Rule): readonly TypeName[] | undefined {
  if (rule.type !== undefined) return Array.isArray(rule.type) ? rule.type : [rule.type];
  if (rule.properties || rule.required || rule.additionalProperties !== undefined) return ['object'];
  return undefined;
}

export function allowsType(rule: Rule, value: Json): boolean {
  const types = findTypes(rule);
  const typeOfValue = typeName(value);
  return (
    types === undefined ||
    types.includes(typeOfValue) ||
    (typeOfValue === 'integer' && types.includes('number'))
  );
}
