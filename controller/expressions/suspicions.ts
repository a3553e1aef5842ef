import { nearest } from '../../schemas/nearest.js';
import { shortened } from '../../schemas/shortened.js';
import { isNode } from './inspect.js';
import { createZoneFormat } from './natives/zones.js';
import type { Node } from './syntax/ast.js';
import { parse } from './syntax/parser.js';

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
/** Functions whose first argument is a time zone. */
const ofZones = ['in_zone', 'day_start', 'from_zone'];
const suspicious = new RegExp(
  String.raw`\$\{\s*[.$]|\b(?:${ofZones.join('|')})\s*\(|\.length\b|\bnot\s*\.|[\w\]"]-[a-z_]|\b(?:${withSeveral.join('|')})\s*\([^()]*,`,
);

/** Functions of texts and lists, whose results are none and have no members. */
const ofTextsAndLists =
  /^(?:length|test|contains|startswith|endswith|ascii_(?:up|down)case|any|all|index|join|IN|split|first|last|add)$/;

/**
 * Finds `not .x`, `.content-type`, commas between the arguments of a function, `|` beside `and` without parentheses, and time
 * zones that do not exist.
 * @param source compiles
 */
export function suspicions(source: string): Suspicion[] {
  const isPiped = source.includes('|') && /\b(?:and|or)\b|[=<>]/.test(source);
  if (!isPiped && !suspicious.test(source)) return [];
  const mistakes: Suspicion[] = [];
  // Inside `try` and `//`, a failure is expected.
  const stack: { part: unknown; isExpected: boolean }[] = [{ part: parse(source), isExpected: false }];
  for (let next = stack.pop(); next && mistakes.length < maxSuspicions; next = stack.pop()) {
    const { part, isExpected } = next;
    if (typeof part !== 'object' || part === null) continue;
    const suspicion = isNode(part) ? findSuspicion(part, source) : undefined;
    if (suspicion) mistakes.push({ ...suspicion, fails: suspicion.fails && !isExpected });
    const expects = isExpected || (isNode(part) && (part.type === 'try' || part.type === 'alternative'));
    for (const inner of Object.values(part))
      if (inner !== undefined) stack.push({ part: inner, isExpected: expects });
  }
  return mistakes.sort((a, b) => a.offset - b.offset);
}

/** Most suspicions about one expression. */
const maxSuspicions = 20;
/** Characters of a part that a hint repeats. */
const maxShownLength = 60;

