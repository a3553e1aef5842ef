import type { Node } from './syntax/ast.js';
import { parse } from './syntax/parser.js';

/** True for a node of a program; patterns have no place. */
export function isNode(part: object): part is Node {
  return 'type' in part && 'at' in part;
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
    stack.push(...getResults(node));
  }
  return undefined;
}

/** The parts of an expression that decide whether its result is true. */
function getResults(node: Node): Node[] {
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
