import { formatNamed, formatText } from '../natives/formats.js';
import { collect, map, product } from '../runtime/combine.js';
import { MORE, many, type OnePlan, one, type Plan } from '../runtime/plan.js';
import type { Node, NodeOf } from '../syntax/ast.js';
import { describe } from '../values/dump.js';
import { type Json, type JsonObject, setProperty } from '../values/json.js';
import { allocate, charge, fail, join, run } from '../values/run.js';
import type { Context } from './context.js';

export function compileArray({ body }: NodeOf<'array'>, context: Context): Plan {
  if (body === undefined) return one(() => []);
  if (body.type === 'pipe' && body.left.type === 'iterate') {
    const { target, optional, at } = body.left;
    if (target.type === 'identity' && !optional) return map(context.compile(body.right), at);
  }
  return one(collect(context.compile(body)));
}

export function compileObject(node: NodeOf<'object'>, context: Context): Plan {
  const entries = node.entries.map(({ key, value }) => ({
    constant: key.type === 'literal' ? (key.value as string) : undefined,
    key: compileKey(key, context),
    value: context.compile(value),
    at: key.at,
  }));
  const keys = entries.map(({ constant }) => constant);
  const values = entries.map(({ value }) => value);
  if (keys.every((key) => key !== undefined) && allOne(values)) return one(record(keys, values));
  // In jq the first entry changes slowest, so the plans are passed from the last to the first.
  const plans = entries.flatMap(({ key, value }) => [key, value]).reverse();
  const all = product(plans);
  const build = (parts: Json[]): JsonObject => {
    charge(2 * entries.length);
    const object: JsonObject = {};
    for (const { at } of entries) {
      run.at = at;
      const key = demandKey(parts.pop() as Json);
      setProperty(object, key, parts.pop() as Json);
    }
    return object;
  };
  if (!allOne(plans)) {
    return many((input, frame, emit) => all(input, frame, (parts) => emit(build(parts.slice()))));
  }
  return one((input, frame) => {
    let built: JsonObject = {};
    all(input, frame, (parts) => {
      built = build(parts);
      return MORE;
    });
    return built;
  });
}

function allOne(plans: readonly Plan[]): plans is readonly OnePlan[] {
  return plans.every(({ kind }) => kind === 'one');
}

/** Returns a function that builds an object with constant keys. */
function record(keys: readonly string[], plans: readonly OnePlan[]): OnePlan['value'] {
  const values = plans.map(({ value }) => value);
  const plain = !keys.includes('__proto__');
  const cost = 1 + (keys.length >> 1);
  return (input, frame) => {
    charge(cost);
    const object: JsonObject = {};
    for (let index = 0; index < keys.length; index++) {
      const value = (values[index] as OnePlan['value'])(input, frame);
      if (plain) object[keys[index] as string] = value;
      else setProperty(object, keys[index] as string, value);
    }
    return object;
  };
}

/** Compiles the key of a member, in an object or in a pattern for one. A constant must be a string. */
export function compileKey(key: Node, context: Context): Plan {
  if (key.type === 'literal' && typeof key.value !== 'string') {
    context.reject(`Cannot use ${describe(key.value)} as object key`, key);
  }
  return context.compile(key);
}

function demandKey(key: Json): string {
  if (typeof key !== 'string') return fail(`Cannot use ${describe(key)} as object key`);
  join(key.length);
  return key;
}

export function compileText(node: NodeOf<'text'>, context: Context): Plan {
  const write = node.format === undefined ? formatText : located(formatNamed(node.format), node.at);
  const { leads, values, end } = splitText(node, context);
  if (allOne(values)) {
    const plain = node.format === undefined;
    const reads = (values as readonly OnePlan[]).map(({ value }) => value);
    return one((input, frame) => {
      let text = end;
      // jq evaluates the last interpolation first and reports its failure.
      for (let index = reads.length - 1; index >= 0; index--) {
        const value = (reads[index] as OnePlan['value'])(input, frame);
        text = leads[index] + (plain && typeof value === 'string' ? value : write(value)) + text;
      }
      allocate(text.length);
      return text;
    });
  }
  // The first interpolation changes fastest.
  const all = product(values);
  return many((input, frame, emit) =>
    all(input, frame, (outputs) => {
      const text = leads.map((lead, index) => lead + write(outputs[index] as Json)).join('') + end;
      charge(values.length);
      allocate(text.length);
      return emit(text);
    }),
  );
}

/** Returns the interpolated values, the text before each, and the text after the last. */
function splitText(node: NodeOf<'text'>, context: Context): { leads: string[]; values: Plan[]; end: string } {
  const leads: string[] = [];
  const values: Plan[] = [];
  let end = '';
  for (const part of node.parts) {
    if (typeof part === 'string') {
      end += part;
    } else {
      leads.push(end);
      values.push(context.compile(part));
      end = '';
    }
  }
  return { leads, values, end };
}

export function compileFormat({ name, at }: NodeOf<'format'>): Plan {
  return one(located(formatNamed(name), at));
}

/** Returns a format whose failures are located at `at`. */
function located(format: (value: Json) => string, at: number): (value: Json) => string {
  return (value) => {
    run.at = at;
    return format(value);
  };
}