function findSuspicion(node: Node, source: string): Suspicion | undefined {
  const text = (part: Node) => toText(part, source);
  const shown = (part: Node) => shortened(text(part), maxShownLength);
  switch (node.type) {
    case 'index': {
      const { target, key } = node;
      if (target.type !== 'call' || target.name !== 'not' || key.type !== 'literal') return undefined;
      const path = `.${key.value}`;
      const message = `\`not ${path}\` reads \`${path}\` of the result of \`not\``;
      const rest = /^[\w.[\]"]{0,60}/.exec(
        source.slice(node.at + node.length, node.at + node.length + 60),
      )?.[0];
      const hint = `Write \`not\` behind the value: \`(${path}${rest} | not)\`.`;
      return { offset: target.at, fails: node.optional !== true, message, hint };
    }
    case 'arithmetic': {
      const { op, left, right } = node;
      const isName = right.type === 'call' && right.args.length === 0;
      if (op !== '-' || left.type !== 'index' || !isName || right.at !== left.at + left.length + 1)
        return undefined;
      if (left.key.type !== 'literal' || typeof left.key.value !== 'string') return undefined;
      const name = shortened(`${left.key.value}-${right.name}`, maxShownLength);
      const message = `\`.${name}\` subtracts \`${right.name}\``;
      const hint = `Write \`.["${name}"]\` for a name with \`-\`, or blanks around \`-\` to subtract.`;
      return { offset: left.at + left.length, fails: false, message, hint };
    }
    case 'call': {
      const [first, another] = node.args;
      if (ofZones.includes(node.name)) return unknownZone(first);
      if (!withSeveral.includes(node.name) || first?.type !== 'comma' || another) return undefined;
      // A list in parentheses of its own is meant.
      if (!/^\s*\(\s*$/.test(source.slice(node.at + node.name.length, first.at))) return undefined;
      const message = `\`,\` gives \`${node.name}\` several values, one after the other`;
      const parts = getParts(first);
      const hint = `Write \`;\` between arguments: \`${node.name}(${parts.map(shown).join('; ')})\`.`;
      const offset = (parts[0]?.at ?? first.at) + (parts[0]?.length ?? 0);
      return { offset, fails: false, message, hint };
    }
    case 'comparison': {
      const { left, right } = node;
      const isLength = left.type === 'index' && left.key.type === 'literal' && left.key.value === 'length';
      if (!isLength || left.target.type === 'identity' || right.type !== 'literal') return undefined;
      if (right.value !== 0 || readsAnother(source, text(left.target))) return undefined;
      const [path = '.'] = /[.\w[\]]+$/.exec(source.slice(Math.max(0, left.at - 100), left.at)) ?? [];
      const message = '`.length` reads a member of that name: lists and texts have none';
      return { offset: left.at, fails: false, message, hint: `Write \`(${path} | length)\`.` };
    }
    case 'pipe':
      return precedence(node, source);
    case 'literal':
      return typeof node.value === 'string' ? bracesIn(node.value, text(node), node.at) : undefined;
    case 'text': {
      const textPart = node.parts.find((part) => typeof part === 'string' && bracesIn(part, part, 0));
      return typeof textPart === 'string' ? bracesIn(textPart, text(node), node.at) : undefined;
    }
    default:
      return undefined;
  }
}

function unknownZone(zone: Node | undefined): Suspicion | undefined {
  if (zone?.type !== 'literal' || typeof zone.value !== 'string' || createZoneFormat(zone.value))
    return undefined;
  const close = nearest(zone.value, Intl.supportedValuesOf('timeZone'));
  const hint = close === undefined ? 'Write a name such as `Europe/Berlin`.' : `Did you mean \`${close}\`?`;
  const message = `there is no time zone \`${shortened(zone.value, maxShownLength)}\``;
  return { offset: zone.at, fails: true, message, hint };
}

/** Finds `.a | length > 0 and .b` and `.a == .b | length`: `|` binds weaker than any operator. */
function precedence({ left, right }: Node & { type: 'pipe' }, source: string): Suspicion | undefined {
  const shown = (part: Node) => shortened(toText(part, source), maxShownLength);
  // The parts in parentheses are meant.
  if (!/^\s*\|\s*$/.test(source.slice(left.at + left.length, getStart(right)))) return undefined;
  if (isJoined(right) && isOfTextOrList(right)) {
    const { left: first, right: second, type } = right;
    const inner = leading(second);
    if (inner.type !== 'index' || inner.target.type !== 'identity') return undefined;
    const message = `\`${shown(inner)}\` reads a member of \`${shown(left)}\`: \`|\` applies to all behind it`;
    const before = shortened(source.slice(getStart(left), first.at + first.length), maxShownLength);
    const hint = `Write \`(${before}) ${type} ${shown(second)}\`.`;
    return { offset: getStart(inner), fails: false, message, hint };
  }
  if ((!isJoined(left) && left.type !== 'comparison') || !isOfTextOrList(right)) return undefined;
  const { left: first, right: second } = left;
  const operator = source.slice(first.at + first.length, getStart(second)).trim();
  const message = `\`${shown(right)}\` gets the result of \`${operator}\`, true or false`;
  const hint = `Write \`${shown(first)} ${operator} (${shown(second)} | ${shown(right)})\`.`;
  return { offset: getStart(right), fails: false, message, hint };
}

function toText(node: Node, source: string): string {
  return source.slice(getStart(node), node.at + node.length);
}

/** The offset of a part; an index has the place of its last step. */
function getStart(node: Node): number {
  const first = 'target' in node ? node.target : 'left' in node ? node.left : node;
  return first === node || first.type === 'identity' ? node.at : Math.min(node.at, getStart(first));
}

function isJoined(node: Node): node is Node & { type: 'and' | 'or' } {
  return node.type === 'and' || node.type === 'or';
}

function isOfTextOrList(node: Node): boolean {
  const first = leading(node);
  return first.type === 'call' && ofTextsAndLists.test(first.name);
}

/** The first operand of an expression, which gets its input. */
function leading(node: Node): Node {
  switch (node.type) {
    case 'and':
    case 'or':
    case 'comparison':
    case 'pipe':
      return leading(node.left);
    case 'index':
      return node.target.type === 'index' ? leading(node.target) : node;
    default:
      return node;
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

/** The parts of a list with commas, at most as many as a function has parameters. */
function getParts(node: Node): Node[] {
  const parts: Node[] = [];
  let left = node;
  for (; left.type === 'comma' && parts.length < 3; left = left.left) parts.unshift(left.right);
  return [left, ...parts];
}

/** True when an expression reads another member than `length` beside a path: then the path is no list and no text. */
function readsAnother(source: string, path: string): boolean {
  const members = source.split(`${path}.`).slice(1);
  return members.some((rest) => /^(?!length\b)[A-Za-z_]/.test(rest));
}
