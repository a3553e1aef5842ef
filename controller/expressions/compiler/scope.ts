import type { EachFn, Kind, PathFn, ValueFn } from '../runtime/plan.js';
import type { Definition, Node } from '../syntax/ast.js';

/** A compiled function definition. Calls read its forms when they run, so that it may call itself. */
export interface Unit {
  readonly name: string;
  kind: Kind;
  value: ValueFn;
  each: EachFn;
  paths: () => PathFn;
  /** Set when the body calls the function it belongs to. */
  recursive: boolean;
  /** The parameters that the body evaluates, rather than read as `$x`. */
  readonly closures: Set<number>;
}

/** What a name stands for. `level` counts the functions around the place where it was bound. */
export type Binding =
  | { readonly type: 'variable'; readonly name: string; readonly level: number; readonly slot: number }
  | { readonly type: 'label'; readonly name: string; readonly level: number; readonly slot: number }
  | { readonly type: 'global'; readonly name: string; readonly slot: number }
  | {
      readonly type: 'parameter';
      readonly name: string;
      readonly level: number;
      readonly slot: number;
      readonly use: () => void;
    }
  | { readonly type: 'argument'; readonly name: string; readonly node: Node; readonly scope: Scope }
  | {
      readonly type: 'function';
      readonly name: string;
      readonly definition: Definition;
      readonly unit: Unit;
      readonly level: number;
    };

/** What a call may refer to. */
export type Callable = Extract<Binding, { type: 'function' | 'parameter' | 'argument' }>;

/** The names visible at a place, innermost first. */
export type Scope = { readonly binding: Binding; readonly outer: Scope } | null;

export function bind(scope: Scope, binding: Binding): Scope {
  return { binding, outer: scope };
}

export function findVariable(
  scope: Scope,
  name: string,
): Extract<Binding, { type: 'variable' | 'global' }> | undefined {
  for (let place = scope; place !== null; place = place.outer) {
    const { binding } = place;
    if ((binding.type === 'variable' || binding.type === 'global') && binding.name === name) return binding;
  }
  return undefined;
}

export function findLabel(scope: Scope, name: string): { level: number; slot: number } | undefined {
  for (let place = scope; place !== null; place = place.outer) {
    if (place.binding.type === 'label' && place.binding.name === name) return place.binding;
  }
  return undefined;
}

export function findFunction(scope: Scope, name: string, arity: number): Callable | undefined {
  for (let place = scope; place !== null; place = place.outer) {
    const { binding } = place;
    if (binding.name !== name) continue;
    if (binding.type === 'function' && binding.definition.params.length === arity) return binding;
    if (arity === 0 && (binding.type === 'parameter' || binding.type === 'argument')) return binding;
  }
  return undefined;
}
