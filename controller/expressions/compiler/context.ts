import { type EachFn, type Frame, type Kind, outward, type Plan, type ValueFn } from '../runtime/plan.js';
import type { Definition, Node, Place } from '../syntax/ast.js';
import { ExpressionSyntaxError } from '../syntax/syntax-error.js';
import type { Json } from '../values/json.js';

/** A compiled function. Calls read its parts when they run, so that the function may call itself. */
export interface CompiledFunction {
  kind: Kind;
  value: ValueFn;
  each: EachFn;
  /** Set when the body calls the function itself. */
  recursive: boolean;
  /** The parameters that the body evaluates, rather than reads as `$x`. */
  readonly closures: Set<number>;
}

/** The meaning of a name. */
type Binding = Readonly<
  /** A place in the frames of the function at `level`. Labels keep the token of their activation there. */
  | { type: 'variable' | 'label' | 'global'; name: string; level: number; slot: number }
  /** A parameter of `owner`, used as a function: `level` and `slot` say where the closure is. */
  | { type: 'parameter'; name: string; level: number; slot: number; owner: CompiledFunction }
  /** An argument of a built-in that is written in jq: the call compiles it in place. */
  | { type: 'argument'; name: string; node: Node; scope: Scope }
  /** A function that was defined within `level` function bodies. */
  | { type: 'function'; name: string; level: number; definition: Definition; compiled: CompiledFunction }
>;
export type BindingOf<T extends Binding['type']> = Extract<Binding, { type: T }>;
type SlotBinding = Exclude<Binding, { type: 'parameter' | 'argument' | 'function' }>;
type Callable = Exclude<Binding, SlotBinding>;

/** The names visible at a place, innermost first. */
export type Scope = { readonly binding: Binding; readonly outer: Scope } | null;

/** A program under compilation, and the facts collected about it. */
export interface Compilation {
  readonly source: string;
  readonly compileNode: (node: Node, context: Context) => Plan;
  /** Names of passed-in variables that the program reads. */
  readonly used: Set<string>;
  deterministic: boolean;
  /** Number of expressions that build containers of existing values. */
  constructions: number;
  /** True when the program repeats a step any number of times. */
  loops: boolean;
}

/** A function body under compilation; level 0 is the program itself. */
interface Body {
  readonly level: number;
  slots: number;
}

/** Everything that the compilation of an expression depends on besides its syntax. */
export class Context {
  constructor(
    readonly program: Compilation,
    readonly scope: Scope = null,
    private readonly body: Body = { level: 0, slots: 0 },
    /** True when the function has nothing left to do after the expression. */
    readonly tail: boolean = false,
  ) {}

  /** The number of function bodies around the expression. */
  get level(): number {
    return this.body.level;
  }

  get hasSlots(): boolean {
    return this.body.slots > 0;
  }

  /** Compiles a part of the expression. */
  compile(node: Node): Plan {
    const inner = this.tail ? new Context(this.program, this.scope, this.body) : this;
    return this.program.compileNode(node, inner);
  }

  /** Compiles the part that the expression ends with, as long as `last` holds. */
  compileLast(node: Node, last = true): Plan {
    return last ? this.program.compileNode(node, this) : this.compile(node);
  }

  /** Reserves a place for a variable in the frames of the function. */
  slot(): number {
    return this.body.slots++;
  }

  /** Adds a name to the scope. */
  bind(binding: Binding): Context {
    return this.in({ binding, outer: this.scope });
  }

  /** Adds a name with a slot in the frames of the function. */
  bindSlot(type: SlotBinding['type'], name: string, slot: number): Context {
    return this.bind({ type, name, level: this.level, slot });
  }

  /** Returns the same context with other names. */
  in(scope: Scope): Context {
    return new Context(this.program, scope, this.body, this.tail);
  }

  /** Returns the context of the body of a function that is defined here. */
  functionBody(): Context {
    return new Context(this.program, this.scope, { level: this.level + 1, slots: 0 }, true);
  }

  /** Returns a function that reads slot `slot` of the function at `level` from a frame of this function. */
  reader(level: number, slot: number): (frame: Frame) => Json {
    const hops = this.level - level;
    if (hops === 0) return (frame) => frame.values[slot] as Json;
    return (frame) => outward(frame, hops).values[slot] as Json;
  }

  reject(message: string, place: Place, hint?: string): never {
    throw new ExpressionSyntaxError(message, this.program.source, place, hint);
  }

  /** Returns the visible bindings, innermost first. */
  bindings(): Binding[] {
    const bindings: Binding[] = [];
    for (let place = this.scope; place !== null; place = place.outer) bindings.push(place.binding);
    return bindings;
  }

  findVariable(name: string): SlotBinding | undefined {
    return this.bindings().find(
      (binding): binding is SlotBinding => isVariable(binding) && binding.name === name,
    );
  }

  findLabel(name: string): SlotBinding | undefined {
    return this.bindings().find(
      (binding): binding is SlotBinding => binding.type === 'label' && binding.name === name,
    );
  }

  findFunction(name: string, arity: number): Callable | undefined {
    return this.bindings().find(
      (binding): binding is Callable =>
        isCallable(binding) && binding.name === name && getArity(binding) === arity,
    );
  }
}

export function isVariable(binding: Binding): binding is SlotBinding {
  return binding.type === 'variable' || binding.type === 'global';
}

export function isCallable(binding: Binding): binding is Callable {
  return binding.type === 'function' || binding.type === 'parameter' || binding.type === 'argument';
}

export function getArity(binding: Callable): number {
  return binding.type === 'function' ? binding.definition.params.length : 0;
}
