import { toDouble } from '../../../schemas/json/exact-number.js';
import { access, members } from '../values/access.js';
import { sortedKeys } from '../values/compare.js';
import { describe } from '../values/dump.js';
import {
  isExactNumber,
  isObject,
  type Json,
  type JsonObject,
  property,
  setProperty,
  toComputable,
  truthy,
  typeName,
} from '../values/json.js';
import { allocate, charge, chargeMembers, fail, join } from '../values/run.js';
import { countCharacters } from '../values/text.js';
import { deletePaths, setPath } from '../values/update.js';
import type { Natives } from './native.js';

function keys(input: Json, ofObject: (object: JsonObject) => string[]): Json {
  if (Array.isArray(input)) {
    charge(input.length >> 3);
    allocate(input.length * 8);
    return input.map((_value, index) => index);
  }
  return isObject(input) ? ofObject(input) : fail(`${describe(input)} has no keys`);
}

export function length(input: Json): number {
  if (input === null) return 0;
  if (typeof input === 'number') return Math.abs(input);
  if (isExactNumber(input)) return Math.abs(toDouble(input));
  if (typeof input === 'string') return countCharacters(input);
  if (Array.isArray(input)) return input.length;
  return isObject(input) ? listed(input).length : fail(`${describe(input)} has no length`);
}

function has(input: Json, exactKey: Json): boolean {
  const key = toComputable(exactKey);
  if (isObject(input) && typeof key === 'string') {
    join(key.length);
    return Object.hasOwn(input, key);
  }
  if (Array.isArray(input) && typeof key === 'number')
    return Math.trunc(key) >= 0 && Math.trunc(key) < input.length;
  if (input === null) return false;
  return fail(`Cannot check whether ${typeName(input)} has a ${typeName(key)} key`);
}

/** Bytes of an entry. */
const ENTRY = 40;

function toEntries(input: Json): Json {
  if (Array.isArray(input)) {
    charge(input.length);
    allocate(input.length * ENTRY);
    return input.map((value, key) => ({ key, value }));
  }
  if (!isObject(input)) return fail(`${describe(input)} has no keys`);
  const names = Object.keys(input);
  charge(names.length);
  chargeMembers(names.length);
  allocate(names.length * ENTRY);
  return names.map((key) => ({ key, value: property(input, key) }));
}

function fromEntries(input: Json): Json {
  const object: JsonObject = {};
  for (const entry of members(input)) {
    charge(4);
    setProperty(object, entryKey(entry), entryValue(entry));
  }
  return object;
}

function entryKey(entry: Json): string {
  for (const name of ['key', 'Key', 'name', 'Name']) {
    const key = access(entry, name);
    if (key === null || key === false) continue;
    return typeof key === 'string' ? key : fail(`Cannot use ${describe(key)} as object key`);
  }
  return fail('Cannot use null (null) as object key');
}

function entryValue(entry: Json): Json {
  if (!isObject(entry)) return null;
  return property(entry, Object.hasOwn(entry, 'value') ? 'value' : 'Value');
}

function listed(object: JsonObject): string[] {
  const names = Object.keys(object);
  chargeMembers(names.length);
  return names;
}

export const objectNatives: Natives = {
  'keys/0': (input) => keys(input, sortedKeys),
  'keys_unsorted/0': (input) => keys(input, listed),
  'length/0': length,
  'has/1': has,
  'in/1': (input, container) => has(container, input),
  'to_entries/0': toEntries,
  'from_entries/0': fromEntries,
  'type/0': typeName,
  'not/0': (input) => !truthy(input),
  'setpath/2': (input, path, value) => {
    if (!Array.isArray(path)) return fail('Path must be specified as an array');
    return setPath(input, path, value);
  },
  'delpaths/1': (input, paths) => deletePaths(input, paths),
};
