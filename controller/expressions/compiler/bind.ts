import type { Json } from '../json.js';
import {
  type EachFn,
  type Frame,
  MORE,
  many,
  type PathFn,
  type Plan,
  type Signal,
  single,
} from '../runtime/plan.js';
import { run } from '../runtime/run.js';
import type { Binding, NodeOf, Pattern } from '../syntax/ast.js';
import { access } from '../values/access.js';
import { compileKey } from './construct.js';
import type { Context } from './context.js';
import { guard } from './control.js';
import { bind, type Scope } from './scope.js';

/** Puts a value into its variables and runs `next`, once per way to take the value apart. */
type Take = (value: Json, input: Json, frame: Frame, next: () => Signal) => Signal;

export interface CompiledBinding {
  readonly source: Plan;
  /** The scope with the variables. */
  readonly scope: Scope;
  /** Runs `next` with the variables of each output of the source. */
  readonly each: (input: Json, frame: Frame, next: () => Signal) => Signal;
  readonly take: Take;
  /** Set when the pattern is one variable. */
  readonly slot: number | undefined;
}

export function compileBinding(binding: Binding, scope: Scope, context: Context): CompiledBinding {
  const source = context.compile(binding.source, scope);
  const names = new Set(binding.patterns.flatMap(variablesOf));
  const slots = new Map<string, number>();
  let inner = scope;
  for (const name of names) {
    const slot = context.slot();
    slots.set(name, slot);
    inner = bind(inner, { type: 'variable', name, level: context.level, slot });
  }
  const takes = binding.patterns.map((pattern) => compilePattern(pattern, slots, inner, context));
  const take = keeping(
    [...slots.values()],
    takes.length === 1 ? (takes[0] as Take) : alternatives(takes, slots),
  );
  const only = binding.patterns.length === 1 ? binding.patterns[0] : undefined;
  return {
    source,
    scope: inner,
    take,
    each: (input, frame, next) => source.each(input, frame, (value) => take(value, input, frame, next)),
    slot: only?.type === 'variable' ? slots.get(only.name) : undefined,
  };
}

function variablesOf(pattern: Pattern): string[] {
  if (pattern.type === 'variable') return [pattern.name];
  if (pattern.type === 'array') return pattern.items.flatMap(variablesOf);
  return pattern.entries.flatMap(({ name, value }) => [
    ...(name === undefined ? [] : [name]),
    ...(value === undefined ? [] : variablesOf(value)),
  ]);
}

function compilePattern(
  pattern: Pattern,
  slots: ReadonlyMap<string, number>,
  scope: Scope,
  context: Context,
): Take {
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
      const take = compilePattern(item, slots, scope, context);
      return (value, input, frame, next) => {
        run.at = at;
        return take(access(value, index), input, frame, next);
      };
    });
    const takeAll = sequence(takes);
    return (value, input, frame, next) => {
      run.at = at;
      // jq looks for the last item first: its failure is the one that is told.
      access(value, takes.length - 1);
      return takeAll(value, input, frame, next);
    };
  }
  return sequence(
    pattern.entries.map(({ key, name, value: inside }) => {
      const keys = compileKey(key, scope, context);
      const slot = name === undefined ? undefined : (slots.get(name) as number);
      const take = inside === undefined ? undefined : compilePattern(inside, slots, scope, context);
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

/** `?//`: the first pattern that, together with what follows, does not fail. */
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

/** Restores the variables afterwards: the place may be at work further out in the same frame. */
function keeping(slots: readonly number[], take: Take): Take {
  const only = slots[0];
  if (slots.length === 1 && only !== undefined) {
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

export function compileBind(node: NodeOf<'bind'>, scope: Scope, context: Context, tail: boolean): Plan {
  const binding = compileBinding(node.binding, scope, context);
  const { source, slot } = binding;
  const simple = slot !== undefined && source.kind !== 'many';
  const body = context.compile(node.body, binding.scope, tail && simple);
  const paths = (): PathFn => {
    const bodyPaths = body.paths();
    return (input, trail, frame, emit) =>
      binding.each(input, frame, () => bodyPaths(input, trail, frame, emit));
  };
  const each: EachFn = (input, frame, emit) =>
    binding.each(input, frame, () => body.each(input, frame, emit));
  if (!simple) return many(each, paths);
  const read = source.value;
  if (body.kind === 'many') {
    if (!tail) return many(each, paths);
    return many((input, frame, emit) => {
      const value = read(input, frame);
      if (value === undefined) return MORE;
      frame.values[slot] = value;
      return body.each(input, frame, emit);
    }, paths);
  }
  const then = body.value;
  return single(
    source.kind === 'one' ? body.kind : 'maybe',
    (input, frame) => {
      const value = read(input, frame);
      if (value === undefined) return undefined;
      const saved = frame.values[slot];
      frame.values[slot] = value;
      const output = then(input, frame);
      // A pending tail call may still read the variable, and nothing further out does.
      if (!tail) frame.values[slot] = saved as Json;
      return output;
    },
    paths,
  );
}
