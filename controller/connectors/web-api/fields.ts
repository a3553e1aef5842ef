import type { Json, JsonObject } from '../../../schemas/json/types.js';

/** The fields of an action's input, with what their readers see. */
export function text(title: string, description: string, example: string): JsonObject {
  return { title, description, type: 'string', minLength: 1, examples: [example] };
}

/** A text that may be empty and long. */
export function longText(title: string, description: string, example: string): JsonObject {
  return { title, description, type: 'string', maxLength: 1_000_000, examples: [example] };
}

export function whole(title: string, description: string, example: number): JsonObject {
  return { title, description, type: 'integer', minimum: 1, examples: [example] };
}

export function flag(title: string, description: string): JsonObject {
  return { title, description, type: 'boolean', examples: [true] };
}

export function choice(title: string, description: string, values: readonly string[]): JsonObject {
  return { title, description, enum: [...values], examples: [values[0] ?? ''] };
}

export function texts(title: string, description: string, examples: readonly string[]): JsonObject {
  return {
    title,
    description,
    type: 'array',
    maxItems: 100,
    items: { type: 'string', minLength: 1 },
    examples: [[...examples]],
  };
}

export function object(title: string, description: string, example: JsonObject): JsonObject {
  return { title, description, type: 'object', examples: [example] };
}

export function objects(title: string, description: string, example: Json[]): JsonObject {
  return {
    title,
    description,
    type: 'array',
    maxItems: 1_000,
    items: { type: 'object' },
    examples: [example],
  };
}

/** The most entries that a list returns. */
export const limitField: JsonObject = {
  title: 'Limit',
  description: 'The most entries that are returned; further pages are asked for until then.',
  type: 'integer',
  minimum: 1,
  maximum: 1_000,
  default: 30,
  examples: [100],
};

/** Returns the limit of a list. */
export function getLimit({ limit }: JsonObject): number {
  return typeof limit === 'number' ? limit : 30;
}

/** Returns the members of an input that have a value, with the names that the API has for them. */
export function named(input: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  const entries = Object.entries(names).flatMap(([name, theirs]) => {
    const value = input[name];
    return value === undefined ? [] : [[theirs, value] as const];
  });
  return Object.fromEntries(entries);
}
