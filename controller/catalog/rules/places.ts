import { isAlias, isCollection, isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import { decodeStep, pointerTo } from '../../../schemas/json/values.js';
import { offsetInText } from '../../yaml-edit/read/scalar-offset.js';
import { LineIndex } from '../../yaml-edit/read/yaml-document.js';

/** A range of a file. */
export interface Place {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

interface Target {
  key: ParsedNode | undefined;
  value: ParsedNode | null;
}

/** Finds the parts of one file. Kept only while the file is analysed, because its YAML tree is large. */
export class Places {
  readonly #lines: LineIndex;

  constructor(
    private readonly contents: ParsedNode | null,
    private readonly text: string,
  ) {
    this.#lines = new LineIndex(text);
  }

  range(start: number, end: number): Place {
    const from = this.#lines.position(start);
    const to = this.#lines.position(Math.max(start, end));
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  /**
   * The place of the value at a JSON pointer (RFC 6901), or of the nearest value around it. The place of a map or list with
   * a name is its name, because the whole may be long.
   * @param at `name` for the last name in the pointer instead of its value
   * @param offset a character inside the text at the pointer
   */
  of(pointer: string, at: 'name' | 'value' = 'value', offset?: number): Place {
    const { key, value } = this.#find(pointer);
    if (key && (at === 'name' || isEmpty(value) || isCollection(value))) return this.#node(key);
    if (value === null) return this.range(0, 0);
    if (offset !== undefined && isScalar(value)) {
      const start = offsetInText(value, this.text, offset);
      return this.range(start, start + 1);
    }
    return isCollection(value) ? this.#firstLine(value) : this.#node(value);
  }

  /** The innermost value or key around a character of the text, with its pointer; undefined outside the document. */
  at(offset: number): { pointer: string; node: ParsedNode; isKey: boolean } | undefined {
    let node = this.contents;
    let pointer = '';
    while (node !== null && covers(node, offset)) {
      const inner = memberAt(node, offset);
      if (!inner) return { pointer, node, isKey: false };
      pointer = pointerTo(pointer, inner.name);
      if (inner.isKey) return { pointer, node: inner.node, isKey: true };
      node = inner.node;
    }
    return undefined;
  }

  /** The number at a JSON pointer as it is written, such as `1.0`; undefined for any other value. */
  numberAt(pointer: string): string | undefined {
    const { value } = this.#find(pointer);
    return isScalar(value) && typeof value.value === 'number' ? value.source : undefined;
  }

  /** The values that are texts without quotes, in no order. */
  *plainTexts(): Generator<{ value: string; range: readonly [number, number, number] }> {
    const stack: unknown[] = [this.contents];
    while (stack.length > 0) {
      const node = stack.pop();
      if (isScalar(node)) {
        const { type, value, range } = node;
        if (type === 'PLAIN' && typeof value === 'string' && range) yield { value, range };
      } else if (isSeq(node)) stack.push(...node.items);
      else if (isMap(node)) for (const { value } of node.items) stack.push(value);
    }
  }

  #find(pointer: string): Target {
    let target: Target = { key: undefined, value: this.contents };
    for (const step of pointer.split('/').slice(1)) {
      const name = decodeStep(step);
      const next = member(target.value, name);
      if (!next) return target;
      target = next;
    }
    return target;
  }

  #node(node: ParsedNode): Place {
    return this.range(node.range[0], node.range[1]);
  }

  #firstLine(node: ParsedNode): Place {
    const [start, end] = node.range;
    const lineEnd = this.text.indexOf('\n', start);
    const stop = lineEnd === -1 ? end : Math.min(end, lineEnd);
    return this.range(start, this.text[stop - 1] === '\r' ? stop - 1 : stop);
  }
}

/** True for the missing value of a key. */
function isEmpty(node: ParsedNode | null): boolean {
  return node === null || (isScalar(node) && node.range[0] === node.range[1]);
}

/** A place inside an aliased value is shown at the alias, which is the part of the file that the pointer means. */
function member(node: ParsedNode | null, name: string): Target | undefined {
  if (node === null || isAlias(node)) return undefined;
  if (isSeq(node)) {
    const item = node.items[Number(name)] as ParsedNode | undefined;
    return item === undefined ? undefined : { key: undefined, value: item };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && keyName(key) === name);
  return pair ? { key: pair.key, value: pair.value } : undefined;
}

function covers(node: ParsedNode, offset: number): boolean {
  return node.range[0] <= offset && offset < node.range[1];
}

interface Inner {
  name: string | number;
  node: ParsedNode;
  isKey: boolean;
}

/** The key or value of a map, or the item of a list, that a character belongs to. */
function memberAt(node: ParsedNode, offset: number): Inner | undefined {
  if (isSeq(node)) {
    const index = node.items.findIndex((item) => covers(item as ParsedNode, offset));
    const item = node.items[index] as ParsedNode | undefined;
    return item && { name: index, node: item, isKey: false };
  }
  if (!isMap(node)) return undefined;
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue;
    if (covers(key, offset)) return { name: keyName(key), node: key, isKey: true };
    if (value && covers(value, offset)) return { name: keyName(key), node: value, isKey: false };
  }
  return undefined;
}

function keyName(key: { value: unknown; source?: string }): string {
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}
