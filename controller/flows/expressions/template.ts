import type { Json, JsonObject } from '../../../schemas/json.js';
import type { Scope } from '../execution/scope.js';
import type { Evaluator } from './evaluator.js';

/** A value of the document with its expressions compiled: either constant, or evaluated each time. */
export type Template =
  | { readonly constant: true; readonly value: Json }
  | { readonly constant: false; readonly evaluate: Evaluator };

export function constant(value: Json): Template {
  return { constant: true, value };
}

export function evaluated(evaluate: Evaluator): Template {
  return { constant: false, evaluate };
}

/** The template's value. */
export function fill(template: Template, input: Json, scope: Scope): Json {
  return template.constant ? template.value : template.evaluate(input, scope);
}

/** A string put together from texts and expressions. */
export function joined(parts: readonly Template[]): Template {
  return evaluated((input, scope) => {
    let text = '';
    for (const part of parts) {
      const value = fill(part, input, scope);
      text += typeof value === 'string' ? value : JSON.stringify(value);
    }
    return text;
  });
}

export function arrayTemplate(items: readonly Template[], source: readonly Json[]): Template {
  if (items.every((item) => item.constant)) return constant(source as Json[]);
  return evaluated((input, scope) => items.map((item) => fill(item, input, scope)));
}

export function objectTemplate(members: readonly [string, Template][], source: JsonObject): Template {
  if (members.every(([, member]) => member.constant)) return constant(source);
  return evaluated((input, scope) => {
    const object: JsonObject = {};
    for (const [name, member] of members) {
      const value = fill(member, input, scope);
      if (name === '__proto__') {
        Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
      } else object[name] = value;
    }
    return object;
  });
}
