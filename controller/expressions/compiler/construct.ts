import { formats, formatText } from '../builtins/formats.js';
import { type Json, type JsonObject, setProperty } from '../json.js';
import { type Emit, type Frame, MORE, many, type OneFn, one, type Plan } from '../runtime/plan.js';
import { allocate, charge, fail, join, run } from '../runtime/run.js';
import type { Node, NodeOf } from '../syntax/ast.js';
import { members } from '../values/access.js';
import { describe } from '../values/dump.js';
import { product } from './basic.js';
import type { Context } from './context.js';
import type { Scope } from './scope.js';

export function compileArray(node: NodeOf<'array'>, scope: Scope, context: Context): Plan {
  const { body } = node;
  if (body === undefined) return one(() => []);
  if (
    body.type === 'pipe' &&
    body.left.type === 'iterate' &&
    body.left.target.type === 'identity' &&
    !body.left.optional
  ) {
    return map(context.compile(body.right, scope), body.left.at);
  }
  return one(collect(context.compile(body, scope)));
}

/** `map(body)`, which is `[.[] | body]`, on behalf of an expression that stands at `at`. */
export function map(body: Plan, at: number): Plan {
  const inner = body.kind === 'many' ? body : undefined;
  const value = body.kind === 'many' ? undefined : body.value;
  return one((input, frame) => {
    run.at = at;
    const values = members(input);
    charge(values.length);
    const items: Json[] = [];
    const keep: Emit = (item) => {
      allocate(ITEM);
      items.push(item);
      return MORE;
    };
    if (inner !== undefined) {
      for (const member of values) inner.each(member, frame, keep);
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

/** Bytes that an item counts for. */
const ITEM = 32;

/** All outputs as an array. */
export function collect(body: Plan): (input: Json, frame: Frame) => Json[] {
  if (body.kind !== 'many') {
    const { value } = body;
    return (input, frame) => {
      const item = value(input, frame);
      return item === undefined ? [] : [item];
    };
  }
  const { each } = body;
  return (input, frame) => {
    charge(1);
    const items: Json[] = [];
    each(input, frame, (item) => {
      allocate(ITEM);
      items.push(item);
      return 0;
    });
    return items;
  };
}

interface Entry {
  readonly key: Plan;
  readonly value: Plan;
  readonly at: number;
}

export function compileObject(node: NodeOf<'object'>, scope: Scope, context: Context): Plan {
  const entries = node.entries.map(({ key, value }) => ({
    key: compileKey(key, scope, context),
    value: context.compile(value, scope),
    at: key.at,
  }));
  if (
    node.entries.every(({ key }) => key.type === 'literal') &&
    entries.every(({ value }) => value.kind === 'one')
  ) {
    const keys = node.entries.map(({ key }) => (key as NodeOf<'literal'>).value as string);
    return one(
      record(
        keys,
        entries.map(({ value }) =>
          value.each === undefined ? undefined : (value as { value: OneFn }).value,
        ) as OneFn[],
      ),
    );
  }
  // In jq the first entry changes slowest, so the plans go in from the last to the first.
  const all = product(entries.flatMap(({ key, value }) => [key, value]).reverse());
  const build = (parts: readonly Json[]): JsonObject => {
    charge(2 * entries.length);
    const object: JsonObject = {};
    for (let index = 0; index < entries.length; index++) {
      const key = parts[parts.length - 1 - index * 2] as Json;
      const value = parts[parts.length - 2 - index * 2] as Json;
      run.at = (entries[index] as Entry).at;
      setProperty(object, demandKey(key), value);
    }
    return object;
  };
  if (entries.every(({ key, value }) => key.kind === 'one' && value.kind === 'one')) {
    return one((input, frame) => {
      let built: JsonObject = {};
      all(input, frame, (parts) => {
        built = build(parts);
        return 0;
      });
      return built;
    });
  }
  return many((input, frame, emit) => all(input, frame, (parts) => emit(build(parts))));
}

/** An object whose keys are known. */
function record(keys: readonly string[], values: readonly OneFn[]): OneFn {
  const plain = keys.every((key) => key !== '__proto__');
  const cost = 1 + (keys.length >> 1);
  return (input, frame) => {
    charge(cost);
    const object: JsonObject = {};
    for (let index = 0; index < keys.length; index++) {
      const value = (values[index] as OneFn)(input, frame);
      if (plain) object[keys[index] as string] = value;
      else setProperty(object, keys[index] as string, value);
    }
    return object;
  };
}

/** The key of a member, in an object or in a pattern for one: a constant must be a string. */
export function compileKey(key: Node, scope: Scope, context: Context): Plan {
  if (key.type === 'literal' && typeof key.value !== 'string') {
    context.reject(`Cannot use ${describe(key.value)} as object key`, key);
  }
  return context.compile(key, scope);
}

function demandKey(key: Json): string {
  if (typeof key !== 'string') return fail(`Cannot use ${describe(key)} as object key`);
  join(key.length);
  return key;
}

export function compileText(node: NodeOf<'text'>, scope: Scope, context: Context): Plan {
  const write = node.format === undefined ? formatText : formatAt(findFormat(node.format), node.at);
  const { leads, values, end } = splitText(node, scope, context);
  if (values.every((value) => value.kind === 'one')) {
    const plain = node.format === undefined;
    const reads = values.map((value) => (value as { value: OneFn }).value);
    return one((input, frame) => {
      let text = end;
      // From the last to the first, as jq does: it shows in which of two failures is told.
      for (let index = reads.length - 1; index >= 0; index--) {
        const value = (reads[index] as OneFn)(input, frame);
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

/** The interpolated values, the text that leads to each, and the text after the last. */
function splitText(
  node: NodeOf<'text'>,
  scope: Scope,
  context: Context,
): { leads: string[]; values: Plan[]; end: string } {
  const leads: string[] = [];
  const values: Plan[] = [];
  let end = '';
  for (const part of node.parts) {
    if (typeof part === 'string') {
      end += part;
    } else {
      leads.push(end);
      values.push(context.compile(part, scope));
      end = '';
    }
  }
  return { leads, values, end };
}

function formatAt(format: (value: Json) => string, at: number): (value: Json) => string {
  return (value) => {
    run.at = at;
    return format(value);
  };
}

export function compileFormat(node: NodeOf<'format'>): Plan {
  const format = findFormat(node.name);
  const { at } = node;
  return one((input) => {
    run.at = at;
    return format(input);
  });
}

function findFormat(name: string): (value: Json) => string {
  return Object.hasOwn(formats, name)
    ? (formats[name] as (value: Json) => string)
    : () => fail(`${name} is not a valid format`);
}
