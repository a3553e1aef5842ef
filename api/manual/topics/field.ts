import type { JsonObject } from '../../../schemas/json/types.js';
import type { Rule } from '../../../schemas/rule.js';

/** A field of a document, and all that its schema states of it. */
export interface Field {
  /** Names from the root, with `[]` for the items of a list and `<name>` for any name: `grants[].role`. */
  readonly path: string;
  readonly rule: Rule;
  /** Required wherever the object around it stands, and in all `alternatives` of it. */
  readonly isRequired: boolean;
  /** Paths of fields beside it: without all of them, this one is required. */
  readonly unless?: readonly string[];
  /** The alternatives, from the outer to the inner one, that have the field; empty for a field that all of them have. */
  readonly alternatives: readonly Alternative[];
  /** The topic that has the fields inside this one. */
  readonly page?: string;
}

/** One of the forms that a value can have (`oneOf`, `anyOf`). */
export interface Alternative {
  /** The field that has these forms; empty for the document. */
  readonly path: string;
  /** The value or field by which a reader knows this form, in Markdown: `` `auth.type: oauth2` ``. */
  readonly label: string;
  readonly rule: Rule;
}

/** Returns the path of a member of the object at a path. */
export function memberPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** Tells whether a field is another one or stands inside it. */
export function isAtOrInside(path: string, of: string): boolean {
  return path === of || path.startsWith(`${of}.`) || path.startsWith(`${of}[]`);
}

/** Takes a schema of a connector or an operation for a rule: both are JSON Schema. */
export function asRule(schema: JsonObject | boolean | undefined): Rule {
  return (typeof schema === 'object' ? schema : {}) as Rule;
}
