import { distance } from 'fastest-levenshtein';
import { nearest } from '../../../schemas/nearest.js';
import { collectionForms } from '../forms/collections.js';
import type { Forms } from '../forms/form.js';
import { outputForms } from '../forms/outputs.js';
import { pathForms } from '../forms/paths.js';
import { regexForms } from '../forms/regex.js';
import type { Native } from '../natives/native.js';
import { natives, nondeterministic, refused } from '../natives/table.js';
import { combine, product } from '../runtime/combine.js';
import { many, one, type Plan } from '../runtime/plan.js';
import type { Definition, Node, NodeOf, Place } from '../syntax/ast.js';
import { charge, run } from '../values/run.js';
import { type Context, getArity, isCallable, type Scope } from './context.js';
import { hintForForeignName } from './foreign-names.js';
import { prelude } from './prelude.js';

/** All built-ins that evaluate their arguments themselves. */
const forms: Forms = { ...outputForms, ...collectionForms, ...pathForms, ...regexForms };

/** Built-ins that apply an argument to its own results. */
const repeating: ReadonlySet<string> = new Set(['recurse/1', 'recurse/2', 'until/2', 'while/2', 'walk/1']);

/** Compiles a call of a name that the program does not define. */
export function compileBuiltin(node: NodeOf<'call'>, context: Context): Plan {
  const { at } = node;
  const key = `${node.name}/${node.args.length}`;
  if (nondeterministic.has(key)) context.program.deterministic = false;
  if (repeating.has(key)) context.program.loops = true;
  const reason = refused[key];
  if (reason !== undefined) context.reject(`\`${node.name}\` is not available: ${reason}`, node);
  if (key === 'builtins/0') return one(builtinNames);
  const form = forms[key];
  const native = natives[key];
  if (form !== undefined || native !== undefined) {
    const args = node.args.map((arg) => context.compile(arg));
    return form?.(args, at) ?? callNative(native as Native, args, at);
  }
  const definition = prelude()[key];
  return definition === undefined ? rejectName(node, context) : inline(definition, node, context);
}

/** Steps that a call of a native counts for. */
const NATIVE = 3;

function callNative(native: Native, args: readonly Plan[], at: number): Plan {
  const call: Native = (input, a, b, c) => {
    run.at = at;
    charge(NATIVE);
    return native(input, a, b, c);
  };
  const [first, second] = args;
  if (first === undefined) return one((input) => call(input, null, null, null));
  if (first.kind === 'one' && second === undefined) {
    const { value } = first;
    return one((input, frame) => call(input, value(input, frame), null, null));
  }
  if (second !== undefined && args.length === 2) {
    return combine(second, first, (b, a, input) => call(input, a, b, null));
  }
  const all = product(args);
  return many((input, frame, emit) =>
    all(input, frame, ([a = null, b = null, c = null]) => emit(call(input, a, b, c))),
  );
}

/** Compiles a built-in that is written in jq in place of its call. Its errors are located at the call. */
function inline({ params, body }: Definition, call: NodeOf<'call'>, context: Context): Plan {
  let scope: Scope = null;
  let program = relocated(body, call);
  const place = { at: call.at, length: call.length };
  params.forEach((param, index) => {
    const name = param.replace('$', '');
    const binding = { type: 'argument', name, node: call.args[index] as Node, scope: context.scope } as const;
    scope = { binding, outer: scope };
  });
  for (const param of params.toReversed()) {
    if (!param.startsWith('$')) continue;
    const name = param.slice(1);
    const source: Node = { type: 'call', name, args: [], ...place };
    const binding = { source, patterns: [{ type: 'variable', name }] } as const;
    program = { type: 'bind', binding, body: program, ...place };
  }
  return context.in(scope).compileLast(program);
}

/** Returns a copy of a piece of syntax with another place. */
function relocated<T>(syntax: T, place: Place): T {
  if (Array.isArray(syntax)) return syntax.map((item) => relocated(item, place)) as T;
  if (typeof syntax !== 'object' || syntax === null) return syntax;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(syntax)) copy[key] = relocated(value, place);
  if ('at' in syntax) Object.assign(copy, { at: place.at, length: place.length });
  return copy as T;
}

function rejectName(node: NodeOf<'call'>, context: Context): never {
  const { name, args, at } = node;
  const defined = context.bindings().filter(isCallable);
  const knownNames = [...defined.map((binding) => `${binding.name}/${getArity(binding)}`), ...builtinNames()];
  const otherArities = knownNames.filter((key) => key.startsWith(`${name}/`));
  const names = new Set(knownNames.map((key) => key.split('/')[0] as string));
  const suggestion = hyphenated(node, context) ?? suggest(node, otherArities, names);
  return context.reject(`${name}/${args.length} is not defined`, { at, length: name.length }, suggestion);
}

/** The hint for `.order-id`, which subtracts `id`. */
function hyphenated({ name, args, at }: NodeOf<'call'>, context: Context): string | undefined {
  const before = /\.(\w+(?:-\w+)*)-$/.exec(context.program.source.slice(Math.max(0, at - 100), at))?.[1];
  if (before === undefined || args.length > 0) return undefined;
  return `Write \`.["${before}-${name}"]\` for a name with \`-\`.`;
}

/** @param otherArities functions of the same name */
function suggest(
  { name, args }: NodeOf<'call'>,
  otherArities: readonly string[],
  names: ReadonlySet<string>,
): string | undefined {
  if (name === 'not') return 'Write `not` behind the value: `(.done | not)`.';
  if (otherArities.length > 0) {
    const hint = `did you mean \`${otherArities.join(' or ')}\`?`;
    return args.some(({ type }) => type === 'comma') ? `${hint} Arguments are separated by \`;\`.` : hint;
  }
  const foreign = hintForForeignName(name);
  if (foreign !== undefined) return foreign;
  const near = nearest(name, names);
  // Three letters are near to many names.
  const isLikely = near !== undefined && (name.length > 3 || near.length === name.length);
  const member =
    args.length === 0
      ? `Write \`.${name}\` for a member of the input, or \`"${name}"\` for a text.`
      : undefined;
  if (!isLikely) return member;
  return member === undefined || isOneTypo(name, near)
    ? `did you mean \`${near}\`?`
    : `did you mean \`${near}\`? ${member}`;
}

/** True for names that differ in one letter, or in the order of two. */
function isOneTypo(name: string, near: string): boolean {
  const sorted = (text: string) => [...text.toLowerCase()].sort().join('');
  return sorted(name) === sorted(near) || distance(name.toLowerCase(), near.toLowerCase()) === 1;
}

function builtinNames(): string[] {
  const names = ['builtins/0', ...Object.keys(natives), ...Object.keys(forms), ...Object.keys(prelude())];
  return names.filter((name) => !name.startsWith('_'));
}
