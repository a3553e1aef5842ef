import type { Json, JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { isObject, objectOr } from '../../schemas/json/values.js';
import { dialectOf } from './dialect.js';
import { SchemaIndex, type Subschema } from './schema-index.js';

/**
 * An upper bound on the cost of checking values against one schema, known before the check: at least the number of
 * evaluations of a subschema at a part of the value, each about 80 ns. Knowing it takes as long as one pass over the
 * schema for each level of the value, and one over the value.
 *
 * For a part at depth `d`, `rate[d]` counts how often subschemas are evaluated there: schemas for the same value
 * (`allOf`, `anyOf`, `$ref`, …) add up, and of `properties` one applies. The bound is the sum of `parts(d) × rate[d]`,
 * and the same for characters that patterns read and items that `uniqueItems` compares.
 */
export class CheckCost {
  readonly #nodes: Node[] = [];
  readonly #byPointer = new Map<string, number>();
  readonly #index: SchemaIndex;
  readonly #rates: Readonly<Record<Measure, Rates>>;

  constructor(schema: JsonSchema) {
    this.#index = new SchemaIndex(schema, dialectOf(schema) ?? 'draft-2020-12');
    for (const { pointer } of this.#index.subschemas) this.#byPointer.set(pointer, this.#byPointer.size);
    for (const subschema of this.#index.subschemas) this.#nodes.push(this.#nodeOf(subschema));
    // The schema of a dialect, of which this schema does not contain a copy: it refers to itself from inside.
    const meta = this.#nodes.length;
    this.#nodes.push({ ...emptyNode(), weights: { ...noWeights, parts: metaParts }, members: [[meta]] });
    this.#nodes.push({ ...emptyNode(), weights: { ...noWeights, parts: 1 } });
    this.#addNames();
    const order = inOrder(this.#nodes);
    const ratesOf = (measure: Measure) => new Rates(this.#nodes, order, measure);
    this.#rates = {
      parts: ratesOf('parts'),
      characters: ratesOf('characters'),
      names: ratesOf('names'),
      comparisons: ratesOf('comparisons'),
    };
  }

  /**
   * Returns the bound for a value; infinite for a schema that leads to itself without an end.
   * @param pointer of the schema inside this one that the value is checked against
   */
  of(value: Json, pointer = ''): number {
    const number = this.#byPointer.get(pointer);
    if (number === undefined) return 1;
    let sum = 0;
    const add = (count: number, measure: Measure, depth: number, unit = 1) => {
      if (count > 0) sum += (count / unit) * this.#rates[measure].at(depth, number);
    };
    for (const [depth, { parts, characters, names, comparisons }] of levelsOf(value).entries()) {
      add(parts, 'parts', depth);
      add(characters, 'characters', depth, charactersPerStep);
      add(names, 'names', depth, charactersPerStep);
      add(comparisons, 'comparisons', depth, comparisonsPerStep);
    }
    return sum;
  }

  #nodeOf({ schema, base }: Subschema): Node {
    const node = emptyNode();
    const at = (inner: Json | undefined) => this.#numberOf(inner);
    const lists = (keyword: string) => [schema[keyword]].flat().flatMap(at);
    const maps = (keyword: string) => Object.values(objectOr(schema[keyword])).flatMap(at);
    for (const keyword of ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'])
      node.inPlace.push(...lists(keyword));
    for (const keyword of ['dependentSchemas', 'dependencies']) node.inPlace.push(...maps(keyword));
    for (const keyword of ['$ref', '$dynamicRef'])
      node.inPlace.push(...this.#targetsOf(schema, keyword, base));
    node.members.push(maps('properties'));
    for (const inner of maps('patternProperties')) node.members.push([inner]);
    for (const keyword of ['additionalProperties', 'unevaluatedProperties'])
      node.members.push(lists(keyword));
    node.items.push([...lists('prefixItems'), ...lists('items'), ...lists('additionalItems')]);
    for (const keyword of ['contains', 'unevaluatedItems']) node.items.push(lists(keyword));
    node.ofNames.push(...lists('propertyNames'));
    node.weights = weightsOf(schema);
    return node;
  }

  /** By identity: the index holds each subschema once. All boolean schemas are the last node. */
  #numberOf(inner: Json | undefined): number[] {
    if (typeof inner === 'boolean') return [this.#index.subschemas.length + 1];
    if (!isObject(inner)) return [];
    this.#numbers ??= new Map(this.#index.subschemas.map(({ schema }, number) => [schema, number]));
    const number = this.#numbers.get(inner);
    return number === undefined ? [] : [number];
  }
  #numbers: Map<JsonObject, number> | undefined;

  #targetsOf(schema: JsonObject, keyword: string, base: string): number[] {
    const reference = schema[keyword];
    if (typeof reference !== 'string') return [];
    const target = this.#index.resolve(reference, base);
    const anchor = reference.split('#')[1] ?? '';
    // Which of the schemas with the anchor applies depends on the way to the reference.
    const dynamic = this.#index.subschemas.flatMap(({ schema: { $dynamicAnchor } }, number) =>
      keyword === '$dynamicRef' && $dynamicAnchor === anchor ? [number] : [],
    );
    if (target === 'meta') return [...dynamic, this.#byPointer.size];
    const number = typeof target === 'object' ? this.#byPointer.get(target.pointer) : undefined;
    return number === undefined || dynamic.includes(number) ? dynamic : [...dynamic, number];
  }

  /** A name of a member is checked as a text: what that costs counts where the object is checked. */
  #addNames(): void {
    const order = inOrder(this.#nodes);
    const parts = new Rates(this.#nodes, order, 'parts');
    const characters = new Rates(this.#nodes, order, 'characters');
    for (const node of this.#nodes) {
      for (const inner of node.ofNames) {
        const names = node.weights.names + parts.at(0, inner) * charactersPerStep + characters.at(0, inner);
        node.weights = { ...node.weights, names };
      }
    }
  }
}

/** See `CheckCost`. */
export function checkCost(schema: JsonSchema, value: Json): number {
  return new CheckCost(schema).of(value);
}

/** The work of a schema on a part of a value: it evaluates, reads texts and names of members, and compares items. */
type Measure = 'parts' | 'characters' | 'names' | 'comparisons';
type Measures = Readonly<Record<Measure, number>>;

const noWeights: Measures = { parts: 0, characters: 0, names: 0, comparisons: 0 };

interface Node {
  weights: Measures;
  /** Schemas for the same value. */
  readonly inPlace: number[];
  /** Schemas for members, and for items: of each list, at most one applies to one of them. */
  readonly members: number[][];
  readonly items: number[][];
  /** Schemas for the names of members. */
  readonly ofNames: number[];
}

function emptyNode(): Node {
  return { weights: noWeights, inPlace: [], members: [], items: [], ofNames: [] };
}

/** Evaluations of the schema of a dialect at one part of a value, at most. */
const metaParts = 200;
/** Names and choices that are compared in the time of one evaluation. */
const choicesPerStep = 8;
/** Characters that an element of a pattern reads in the time of one evaluation. */
const charactersPerStep = 4;
/** Parts of items that `uniqueItems` compares in the time of one evaluation. */
const comparisonsPerStep = 16;

function weightsOf(schema: JsonObject): Measures {
  const { properties, required, pattern, patternProperties, uniqueItems } = schema;
  const choices = Object.keys(objectOr(properties)).length + sizeOf(required) + sizeOf(schema['enum']);
  const others = sizeOf(schema['const']) + sizeOf(schema['dependentRequired']);
  const isText = ['format', 'minLength', 'maxLength'].some((keyword) => Object.hasOwn(schema, keyword));
  const patterns = Object.keys(objectOr(patternProperties)).map((name) => name.length + 1);
  return {
    parts: 1 + (choices + others) / choicesPerStep,
    characters: (typeof pattern === 'string' ? pattern.length + 1 : 0) + (isText ? 1 : 0),
    names: patterns.reduce((sum, length) => sum + length, 0),
    comparisons: uniqueItems === true ? 1 : 0,
  };
}

function sizeOf(value: Json | undefined): number {
  if (typeof value === 'string') return 1 + value.length / 64;
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner), 1);
}

/** References inside each other, at most: the validator's compiler is recursive, and refuses more. */
const maxNesting = 2_000;

/** Returns the numbers of the nodes so that each comes after those for the same value; a cycle is cut by `isEndless`. */
function inOrder(nodes: readonly Node[]): { order: readonly number[]; isEndless: readonly boolean[] } {
  const order: number[] = [];
  const marks: ('open' | 'done' | undefined)[] = nodes.map(() => undefined);
  const isEndless = nodes.map(() => false);
  const visit = (number: number, depth: number): void => {
    marks[number] = 'open';
    for (const inner of nodes[number]?.inPlace ?? []) {
      if (marks[inner] === 'open' || depth > maxNesting) isEndless[number] = true;
      else if (marks[inner] === undefined) visit(inner, depth + 1);
    }
    marks[number] = 'done';
    order.push(number);
  };
  for (const number of nodes.keys()) if (marks[number] === undefined) visit(number, 0);
  return { order, isEndless };
}

/** How much of one measure each node causes at one part of a value, by the depth of the part. */
class Rates {
  readonly #byDepth: Float64Array[] = [];
  /** True when nothing further in costs anything. */
  #isComplete: boolean;

  constructor(
    private readonly nodes: readonly Node[],
    private readonly order: ReturnType<typeof inOrder>,
    private readonly measure: Measure,
  ) {
    this.#isComplete = nodes.every(({ weights }) => weights[measure] === 0);
  }

  /** The rate of a node at a depth below the part that it is applied to. */
  at(depth: number, number: number): number {
    while (!this.#isComplete && this.#byDepth.length <= depth) this.#extend();
    return this.#byDepth[depth]?.[number] ?? 0;
  }

  #extend(): void {
    const before = this.#byDepth.at(-1);
    const rates = new Float64Array(this.nodes.length);
    for (const number of this.order.order) {
      const { weights, inPlace, members, items } = this.nodes[number] ?? emptyNode();
      const own = before === undefined ? weights[this.measure] : inside(before, members, items);
      const isEndless = this.order.isEndless[number] === true && own > 0;
      rates[number] = inPlace.reduce((sum, inner) => sum + (rates[inner] ?? 0), isEndless ? Infinity : own);
    }
    this.#byDepth.push(rates);
    this.#isComplete = rates.every((rate) => rate === 0);
  }
}

/** A part is a member or an item, and of each list one schema applies. */
function inside(rates: Float64Array, members: readonly number[][], items: readonly number[][]): number {
  const sumOf = (lists: readonly number[][]) =>
    lists.reduce((sum, list) => {
      return sum + list.reduce((largest, number) => Math.max(largest, rates[number] ?? 0), 0);
    }, 0);
  return Math.max(sumOf(members), sumOf(items));
}

/** Counts, by depth, the parts of a value, the characters in texts and in names, and what comparing all items reads. */
function levelsOf(value: Json): Record<Measure, number>[] {
  const levels: Record<Measure, number>[] = [];
  let level: Json[] = [value];
  while (level.length > 0) {
    const counts = { ...noWeights, parts: level.length };
    const next: Json[] = [];
    for (const part of level) {
      if (typeof part === 'string') counts.characters += part.length;
      if (typeof part !== 'object' || part === null) continue;
      if (Array.isArray(part)) counts.comparisons += part.length * sizeOf(part);
      else for (const name of Object.keys(part)) counts.names += name.length + 1;
      for (const inner of Object.values(part)) next.push(inner);
    }
    levels.push(counts);
    level = next;
  }
  return levels;
}
