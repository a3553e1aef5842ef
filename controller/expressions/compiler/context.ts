import { ExpressionSyntaxError } from '../errors.js';
import type { Json } from '../json.js';
import { type Frame, outward, type Plan } from '../runtime/plan.js';
import type { Node, Place } from '../syntax/ast.js';
import type { Scope } from './scope.js';

/** What is learned about a program while it is compiled. */
export interface ProgramFacts {
  readonly source: string;
  /** Names of passed-in variables that the program reads. */
  readonly used: Set<string>;
  deterministic: boolean;
  /** Expressions that make containers of values at hand. */
  constructions: number;
  /** Whether something is done any number of times. */
  loops: boolean;
}

export type CompileNode = (node: Node, scope: Scope, context: Context, tail: boolean) => Plan;

/** The function being compiled: where its variables go, and how to compile the expressions within. */
export class Context {
  private slots = 0;

  constructor(
    readonly facts: ProgramFacts,
    /** How many function bodies surround this one. */
    readonly level: number,
    private readonly compileNode: CompileNode,
  ) {}

  /** `tail` says that nothing is left to do in the function once `node` is done. */
  compile(node: Node, scope: Scope, tail = false): Plan {
    return this.compileNode(node, scope, this, tail);
  }

  /** A place for a variable in the frames of this function. */
  slot(): number {
    return this.slots++;
  }

  get hasSlots(): boolean {
    return this.slots > 0;
  }

  /** The context of a function defined within this one. */
  inner(): Context {
    return new Context(this.facts, this.level + 1, this.compileNode);
  }

  /** Reads slot `slot` of the function at `level` from a frame of this one. */
  reader(level: number, slot: number): (frame: Frame) => Json {
    const hops = this.level - level;
    if (hops === 0) return (frame) => frame.values[slot] as Json;
    if (hops === 1) return (frame) => (frame.up as Frame).values[slot] as Json;
    return (frame) => outward(frame, hops).values[slot] as Json;
  }

  reject(message: string, place: Place, hint?: string): never {
    throw new ExpressionSyntaxError(message, this.facts.source, place.at, place.length, hint);
  }
}
