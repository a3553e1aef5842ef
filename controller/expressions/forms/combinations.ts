import { length } from '../natives/objects.js';
import { MORE, many, type Plan, type Signal, STOP } from '../runtime/plan.js';
import { access, members } from '../values/access.js';
import { type Json, toComputable } from '../values/json.js';
import { allocate, charge, fail, run } from '../values/run.js';

/** `combinations`: one item of each array in all ways; those of the first array change slowest. */
export function combinations(at: number): Plan {
  return many((input, _frame, emit) => {
    run.at = at;
    const count = length(input);
    if (count === 0) return emit([]);
    return choose(count, (place) => members(access(input, place)), emit);
  });
}

/** `combinations(n)`: the combinations of `n` copies of the input. */
export function getCombinations(times: Plan, at: number): Plan {
  return many((input, frame, emit) => {
    // jq adds up all outputs of `n`.
    let count = 0;
    times.each(input, frame, (times) => {
      run.at = at;
      const item = toComputable(times);
      if (typeof item !== 'number') return fail('Range bounds must be numeric');
      count += Math.max(0, Math.ceil(item));
      return MORE;
    });
    if (count === 0) return emit([]);
    return choose(count, () => members(input), emit);
  });
}

/** Emits all choices of one item for each place, like an odometer. It asks for the items of a place on arrival. */
function choose(
  count: number,
  itemsAt: (place: number) => readonly Json[],
  emit: (value: Json) => Signal,
): Signal {
  const lists: (readonly Json[])[] = [itemsAt(0)];
  const positions = [0];
  const chosen: Json[] = [];
  for (;;) {
    const place = lists.length - 1;
    const position = positions[place] as number;
    const list = lists[place] as readonly Json[];
    if (position >= list.length) {
      lists.pop();
      positions.pop();
      if (place === 0) return MORE;
      continue;
    }
    positions[place] = position + 1;
    chosen[place] = list[position] as Json;
    charge(2);
    if (place + 1 < count) {
      lists.push(itemsAt(place + 1));
      positions.push(0);
      continue;
    }
    charge(4 + count);
    allocate(48 + count * 8);
    if (emit(chosen.slice(0, count))) return STOP;
  }
}
