import { members } from '../values/access.js';
import type { Json } from '../values/json.js';
import { allocate, charge, run } from '../values/run.js';
import { type Emit, type Frame, MORE, type OnePlan, one, type Plan, STOP, type ValueFn } from './plan.js';

/** Bytes that an item counts for. */
const ITEM = 32;

/** Compiles `map(body)`, which is `[.[] | body]`, for an expression at offset `at`. */
export function map(body: Plan, at: number): OnePlan {
  const collected = body.kind === 'many' ? body.each : undefined;
  const value = body.kind === 'many' ? undefined : body.value;
  return one((input, frame) => {
    run.at = at;
    const values = members(input);
    charge(values.length);
    const items: Json[] = [];
    if (collected !== undefined) {
      const keep: Emit = (item) => {
        allocate(ITEM);
        items.push(item);
        return MORE;
      };
      for (const member of values) collected(member, frame, keep);
    } else if (value !== undefined) {
      allocate(values.length * ITEM);
      for (let index = 0; index < values.length; index++) {
        const item = value(values[index] as Json, frame);
        if (item !== undefined) items.push(item);
      }
    }
    return items;
  });
}

/** Returns a function that puts all outputs into an array. */
export function collect(body: Plan): (input: Json, frame: Frame) => Json[] {
  if (body.kind !== 'many') {
    const { value } = body;
    return (input, frame) => {
      const item = value(input, frame);
      return item === undefined ? [] : [item];
    };
  }
  return (input, frame) => {
    charge(1);
    const items: Json[] = [];
    body.each(input, frame, (item) => {
      allocate(ITEM);
      items.push(item);
      return MORE;
    });
    return items;
  };
}

/** Returns a function that evaluates a plan up to its first output. */
export function firstOf(body: Plan): ValueFn {
  return body.kind === 'many' ? taking(body, STOP) : body.value;
}

/** Returns a function that evaluates a plan to its last output. */
export function lastOf(body: Plan): ValueFn {
  return body.kind === 'many' ? taking(body, MORE) : body.value;
}

function taking({ each }: Plan, signal: typeof MORE | typeof STOP): ValueFn {
  return (input, frame) => {
    let taken: Json | undefined;
    each(input, frame, (value) => {
      taken = value;
      return signal;
    });
    return taken;
  };
}
