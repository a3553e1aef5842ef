import type { Json } from '../../../schemas/json/types.js';

export type ArithmeticOp = '+' | '-' | '*' | '/' | '%';
export type ComparisonOp = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type AssignOp = '=' | '|=' | '+=' | '-=' | '*=' | '/=' | '%=' | '//=';

/** The place of a node in the source, in UTF-16 units. */
export interface Place {
  readonly at: number;
  readonly length: number;
}

export interface Definition {
  readonly name: string;
  /** `$x` parameters include their dollar. */
  readonly params: readonly string[];
  readonly body: Node;
}

export type Pattern =
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'array'; readonly items: readonly Pattern[]; readonly place: Place }
  | { readonly type: 'object'; readonly entries: readonly PatternEntry[]; readonly place: Place };

/** An entry of an object pattern; `$name: value` binds the member itself as well. */
export interface PatternEntry {
  readonly key: Node;
  readonly name?: string;
  readonly value?: Pattern;
}

export interface Binding {
  readonly source: Node;
  /** More than one for the alternatives of `?//`. */
  readonly patterns: readonly Pattern[];
}

/** `optional` (`.a?`, `.[]?`) hides the failure of that step alone, not of its target. */
export type NodeShape =
  | { readonly type: 'identity' }
  | { readonly type: 'recurse' }
  | { readonly type: 'literal'; readonly value: Json }
  | { readonly type: 'text'; readonly format?: string; readonly parts: readonly (string | Node)[] }
  | { readonly type: 'format'; readonly name: string }
  | { readonly type: 'array'; readonly body?: Node }
  | { readonly type: 'object'; readonly entries: readonly { readonly key: Node; readonly value: Node }[] }
  | { readonly type: 'index'; readonly target: Node; readonly key: Node; readonly optional?: true }
  | {
      readonly type: 'slice';
      readonly target: Node;
      readonly from?: Node;
      readonly to?: Node;
      readonly optional?: true;
    }
  | { readonly type: 'iterate'; readonly target: Node; readonly optional?: true }
  | { readonly type: 'negate'; readonly body: Node }
  | { readonly type: 'pipe'; readonly left: Node; readonly right: Node }
  | { readonly type: 'comma'; readonly left: Node; readonly right: Node }
  | { readonly type: 'arithmetic'; readonly op: ArithmeticOp; readonly left: Node; readonly right: Node }
  | { readonly type: 'comparison'; readonly op: ComparisonOp; readonly left: Node; readonly right: Node }
  | { readonly type: 'and'; readonly left: Node; readonly right: Node }
  | { readonly type: 'or'; readonly left: Node; readonly right: Node }
  | { readonly type: 'alternative'; readonly left: Node; readonly right: Node }
  | { readonly type: 'assign'; readonly op: AssignOp; readonly left: Node; readonly right: Node }
  | { readonly type: 'if'; readonly condition: Node; readonly yes: Node; readonly no?: Node }
  | { readonly type: 'try'; readonly body: Node; readonly handler?: Node }
  | { readonly type: 'reduce'; readonly binding: Binding; readonly start: Node; readonly update: Node }
  | {
      readonly type: 'foreach';
      readonly binding: Binding;
      readonly start: Node;
      readonly update: Node;
      readonly extract?: Node;
    }
  | { readonly type: 'bind'; readonly binding: Binding; readonly body: Node }
  | { readonly type: 'define'; readonly definition: Definition; readonly body: Node }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Node[] }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'location'; readonly line: number }
  | { readonly type: 'label'; readonly name: string; readonly body: Node }
  | { readonly type: 'break'; readonly name: string };

export type Node = NodeShape & Place;
export type NodeOf<T extends Node['type']> = Extract<Node, { type: T }>;
