import { shortened } from '../../schemas/shortened.js';
import { natives } from './natives/table.js';
import type { Node, NodeOf } from './syntax/ast.js';
import { parse } from './syntax/parser.js';

/** An expression that gives several results with every input for which it does not fail. */
export interface SeveralResults {
  offset: number;
  message: string;
  hint: string;
}

/** Only these make several results for certain. */
const mayMultiply = /,|\brange\b/;
/** Characters of an expression that a hint repeats. */
const maxShownLength = 60;
/** More are not counted: two are too many. */
const maxCount = 1_000;

/** Forms and definitions in jq with one result for each result of their arguments. */
const single =
  /^(?:map|sort_by|group_by|unique_by|min_by|max_by|map_values|with_entries|del|walk|pick|INDEX|IN|any|all|isempty|transpose|todate|fromdate|date|isfinite)$/;

/**
 * Finds an expression that certainly gives two results or more, such as `.a, .b` or `range(3)`. `.items[] | select(…)` gives
 * as many as its input has, so that it is none.
 * @param source compiles
 */
export function severalResults(source: string): SeveralResults | undefined {
  if (!mayMultiply.test(source)) return undefined;
  const tree = parse(source);
  const count = countResults(tree, new Set());
  if (count < 2) return undefined;
  const shown = shortened(source.trim(), maxShownLength);
  return {
    offset: source.length - source.trimStart().length,
    message: `\`${shown}\` gives ${count >= maxCount ? 'many' : count} results where one is kept`,
    hint: `Write \`[${shown}]\` for a list of all, or \`first(${shown})\` for the first.`,
  };
}

/** The number of results that a part gives at least, unless it fails. @param own the functions that the program defines */
function countResults(node: Node, own: ReadonlySet<string>): number {
  const count = (part: Node) => countResults(part, own);
  const times = (...parts: readonly Node[]) =>
    Math.min(
      maxCount,
      parts.reduce((product, part) => product * count(part), 1),
    );
  switch (node.type) {
    case 'identity':
    case 'literal':
    case 'variable':
    case 'location':
    case 'format':
    case 'array':
    case 'recurse':
      return 1;
    case 'text':
      return times(...node.parts.filter((part) => typeof part !== 'string'));
    case 'object':
      return times(...node.entries.flatMap(({ key, value }) => [key, value]));
    case 'index':
      return node.optional ? 0 : times(node.target, node.key);
    case 'slice':
      return node.optional
        ? 0
        : times(node.target, ...[node.from, node.to].filter((part) => part !== undefined));
    case 'negate':
      return count(node.body);
    case 'comma':
      return Math.min(maxCount, count(node.left) + count(node.right));
    case 'pipe':
    case 'arithmetic':
    case 'comparison':
      return times(node.left, node.right);
    case 'and':
    case 'or':
      return Math.min(1, count(node.right)) * count(node.left);
    case 'alternative':
      return Math.min(1, count(node.right));
    case 'if':
      return count(node.condition) * Math.min(count(node.yes), node.no === undefined ? 1 : count(node.no));
    case 'assign':
      return node.op === '=' ? count(node.right) : Math.min(1, count(node.right));
    case 'bind':
      return node.binding.patterns.length === 1 ? times(node.binding.source, node.body) : 0;
    case 'define':
      return countResults(node.body, new Set([...own, node.definition.name]));
    case 'call':
      return own.has(node.name) ? 0 : countCall(node, count);
    default:
      return 0;
  }
}

function countCall({ name, args }: NodeOf<'call'>, count: (part: Node) => number): number {
  const [first, second] = args;
  if (Object.hasOwn(natives, `${name}/${args.length}`))
    return Math.min(
      maxCount,
      args.reduce((product, part) => product * count(part), 1),
    );
  if (name === 'range') return countRange(args);
  if (name === 'first' && first !== undefined) return Math.min(1, count(first));
  if (name === 'limit' && first?.type === 'literal' && second !== undefined)
    return Math.min(Math.max(0, Number(first.value)), count(second));
  if (single.test(name)) return 1;
  return 0;
}

/** The results of `range` over numbers that are written out; with others, there may be none. */
function countRange(args: readonly Node[]): number {
  const values = args.map(toNumber);
  if (values.some((value) => value === undefined)) return 0;
  const [from, to, step] = (
    values.length === 1 ? [0, values[0], 1] : [values[0], values[1], values[2] ?? 1]
  ) as [number, number, number];
  return step === 0 ? 0 : Math.min(maxCount, Math.max(0, Math.ceil((to - from) / step)));
}

function toNumber(node: Node): number | undefined {
  if (node.type === 'negate') {
    const value = toNumber(node.body);
    return value === undefined ? undefined : -value;
  }
  return node.type === 'literal' && typeof node.value === 'number' ? node.value : undefined;
}
