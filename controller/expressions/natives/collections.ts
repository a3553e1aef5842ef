import { access, members, positions, slice } from '../values/access.js';
import { chargeSort, compare, sortOrder } from '../values/compare.js';
import { holds } from '../values/contain.js';
import { describe } from '../values/dump.js';
import { type Json, toComputable, typeName } from '../values/json.js';
import { allocate, charge, fail, scan } from '../values/run.js';
import type { Natives } from './native.js';
import { length } from './objects.js';

/** Returns the items of an array, and fails for other values. */
function items(input: Json, cannot: string): Json[] {
  return Array.isArray(input) ? input : fail(`${describe(input)} ${cannot}`);
}

function sort(input: Json): Json[] {
  const values = items(input, 'cannot be sorted, as it is not an array');
  chargeSort(values.length);
  return [...values].sort(sortOrder);
}

function unique(input: Json): Json[] {
  const sorted = sort(input);
  charge(sorted.length);
  return sorted.filter((value, index) => index === 0 || compare(sorted[index - 1] as Json, value) !== 0);
}

function flatten(input: Json, exactDepth: Json): Json {
  const depth = toComputable(exactDepth);
  if (compare(depth, 0) < 0) return fail('flatten depth must not be negative');
  // jq counts down to zero, which a fraction never reaches.
  const levels = Number.isInteger(depth) ? (depth as number) : Number.POSITIVE_INFINITY;
  const source = members(input);
  const flat: Json[] = [];
  const open: { values: readonly Json[]; next: number }[] = [{ values: source, next: 0 }];
  for (;;) {
    const top = open.at(-1);
    if (top === undefined) return flat;
    if (top.next >= top.values.length) {
      open.pop();
      continue;
    }
    const value = top.values[top.next++] as Json;
    charge(1);
    if (!Array.isArray(value) || open.length > levels) flat.push(value);
    else if (typeof depth === 'number') open.push({ values: value, next: 0 });
    else return fail(`${describe(depth)} and number (1) cannot be subtracted`);
  }
}

function reverse(input: Json): Json {
  if (Array.isArray(input)) {
    charge(input.length >> 4);
    allocate(input.length * 8);
    return input.toReversed();
  }
  const last = length(input) - 1;
  return last < 0 ? [] : access(input, last);
}

/** `contains`: values of different types are an error, except inside containers, where they differ. */
function contains(container: Json, part: Json): boolean {
  if (typeof part === 'boolean' ? container === part : typeName(container) === typeName(part)) {
    return holds(container, part);
  }
  return fail(`${describe(container)} and ${describe(part)} cannot have their containment checked`);
}

function indices(input: Json, item: Json): Json {
  if (typeof input === 'string' && typeof item === 'string') return textPositions(input, item);
  if (Array.isArray(input)) return positions(input, Array.isArray(item) ? item : [item]);
  return access(input, item);
}

/** Returns the positions, in characters, of one text in another. */
function textPositions(text: Json, item: Json): Json {
  if (typeof text !== 'string') return fail(`${describe(text)} cannot be searched, as it is not a string`);
  if (typeof item !== 'string') return fail(`${describe(item)} is not a string`);
  if (item === '') return [];
  scan(text.length * 2);
  const positions: number[] = [];
  let characters = 0;
  let counted = 0;
  for (let at = text.indexOf(item); at >= 0; at = text.indexOf(item, at + 1)) {
    // Many long occurrences that overlap take quadratic time.
    charge(1 + (item.length >> 6));
    for (; counted < at; counted++) if ((text.charCodeAt(counted) & 0xfc00) !== 0xdc00) characters++;
    positions.push(characters);
    allocate(8);
  }
  return positions;
}

function search(input: Json, target: Json): Json {
  const values = items(input, 'cannot be searched from');
  let low = 0;
  let high = values.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compare(values[middle] as Json, target);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1 - low;
}

function extreme(input: Json, better: (order: number) => boolean): Json {
  const values = Array.isArray(input)
    ? input
    : fail(`${describe(input)} and ${describe(input)} cannot be iterated over`);
  let best = values[0];
  charge(values.length >> 1);
  for (const value of values) if (best !== undefined && better(compare(value, best))) best = value;
  return best ?? null;
}

export const collectionNatives: Natives = {
  'sort/0': sort,
  'unique/0': unique,
  'min/0': (input) => extreme(input, (order) => order < 0),
  'max/0': (input) => extreme(input, (order) => order >= 0),
  'flatten/0': (input) => flatten(input, 1e9),
  'flatten/1': flatten,
  'reverse/0': reverse,
  'contains/1': contains,
  'inside/1': (input, container) => contains(container, input),
  'indices/1': indices,
  '_strindices/1': textPositions,
  'index/1': (input, item) => access(indices(input, item), 0),
  'rindex/1': (input, item) => access(slice(indices(input, item), -1, null), 0),
  'bsearch/1': search,
  'toarray/0': (input) => (Array.isArray(input) ? input : [input]),
};
