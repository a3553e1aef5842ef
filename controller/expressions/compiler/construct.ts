import { formats, formatText } from '../builtins/formats.js';
import { type Json, type JsonObject, setProperty } from '../json.js';
import { type Frame, many, type OneFn, one, type Plan } from '../runtime/plan.js';
import { allocate, fail, run } from '../runtime/run.js';
import type { Node, NodeOf } from '../syntax/ast.js';
import { describe } from '../values/dump.js';
import { product } from './basic.js';
import type { Context } from './context.js';
import type { Scope } from './scope.js';

export function compileArray(node: NodeOf<'array'>, scope: Scope, context: Context): Plan {
  if (node.body === undefined) return one(() => []);
  return one(collect(context.compile(node.body, scope)));
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
  return (input, frame) => {
    const object: JsonObject = {};
    for (let index = 0; index < keys.length; index++) {
      const value = (values[index] as OneFn)(input, frame);
      if (plain) object[keys[index] as string] = value;
      else setProperty(object, keys[index] as string, value);
    }
    return object;
  };
}

function compileKey(key: Node, scope: Scope, context: Context): Plan {
  if (key.type === 'literal' && typeof key.value !== 'string') {
    context.reject(`Cannot use ${describe(key.value)} as object key`, key);
  }
  return context.compile(key, scope);
}

function demandKey(key: Json): string {
  return typeof key === 'string' ? key : fail(`Cannot use ${describe(key)} as object key`);
}

export function compileText(node: NodeOf<'text'>, scope: Scope, context: Context): Plan {
  const format = node.format === undefined ? formatText : findFormat(node.format);
  const parts = node.parts.filter((part): part is Node => typeof part !== 'string');
  const plans = parts.map((part) => context.compile(part, scope));
  const { at } = node;
  if (plans.every((plan) => plan.kind === 'one')) {
    let next = 0;
    const pieces = node.parts.map((part) =>
      typeof part === 'string' ? part : (plans[next++] as { value: OneFn }).value,
    );
    // Without a format, strings go in as they are.
    const plain = node.format === undefined;
    return one((input, frame) => {
      let text = '';
      // From the last to the first, as jq does: it shows in which of two failures is told.
      for (let index = pieces.length - 1; index >= 0; index--) {
        const piece = pieces[index] as string | OneFn;
        const value = typeof piece === 'string' ? piece : piece(input, frame);
        const ready = typeof value === 'string' && (plain || value === piece);
        text = (ready ? value : formatAt(format, value, at)) + text;
      }
      allocate(text.length);
      return text;
    });
  }
  // The first interpolation changes fastest.
  const all = product(plans);
  return many((input, frame, emit) =>
    all(input, frame, (values) => {
      let text = '';
      let next = 0;
      for (const part of node.parts) {
        text += typeof part === 'string' ? part : formatAt(format, values[next++] as Json, at);
      }
      allocate(text.length);
      return emit(text);
    }),
  );
}

function formatAt(format: (value: Json) => string, value: Json, at: number): string {
  run.at = at;
  return format(value);
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
