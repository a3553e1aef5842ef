import type { ParsedNode, Scalar } from 'yaml';

const nodeType = Symbol.for('yaml.node.type');

/** Nodes as `yaml` makes them, in what this service reads of them, and cheaper to make. */
class Node {
  declare readonly tag: undefined;
  declare readonly anchor: undefined;
}

class ScalarNode extends Node {
  constructor(
    readonly value: unknown,
    readonly source: string,
    readonly type: Scalar.Type,
    readonly range: [number, number, number],
  ) {
    super();
  }
}

class MapNode extends Node {
  constructor(
    readonly items: PairNode[],
    readonly range: [number, number, number],
  ) {
    super();
  }
}

class SeqNode extends Node {
  constructor(
    readonly items: ParsedNode[],
    readonly range: [number, number, number],
  ) {
    super();
  }
}

class PairNode {
  constructor(
    readonly key: ParsedNode,
    readonly value: ParsedNode,
  ) {}
}

// What `isMap` and its like of `yaml` look at.
for (const [owner, name] of [
  [ScalarNode, 'scalar'],
  [MapNode, 'map'],
  [SeqNode, 'seq'],
  [PairNode, 'pair'],
] as const) {
  Object.defineProperty(owner.prototype, nodeType, { value: Symbol.for(`yaml.${name}`) });
}

export type { PairNode };

export function scalar(
  value: unknown,
  source: string,
  type: Scalar.Type,
  start: number,
  end: number,
): ParsedNode {
  return new ScalarNode(value, source, type, [start, end, end]) as unknown as ParsedNode;
}

export function map(items: PairNode[], start: number, end: number): ParsedNode {
  return new MapNode(items, [start, end, end]) as unknown as ParsedNode;
}

export function seq(items: ParsedNode[], start: number, end: number): ParsedNode {
  return new SeqNode(items, [start, end, end]) as unknown as ParsedNode;
}

export function pair(key: ParsedNode, value: ParsedNode): PairNode {
  return new PairNode(key, value);
}
