import type { ParsedNode, Scalar } from 'yaml';

const nodeType = Symbol.for('yaml.node.type');

/** A node's start, end of its value, and end with what belongs to it. */
type Range = [number, number, number];

/** Nodes with the members of the package's nodes that this service reads; cheaper to create. */
class Node {
  declare readonly tag: undefined;
  declare readonly anchor: undefined;
}

class ScalarNode extends Node {
  constructor(
    readonly value: unknown,
    readonly source: string,
    readonly type: Scalar.Type,
    readonly range: Range,
  ) {
    super();
  }
}

class MapNode extends Node {
  constructor(
    readonly items: PairNode[],
    readonly range: Range,
  ) {
    super();
  }
}

class SeqNode extends Node {
  constructor(
    readonly items: ParsedNode[],
    readonly range: Range,
  ) {
    super();
  }
}

export class PairNode {
  constructor(
    readonly key: ParsedNode,
    readonly value: ParsedNode,
  ) {}
}

// The symbol that `isMap`, `isSeq`, `isPair` and `isScalar` of the package look at.
for (const [owner, name] of [
  [ScalarNode, 'scalar'],
  [MapNode, 'map'],
  [SeqNode, 'seq'],
  [PairNode, 'pair'],
] as const) {
  Object.defineProperty(owner.prototype, nodeType, { value: Symbol.for(`yaml.${name}`) });
}

export function scalar(value: unknown, source: string, type: Scalar.Type, range: Range): ParsedNode {
  return new ScalarNode(value, source, type, range) as unknown as ParsedNode;
}

export function map(items: PairNode[], start: number, end: number): ParsedNode {
  return new MapNode(items, [start, end, end]) as unknown as ParsedNode;
}

export function seq(items: ParsedNode[], start: number, end: number): ParsedNode {
  return new SeqNode(items, [start, end, end]) as unknown as ParsedNode;
}
