import { isNode } from './inspect.js';
import type { Binding, Node, Pattern } from './syntax/ast.js';
import { parse } from './syntax/parser.js';

/** A part of a variable or of the input that an expression reads by constant names, such as `$secrets.shop` and `.order["id"]`. */
export interface PathRead {
  readonly names: readonly string[];
  /** Offset in the source of the variable, or of the name that is bound to a part of it; 0 for the input. */
  readonly offset: number;
  /** Offsets of the last name. */
  readonly last: { readonly start: number; readonly end: number };
  /** The expression expects that the part may be missing: it stands before `?` or `//`, or is compared with null. */
  readonly isExpected: boolean;
}

interface Values {
  /** The part of the variable that `.` is; undefined for anything else. */
  readonly input: PathRead | undefined;
  /** The parts that variables of the expression are bound to. */
  readonly bound: ReadonlyMap<string, PathRead | undefined>;
  readonly isExpected: boolean;
}

/**
 * Returns the parts of a variable, or of the input (`.`), that an expression reads, also through pipes and bound variables; the
 * longest path of each read. Empty for an expression that nests too deeply.
 * @param source compiles
 * @param variable its name, or `.` for the input of the expression
 */
export function pathsRead(source: string, variable: string): PathRead[] {
  const reads: PathRead[] = [];
  const whole = { names: [], offset: 0, last: { start: 0, end: 0 }, isExpected: false };
  try {
    new Reader(source, variable, reads).read(parse(source), {
      input: variable === '.' ? whole : undefined,
      bound: new Map(),
      isExpected: false,
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [];
  }
  return reads.sort((a, b) => a.last.start - b.last.start);
}

class Reader {
  constructor(
    private readonly source: string,
    private readonly variable: string,
    private readonly pathReads: PathRead[],
  ) {}

  /** Collects the reads of a part of the expression, itself included. */
  read(node: Node, values: Values): void {
    this.note(this.path(node, values), values);
  }

  private note(path: PathRead | undefined, { isExpected }: Values): void {
    if (path && path.names.length > 0)
      this.pathReads.push({ ...path, isExpected: path.isExpected || isExpected });
  }

  /** Returns the part of the variable that a node gives, and collects the other reads in it. */
  private path(node: Node, values: Values): PathRead | undefined {
    switch (node.type) {
      case 'identity':
        return values.input;
      case 'variable': {
        const { at, name, length } = node;
        const start = { names: [], offset: at, last: { start: at, end: at + length }, isExpected: false };
        if (values.bound.has(name)) return values.bound.get(name) && { ...start, ...values.bound.get(name) };
        return name === this.variable ? start : undefined;
      }
      case 'index':
        return this.index(node, values);
      case 'pipe': {
        const input = this.path(node.left, values);
        if (input && !usesInput(node.right)) this.note(input, values);
        return this.path(node.right, { ...values, input });
      }
      case 'bind':
        return this.path(node.body, this.binding(node.binding, values));
      case 'label':
        return this.path(node.body, values);
      default:
        return this.parts(node, values);
    }
  }

  private index(node: Node & { type: 'index' }, values: Values): PathRead | undefined {
    const { target, key, optional } = node;
    const path = this.path(target, values);
    if (path && key.type === 'literal' && typeof key.value === 'string') {
      const end = node.at + node.length - (optional ? 1 : 0);
      const start = this.source.startsWith(key.value, end - key.value.length)
        ? end - key.value.length
        : key.at;
      const isExpected = path.isExpected || optional === true;
      return { ...path, names: [...path.names, key.value], last: { start, end }, isExpected };
    }
    this.note(path, values);
    this.read(key, values);
    return undefined;
  }

  private binding({ source, patterns }: Binding, values: Values): Values {
    const path = this.path(source, values);
    const [first, another] = patterns;
    const isWhole = first?.type === 'variable' && !another;
    if (!isWhole) this.note(path, values);
    const names = patterns.flatMap(getNames).map((name) => [name, isWhole ? path : undefined] as const);
    return { ...values, bound: new Map([...values.bound, ...names]) };
  }

  private parts(node: Node, values: Values): undefined {
    const elsewhere = { ...values, input: undefined };
    switch (node.type) {
      case 'alternative':
        this.read(node.left, { ...values, isExpected: true });
        this.read(node.right, values);
        return;
      case 'comparison': {
        const isExpected = values.isExpected || isNull(node.left) || isNull(node.right);
        for (const side of [node.left, node.right]) this.read(side, { ...values, isExpected });
        return;
      }
      case 'try':
        this.read(node.body, { ...values, isExpected: true });
        if (node.handler) this.read(node.handler, elsewhere);
        return;
      case 'reduce':
      case 'foreach': {
        const inner = this.binding(node.binding, values);
        this.read(node.start, values);
        const more = node.type === 'foreach' && node.extract ? [node.extract] : [];
        for (const each of [node.update, ...more]) this.read(each, { ...inner, input: undefined });
        return;
      }
      case 'define': {
        const params = node.definition.params.map((name) => [name.replace('$', ''), undefined] as const);
        const bound = new Map([...values.bound, ...params]);
        this.read(node.definition.body, { ...elsewhere, bound });
        this.read(node.body, values);
        return;
      }
      default: {
        const inner = node.type === 'call' || node.type === 'assign' ? elsewhere : values;
        for (const part of nodesIn(Object.values(node))) this.read(part, inner);
      }
    }
  }
}

/** True when a part reads its own input, or may: then the reads are collected there. */
function usesInput(node: Node): boolean {
  if (node.type === 'identity') return true;
  const parts = node.type === 'pipe' ? [node.left] : nodesIn(Object.values(node));
  return node.type !== 'call' && parts.some(usesInput);
}

function isNull(node: Node): boolean {
  return node.type === 'literal' && node.value === null;
}

function getNames(pattern: Pattern): string[] {
  if (pattern.type === 'variable') return [pattern.name];
  if (pattern.type === 'array') return pattern.items.flatMap(getNames);
  return pattern.entries.flatMap(({ name, value }) => [
    ...(name === undefined ? [] : [name.replace('$', '')]),
    ...(value ? getNames(value) : []),
  ]);
}

/** The nodes among values and in their lists and objects, not those inside of other nodes. */
function nodesIn(values: readonly unknown[]): Node[] {
  return values.flatMap((value) => {
    if (typeof value !== 'object' || value === null) return [];
    return isNode(value) ? [value] : nodesIn(Object.values(value));
  });
}
