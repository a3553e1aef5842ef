import type { Node } from './syntax/ast.js';
import { parse } from './syntax/parser.js';

/** A member of a variable that an expression reads by a constant name. */
export interface MemberRead {
  readonly name: string;
  /** Offset of the variable in the source. */
  readonly offset: number;
}

/**
 * Returns the members of a variable that an expression reads by name, such as `shop` of `$secrets.shop` and
 * `$secrets["shop"]`. Empty when the expression binds a variable of that name itself.
 * @param source compiles
 */
export function membersRead(source: string, variable: string): MemberRead[] {
  const found: MemberRead[] = [];
  const stack: unknown[] = [parse(source)];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (typeof part !== 'object' || part === null) continue;
    if (isBindingOf(part, variable)) return [];
    const read = isNode(part) ? readOf(part, variable) : undefined;
    if (read) found.push(read);
    for (const inner of Object.values(part)) if (inner !== undefined) stack.push(inner);
  }
  return found.sort((a, b) => a.offset - b.offset);
}

/** True for a node of a program; patterns have no place. */
export function isNode(part: object): part is Node {
  return 'type' in part && 'at' in part;
}

/** True for the pattern that binds the variable; a use of a variable has a place, a pattern has none. */
function isBindingOf(part: object, variable: string): boolean {
  return (
    'type' in part && part.type === 'variable' && !('at' in part) && 'name' in part && part.name === variable
  );
}

function readOf(node: Node, variable: string): MemberRead | undefined {
  if (node.type !== 'index' || node.target.type !== 'variable' || node.target.name !== variable)
    return undefined;
  const { key, target } = node;
  if (key.type !== 'literal' || typeof key.value !== 'string') return undefined;
  return { name: key.value, offset: target.at };
}

/**
 * Returns the offset of a `=` whose result the expression gives, or combines with `and`, `or` or `not`: as a condition it
 * always holds, because an assignment gives the changed input. Undefined when there is none.
 * @param source compiles
 */
export function assignmentAsCondition(source: string): number | undefined {
  if (!/(?:^|[^=!<>|+\-*/%])=(?!=)/.test(source)) return undefined;
  const stack: Node[] = [parse(source)];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'assign' && node.op === '=')
      return source.indexOf('=', node.left.at + node.left.length);
    stack.push(...resultsOf(node));
  }
  return undefined;
}

/** The parts of an expression that decide whether its result is true. */
function resultsOf(node: Node): Node[] {
  switch (node.type) {
    case 'pipe':
      return node.right.type === 'call' && node.right.name === 'not' ? [node.left] : [node.right];
    case 'and':
    case 'or':
    case 'comma':
    case 'alternative':
      return [node.left, node.right];
    case 'if':
      return node.no === undefined ? [node.yes] : [node.yes, node.no];
    case 'try':
    case 'bind':
    case 'define':
    case 'label':
      return [node.body];
    default:
      return [];
  }
}
