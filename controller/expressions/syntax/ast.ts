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
export type NodeShape = Readonly<
  | { type: 'identity' }
  | { type: 'recurse' }
  | { type: 'literal'; value: Json }
  | { type: 'text'; format?: string; parts: readonly (string | Node)[] }
  | { type: 'format'; name: string }
  | { type: 'array'; body?: Node }
  | { type: 'object'; entries: readonly { readonly key: Node; readonly value: Node }[] }
  | { type: 'index'; target: Node; key: Node; optional?: true }
  | { type: 'slice'; target: Node; from?: Node; to?: Node; optional?: true }
  | { type: 'iterate'; target: Node; optional?: true }
  | { type: 'negate'; body: Node }
  | { type: 'pipe'; left: Node; right: Node }
  | { type: 'comma'; left: Node; right: Node }
  | { type: 'arithmetic'; op: ArithmeticOp; left: Node; right: Node }
  | { type: 'comparison'; op: ComparisonOp; left: Node; right: Node }
  | { type: 'and'; left: Node; right: Node }
  | { type: 'or'; left: Node; right: Node }
  | { type: 'alternative'; left: Node; right: Node }
  | { type: 'assign'; op: AssignOp; left: Node; right: Node }
  | { type: 'if'; condition: Node; yes: Node; no?: Node }
  | { type: 'try'; body: Node; handler?: Node }
  | { type: 'reduce'; binding: Binding; start: Node; update: Node }
  | { type: 'foreach'; binding: Binding; start: Node; update: Node; extract?: Node }
  | { type: 'bind'; binding: Binding; body: Node }
  | { type: 'define'; definition: Definition; body: Node }
  | { type: 'call'; name: string; args: readonly Node[] }
  | { type: 'variable'; name: string }
  | { type: 'location'; line: number }
  | { type: 'label'; name: string; body: Node }
  | { type: 'break'; name: string }
>;

export type Node = NodeShape & Place;
export type NodeOf<T extends Node['type']> = Extract<Node, { type: T }>;
