import { guard } from '../runtime/combine.js';
import {
  type EachFn,
  type Frame,
  MORE,
  type Plan,
  type Signal,
  type SinglePlan,
  single,
  TAIL,
  TAIL_VALUE,
  traced,
  widest,
} from '../runtime/plan.js';
import type { Binding, NodeOf, Pattern } from '../syntax/ast.js';
import { access } from '../values/access.js';
import type { Json } from '../values/json.js';
import { run } from '../values/run.js';
import { compileKey } from './construct.js';
import type { Context } from './context.js';

/** Stores a value in its variables and runs `next`, once for each way to take the value apart. */
type Take = (value: Json, input: Json, frame: Frame, next: () => Signal) => Signal;

interface CompiledBinding {
  readonly source: Plan;
  /** The context of expressions that see the variables. */
  readonly inner: Context;
  /** Runs `next` with the variables of each output of the source. */
  readonly each: (input: Json, frame: Frame, next: () => Signal) => Signal;
  /** Set when the pattern is one variable. */
  readonly slot: number | undefined;
}

export function compileBinding(binding: Binding, context: Context): CompiledBinding {
  const { patterns } = binding;
  const source = context.compile(binding.source);
  const slots = new Map<string, number>();
  let inner = context;
  for (const name of new Set(patterns.flatMap(getVariables))) {
    const slot = context.slot();
    slots.set(name, slot);
    inner = inner.bindSlot('variable', name, slot);
  }
  const takes = patterns.map((pattern) => compilePattern(pattern, slots, inner));
  const [first] = takes;
  const single = first !== undefined && takes.length === 1;
  const take = keeping([...slots.values()], single ? first : alternatives(takes, slots));
  const only = patterns[0];
  return {
    source,
    inner,
    each: (input, frame, next) => source.each(input, frame, (value) => take(value, input, frame, next)),
    slot: single && only?.type === 'variable' ? slots.get(only.name) : undefined,
  };
}

function getVariables(pattern: Pattern): string[] {
  if (pattern.type === 'variable') return [pattern.name];
  if (pattern.type === 'array') return pattern.items.flatMap(getVariables);
  return pattern.entries.flatMap(({ name, value }) => [
    ...(name === undefined ? [] : [name]),
    ...(value === undefined ? [] : getVariables(value)),
  ]);
}

function compilePattern(pattern: Pattern, slots: ReadonlyMap<string, number>, context: Context): Take {
  if (pattern.type === 'variable') {
    const slot = slots.get(pattern.name) as number;
    return (value, _input, frame, next) => {
      frame.values[slot] = value;
      return next();
    };
  }
  const { at } = pattern.place;
  if (pattern.type === 'array') {
    const takes = pattern.items.map((item, index): Take => {
      const take = compilePattern(item, slots, context);
      return (value, input, frame, next) => {
        run.at = at;
        return take(access(value, index), input, frame, next);
      };
    });
    const takeAll = sequence(takes);
    return (value, input, frame, next) => {
      run.at = at;
      // jq accesses the last item first and reports its failure.
      access(value, takes.length - 1);
      return takeAll(value, input, frame, next);
    };
  }
  return sequence(
    pattern.entries.map(({ key, name, value: inside }) => {
      const keys = compileKey(key, context);
      const slot = name === undefined ? undefined : (slots.get(name) as number);
      const take = inside === undefined ? undefined : compilePattern(inside, slots, context);
      return (value, input, frame, next) =>
        keys.each(input, frame, (chosen) => {
          run.at = at;
          const member = access(value, chosen);
          if (slot !== undefined) frame.values[slot] = member;
          return take === undefined ? next() : take(member, input, frame, next);
        });
    }),
  );
}

function sequence(takes: readonly Take[]): Take {
  return takes.reduceRight<Take>(
    (rest, take) => (value, input, frame, next) =>
      take(value, input, frame, () => rest(value, input, frame, next)),
    (_value, _input, _frame, next) => next(),
  );
}

/** `?//`: takes the first pattern that does not fail, together with everything that follows. */
function alternatives(takes: readonly Take[], slots: ReadonlyMap<string, number>): Take {
  return (value, input, frame, next) => {
    const attempt = (index: number): Signal => {
      for (const slot of slots.values()) frame.values[slot] = null;
      const take = takes[index] as Take;
      if (index === takes.length - 1) return take(value, input, frame, next);
      return guard(
        () => take(value, input, frame, next),
        () => attempt(index + 1),
      );
    };
    return attempt(0);
  };
}

/** Restores the variables afterwards: an outer evaluation of the same expression may use the same frame. */
function keeping(slots: readonly number[], take: Take): Take {
  const [only] = slots;
  if (only !== undefined && slots.length === 1) {
    return (value, input, frame, next) => {
      const saved = frame.values[only];
      const signal = take(value, input, frame, next);
      frame.values[only] = saved as Json;
      return signal;
    };
  }
  return (value, input, frame, next) => {
    const saved = slots.map((slot) => frame.values[slot] as Json);
    const signal = take(value, input, frame, next);
    slots.forEach((slot, index) => {
      frame.values[slot] = saved[index] as Json;
    });
    return signal;
  };
}

export function compileBind(node: NodeOf<'bind'>, context: Context): Plan {
  const { source, inner, slot, each } = compileBinding(node.binding, context);
  if (slot === undefined || source.kind === 'many') {
    const body = inner.compile(node.body);
    return traced((input, frame, emit, trail) =>
      each(input, frame, () => body.each(input, frame, emit, trail)),
    );
  }
  return bindOne(source, slot, inner.compileLast(node.body));
}

/** `source as $x | body` for a source of at most one output. */
function bindOne(source: SinglePlan, slot: number, body: Plan): Plan {
  const read = source.value;
  // A pending tail call may still read the variable; then, no outer evaluation can.
  const each: EachFn = (input, frame, emit, trail) => {
    const value = read(input, frame);
    if (value === undefined) return MORE;
    const saved = frame.values[slot];
    frame.values[slot] = value;
    const signal = body.each(input, frame, emit, trail);
    if (signal !== TAIL) frame.values[slot] = saved as Json;
    return signal;
  };
  if (body.kind === 'many') return traced(each);
  const then = body.value;
  return single(
    widest(source.kind, body.kind),
    (input, frame) => {
      const value = read(input, frame);
      if (value === undefined) return undefined;
      const saved = frame.values[slot];
      frame.values[slot] = value;
      const output = then(input, frame);
      if (output !== TAIL_VALUE) frame.values[slot] = saved as Json;
      return output;
    },
    each,
  );
}
