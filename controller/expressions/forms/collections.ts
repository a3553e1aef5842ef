import { collect, identity, map, product } from '../runtime/combine.js';
import { MORE, many, one, type Plan, STOP } from '../runtime/plan.js';
import { iterate } from '../runtime/trail.js';
import { members } from '../values/access.js';
import { add } from '../values/arithmetic.js';
import { chargeSort, compare, sortOrder } from '../values/compare.js';
import { describe } from '../values/dump.js';
import { isExactNumber, type Json, toComputable } from '../values/json.js';
import { Owner } from '../values/owner.js';
import { charge, fail, join, run } from '../values/run.js';
import { combinations, getCombinations } from './combinations.js';
import { binary, type Form, type Forms, unary } from './form.js';

const ZERO = one(() => 0);

function range(from: Plan, to: Plan, at: number): Plan {
  const all = product([to, from]);
  return many((input, frame, emit) =>
    all(input, frame, (bounds) => {
      const [end, start] = bounds.map(toComputable);
      run.at = at;
      if (typeof start !== 'number' || typeof end !== 'number') return fail('Range bounds must be numeric');
      // Not `value < end`: for jq, a range to `nan` has no end.
      for (let value = start; !(value >= end); value++) {
        charge(1);
        if (emit(value)) return STOP;
      }
      return MORE;
    }),
  );
}

function rangeBy(from: Plan, to: Plan, by: Plan, at: number): Plan {
  const all = product([by, to, from]);
  return many((input, frame, emit) =>
    all(input, frame, ([step, end, start]) => {
      run.at = at;
      let value = start as Json;
      const direction = compare(step as Json, 0);
      if (direction === 0) return MORE;
      while (direction > 0 ? compare(value, end as Json) < 0 : compare(value, end as Json) > 0) {
        charge(1);
        if (emit(value)) return STOP;
        run.at = at;
        value = add(value, step as Json);
      }
      return MORE;
    }),
  );
}

/** An item and its key: the output of the key expression, or the array of its outputs. */
interface Pair {
  readonly key: Json;
  readonly value: Json;
}

/** Makes a form that passes the items of an array and their keys to `use`. */
function keyed(complaint: string, use: (pairs: Pair[]) => Json): Form {
  return unary((key, at) => {
    const collectKey = key.kind === 'one' ? key.value : collect(key);
    return one((input, frame) => {
      run.at = at;
      const pairs: Pair[] = [];
      for (const value of members(input)) {
        charge(1);
        pairs.push({ key: collectKey(value, frame), value });
      }
      run.at = at;
      if (Array.isArray(input)) return use(pairs);
      const keys = pairs.map((pair) => (key.kind === 'one' ? [pair.key] : pair.key));
      return fail(`${describe(input)} and ${describe(keys)} ${complaint}`);
    });
  });
}

const notSorted = 'cannot be sorted, as they are not both arrays';
const notIterated = 'cannot be iterated over';

function sorted(pairs: Pair[]): Pair[] {
  chargeSort(pairs.length);
  return pairs.sort((a, b) => sortOrder(a.key, b.key));
}

/** Returns the items in groups of equal keys, in the order of the keys. */
function groups(pairs: Pair[]): Json[][] {
  const byScalar = groupScalars(pairs);
  if (byScalar !== undefined) return byScalar;
  const grouped: Json[][] = [];
  let last: Json | undefined;
  for (const { key, value } of sorted(pairs)) {
    if (last === undefined || compare(last, key) !== 0) grouped.push([]);
    grouped.at(-1)?.push(value);
    last = key;
  }
  return grouped;
}

/** Does the same by a hash table if all keys are scalars, and sorts the groups instead of the items. */
function groupScalars(pairs: Pair[]): Json[][] | undefined {
  const groups = new Map<Json, Json[]>();
  charge(pairs.length);
  for (const { key, value } of pairs) {
    // `nan` does not equal itself, and exact numbers equal others.
    if ((typeof key === 'object' && key !== null) || Number.isNaN(key) || isExactNumber(key))
      return undefined;
    if (typeof key === 'string') join(key.length * 4);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  chargeSort(groups.size);
  return [...groups].sort(([a], [b]) => compare(a, b)).map(([, group]) => group);
}

function extreme(pairs: Pair[], better: (order: number) => boolean): Json {
  let best = pairs[0];
  for (const pair of pairs) if (best !== undefined && better(compare(pair.key, best.key))) best = pair;
  return best?.value ?? null;
}

/** `add(source)`: the sum of the outputs. */
function sum(source: Plan, at: number): Plan {
  return one((input, frame) => {
    charge(4);
    const owner = new Owner();
    let total: Json = null;
    source.each(input, frame, (value) => {
      run.at = at;
      total = owner.add(total, value);
      return MORE;
    });
    return total;
  });
}

/** Built-ins that make ranges and sums, and that sort or group by a key. */
export const collectionForms: Forms = {
  'map/1': unary(map),
  'range/1': unary((to, at) => range(ZERO, to, at)),
  'range/2': binary(range),
  'range/3': (args, at) => rangeBy(args[0] as Plan, args[1] as Plan, args[2] as Plan, at),
  'sort_by/1': keyed(notSorted, (pairs) => sorted(pairs).map(({ value }) => value)),
  'group_by/1': keyed(notSorted, groups),
  'unique_by/1': keyed(notSorted, (pairs) => groups(pairs).map((group) => group[0] as Json)),
  'min_by/1': keyed(notIterated, (pairs) => extreme(pairs, (order) => order < 0)),
  'max_by/1': keyed(notIterated, (pairs) => extreme(pairs, (order) => order >= 0)),
  'add/0': (_args, at) => sum(iterate(identity, at), at),
  'add/1': unary(sum),
  'combinations/0': (_args, at) => combinations(at),
  'combinations/1': unary(getCombinations),
};
