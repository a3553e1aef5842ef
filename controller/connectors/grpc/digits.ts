import type { Field, MapField, Type } from 'protobufjs';
import { hasExactNumber, isExactNumber } from '../../../schemas/json/exact-number.js';
import type { ExactNumber, Json } from '../../../schemas/json/types.js';
import { isObject, pointerTo } from '../../../schemas/json/values.js';
import { protobuf } from './proto.js';

/** The types whose numbers JSON may spell as text, with all digits. */
const wide: ReadonlySet<string> = new Set(['int64', 'uint64', 'sint64', 'fixed64', 'sfixed64']);
const wideWrappers: ReadonlySet<string> = new Set([
  '.google.protobuf.Int64Value',
  '.google.protobuf.UInt64Value',
]);

/** A number that its field would change, and its place in the message. */
export interface LostDigits {
  pointer: string;
  number: ExactNumber;
}

/** Finds the first number of a message that no double gives back in a field that is not of 64-bit integers. */
export function findLostDigits(type: Type, message: Json, pointer = ''): LostDigits | undefined {
  if (!hasExactNumber(message)) return undefined;
  if (wideWrappers.has(type.fullName)) return findIn('int64', message, pointer);
  if (type.fullName.startsWith('.google.protobuf.') || !isObject(message))
    return findIn('', message, pointer);
  return findFirst(Object.entries(message), ([name, value]) => {
    const field = getField(type, name);
    return field && findInField(field, value ?? null, pointerTo(pointer, name));
  });
}

function findInField(field: Field, value: Json, pointer: string): LostDigits | undefined {
  if (field.map && isObject(value)) {
    return findFirst(Object.entries(value), ([name, item]) =>
      findInValue(field, item ?? null, pointerTo(pointer, name)),
    );
  }
  if (field.repeated && Array.isArray(value)) {
    return findFirst([...value.entries()], ([at, item]) => findInValue(field, item, pointerTo(pointer, at)));
  }
  return findInValue(field, value, pointer);
}

function findInValue(field: Field | MapField, value: Json, pointer: string): LostDigits | undefined {
  const { resolvedType } = field;
  return resolvedType instanceof protobuf().Type
    ? findLostDigits(resolvedType, value, pointer)
    : findIn(field.type, value, pointer);
}

/** @param scalar the type of the value; another than those of 64-bit integers holds no such number */
function findIn(scalar: string, value: Json, pointer: string): LostDigits | undefined {
  if (isExactNumber(value)) return wide.has(scalar) ? undefined : { pointer, number: value };
  if (typeof value !== 'object' || value === null) return undefined;
  return findFirst(Object.entries(value), ([name, item]) =>
    findIn(scalar, item ?? null, pointerTo(pointer, name)),
  );
}

/** JSON has the name of a field as it is written, or in camel case. */
function getField(type: Type, name: string): Field | undefined {
  const { util } = protobuf();
  return (
    (Object.hasOwn(type.fields, name) ? type.fields[name] : undefined) ??
    type.fieldsArray.find(
      (field) => field.options?.['json_name'] === name || util.camelCase(field.name) === name,
    )
  );
}

function findFirst<Item>(
  items: readonly Item[],
  find: (item: Item) => LostDigits | undefined,
): LostDigits | undefined {
  for (const item of items) {
    const lost = find(item);
    if (lost !== undefined) return lost;
  }
  return undefined;
}
