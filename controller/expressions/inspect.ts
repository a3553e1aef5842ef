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

function isNode(part: object): part is Node {
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

/** A part of an expression that compiles and most likely does not do what its author meant. */
export interface Suspicion {
  offset: number;
  /** The part fails with every input. */
  fails: boolean;
  message: string;
  hint: string;
}

/** Functions whose parameters `;` separates, and which give several outputs for a list with commas. */
const withSeveral = ['range', 'test', 'match', 'capture', 'scan', 'split', 'splits'];
const suspicious = new RegExp(
  String.raw`\$\{\s*[.$]|\.length\b|\bnot\s*\.|[\w\]"]-[a-z_]|\b(?:${withSeveral.join('|')})\s*\([^()]*,`,
);

/**
 * Finds `not .x`, `.content-type`, and commas between the arguments of a function.
 * @param source compiles
 */
export function suspicions(source: string): Suspicion[] {
  if (!suspicious.test(source)) return [];
  const found: Suspicion[] = [];
  const stack: unknown[] = [parse(source)];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (typeof part !== 'object' || part === null) continue;
    const suspicion = isNode(part) ? suspicionOf(part, source) : undefined;
    if (suspicion) found.push(suspicion);
    for (const inner of Object.values(part)) if (inner !== undefined) stack.push(inner);
  }
  return found.sort((a, b) => a.offset - b.offset);
}

function suspicionOf(node: Node, source: string): Suspicion | undefined {
  const text = ({ at, length }: Node) => source.slice(at, at + length);
  switch (node.type) {
    case 'index': {
      const { target, key } = node;
      if (target.type !== 'call' || target.name !== 'not' || key.type !== 'literal') return undefined;
      const path = `.${key.value}`;
      const message = `\`not ${path}\` reads \`${path}\` of the result of \`not\``;
      const hint = `Write \`not\` behind the value: \`(${path} | not)\`.`;
      return { offset: target.at, fails: node.optional !== true, message, hint };
    }
    case 'arithmetic': {
      const { op, left, right } = node;
      const isName = right.type === 'call' && right.args.length === 0;
      if (op !== '-' || left.type !== 'index' || !isName || right.at !== left.at + left.length + 1)
        return undefined;
      const name = `${lastName(text(left))}-${right.name}`;
      const message = `\`.${name}\` subtracts \`${right.name}\``;
      const hint = `Write \`.["${name}"]\` for a name with \`-\`, or blanks around \`-\` to subtract.`;
      return { offset: left.at + left.length, fails: false, message, hint };
    }
    case 'call': {
      const [first, another] = node.args;
      if (!withSeveral.includes(node.name) || first?.type !== 'comma' || another) return undefined;
      // A list in parentheses of its own is meant.
      if (!/^\s*\(\s*$/.test(source.slice(node.at + node.name.length, first.at))) return undefined;
      const message = `\`,\` gives \`${node.name}\` several values, one after the other`;
      const hint = `Write \`;\` between arguments: \`${node.name}(${text(first.left)}; ${text(first.right)})\`.`;
      return { offset: first.left.at + first.left.length, fails: false, message, hint };
    }
    case 'comparison': {
      const { left, right } = node;
      const isLength = left.type === 'index' && left.key.type === 'literal' && left.key.value === 'length';
      if (!isLength || left.target.type === 'identity' || right.type !== 'literal') return undefined;
      if (right.value !== 0) return undefined;
      const [path = '.'] = /[.\w[\]]+$/.exec(source.slice(Math.max(0, left.at - 100), left.at)) ?? [];
      const message = '`.length` reads a member of that name: lists and texts have none';
      return { offset: left.at, fails: false, message, hint: `Write \`(${path} | length)\`.` };
    }
    case 'literal':
      return typeof node.value === 'string' ? bracesIn(node.value, text(node), node.at) : undefined;
    case 'text': {
      const found = node.parts.find((part) => typeof part === 'string' && bracesIn(part, part, 0));
      return typeof found === 'string' ? bracesIn(found, text(node), node.at) : undefined;
    }
    default:
      return undefined;
  }
}

/** Finds `${ .name }` in a text of an expression. */
function bracesIn(value: string, source: string, start: number): Suspicion | undefined {
  const [whole, inner = ''] = /\$\{\s*([.$][^{}]{1,200}?)\s*\}/.exec(value) ?? [];
  if (whole === undefined) return undefined;
  const offset = start + Math.max(0, source.indexOf(whole));
  const message = `\`${whole}\` stays in the text as it is`;
  return { offset, fails: false, message, hint: `Write \`\\(${inner})\` in a text of an expression.` };
}

function lastName(path: string): string {
  return /\w+$/.exec(path)?.[0] ?? '';
}
