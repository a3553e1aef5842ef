import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isEqual, isObject, objectOr, pointerTo } from '../../schemas/json/values.js';
import { nearest } from '../../schemas/nearest.js';
import { orList } from '../../schemas/wording.js';
import { type ArgumentFault, listed, toWord } from './argument-fault.js';
import { getType } from './value-type.js';

/** The walk that a choice between alternatives is a part of. */
export interface FormWalk {
  readonly faults: ArgumentFault[];
  /** Returns the walk of a value along one alternative. */
  attempt(schema: Json, value: Json, pointer: string): { readonly faults: ArgumentFault[] };
  allows(schema: Json | undefined, value: Json): boolean;
  isUnknown(value: Json): boolean;
  resolved(schema: Json): Json;
  wrong(pointer: string, says: string, hint?: string): void;
  missing(pointer: string, name: string, schema: Json | undefined): void;
}

/** Reports arguments that fit none of the alternatives of a schema, by the alternative that was probably meant. */
export function chooseForm(walk: FormWalk, candidates: readonly Json[], value: Json, pointer: string): void {
  const tries = candidates.map((form) => walk.attempt(form, value, pointer));
  if (tries.some(({ faults }) => faults.length === 0)) return;
  const forms = candidates.map((form) => walk.resolved(form));
  const tag = isObject(value) ? discriminator(forms) : undefined;
  if (isObject(value) && tag !== undefined && reportTag(walk, forms, { value, tag, pointer })) return;
  const possible = tries.filter((_, index) => walk.allows(forms[index], value));
  const types = forms.flatMap((form) => [objectOr(form)['type'] ?? []].flat());
  if (possible.length === 0) {
    const allowed = orList([...new Set(types)].map(toWord));
    walk.wrong(pointer, `must be ${allowed}, not ${toWord(getType(value))}`);
    return;
  }
  const choices = forms.flatMap(constants);
  if (!isObject(value) && choices.length > 0 && forms.every((form) => constants(form).length > 0)) {
    walk.wrong(pointer, `must be ${listed(choices)}`);
    return;
  }
  const [closest] = possible.toSorted((a, b) => a.faults.length - b.faults.length);
  walk.faults.push(...(closest?.faults ?? []));
}

/** Returns the property whose constant differs in each of the alternatives; undefined when there is none. */
function discriminator(forms: readonly Json[]): string | undefined {
  const [first] = forms;
  return Object.keys(getProperties(first)).find((name) =>
    forms.every((form) => constants(getProperties(form)[name]).length > 0),
  );
}

/** Reports an object whose discriminator is missing or names no alternative, or the faults of the one it names. */
function reportTag(
  walk: FormWalk,
  forms: readonly Json[],
  { value, tag, pointer }: { value: JsonObject; tag: string; pointer: string },
): boolean {
  const choices = forms.flatMap((form) => constants(getProperties(form)[tag]));
  const tagValue = value[tag];
  if (tagValue === undefined) {
    walk.missing(pointer, tag, { description: `One of ${listed(choices)}.` });
    return true;
  }
  if (walk.isUnknown(tagValue)) return false;
  const meant = forms.find((form) =>
    constants(getProperties(form)[tag]).some((choice) => isEqual(choice, tagValue)),
  );
  if (meant !== undefined) walk.faults.push(...walk.attempt(meant, value, pointer).faults);
  else {
    const texts = choices.filter((choice) => typeof choice === 'string');
    const close = typeof tagValue === 'string' ? nearest(tagValue, texts) : undefined;
    const hint = close === undefined ? undefined : `Did you mean \`${close}\`?`;
    walk.wrong(pointerTo(pointer, tag), `must be ${listed(choices)}`, hint);
  }
  return true;
}

function getProperties(form: Json | undefined): JsonObject {
  return objectOr(objectOr(form)['properties']);
}

/** The values that a schema allows by `const` or `enum`. */
function constants(schema: Json | undefined): Json[] {
  const { const: only, enum: choices } = objectOr(schema);
  if (only !== undefined) return [only];
  return Array.isArray(choices) ? choices : [];
}
