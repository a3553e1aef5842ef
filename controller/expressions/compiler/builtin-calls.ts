import { forms } from '../builtins/forms.js';
import type { Native } from '../builtins/natives/native.js';
import { natives, nondeterministic, refused } from '../builtins/natives.js';
import { prelude } from '../builtins/prelude.js';
import { many, type OneFn, one, type Plan } from '../runtime/plan.js';
import { charge, run } from '../runtime/run.js';
import type { Definition, Node, NodeOf, Place } from '../syntax/ast.js';
import { product } from './basic.js';
import type { Context } from './context.js';
import { nearest } from './nearest.js';
import { bind, type Scope } from './scope.js';

/** Built-ins that apply an argument to its own results. */
const repeating: ReadonlySet<string> = new Set(['recurse/1', 'recurse/2', 'until/2', 'while/2', 'walk/1']);

/** A call of a name that the program does not define. */
export function compileBuiltin(node: NodeOf<'call'>, scope: Scope, context: Context, tail: boolean): Plan {
  const key = `${node.name}/${node.args.length}`;
  if (nondeterministic.has(key)) context.facts.deterministic = false;
  if (repeating.has(key)) context.facts.loops = true;
  const reason = refused[key];
  if (reason !== undefined) context.reject(`\`${node.name}\` is not available: ${reason}`, node);
  if (key === 'builtins/0') return one(() => [...builtinNames()]);
  const form = forms[key];
  if (form !== undefined) {
    return form(
      node.args.map((arg) => context.compile(arg, scope)),
      node.at,
    );
  }
  const native = natives[key];
  if (native !== undefined)
    return callNative(
      native,
      node.args.map((arg) => context.compile(arg, scope)),
      node.at,
    );
  const definition = prelude()[key];
  if (definition !== undefined) return inline(definition, node, scope, context, tail);
  return undefinedFunction(node, scope, context);
}

/** Steps that a call of a native counts for. */
const NATIVE = 3;

function callNative(native: Native, args: readonly Plan[], at: number): Plan {
  if (args.every((arg) => arg.kind === 'one')) {
    const [first, second] = args.map((arg) => (arg as { value: OneFn }).value);
    if (args.length === 0) {
      return one((input) => {
        run.at = at;
        charge(NATIVE);
        return native(input);
      });
    }
    if (args.length === 1 && first !== undefined) {
      return one((input, frame) => {
        const a = first(input, frame);
        run.at = at;
        charge(NATIVE);
        return native(input, a);
      });
    }
    if (args.length === 2 && first !== undefined && second !== undefined) {
      return one((input, frame) => {
        const b = second(input, frame);
        const a = first(input, frame);
        run.at = at;
        charge(NATIVE);
        return native(input, a, b);
      });
    }
  }
  const all = product(args);
  return many((input, frame, emit) =>
    all(input, frame, (values) => {
      run.at = at;
      charge(NATIVE);
      return emit(native(input, ...values));
    }),
  );
}

/** Compiles a built-in that is written in the language itself, in place; its errors are the call's. */
function inline(
  definition: Definition,
  call: NodeOf<'call'>,
  scope: Scope,
  context: Context,
  tail: boolean,
): Plan {
  const body = relocate(definition.body, call);
  let inside: Scope = null;
  let program = body;
  definition.params.forEach((param, index) => {
    const name = param.replace('$', '');
    inside = bind(inside, { type: 'argument', name, node: call.args[index] as Node, scope });
  });
  for (const param of [...definition.params].reverse()) {
    if (!param.startsWith('$')) continue;
    const source: Node = { type: 'call', name: param.slice(1), args: [], at: call.at, length: call.length };
    const patterns = [{ type: 'variable', name: param.slice(1) }] as const;
    program = {
      type: 'bind',
      binding: { source, patterns },
      body: program,
      at: call.at,
      length: call.length,
    };
  }
  return context.compile(program, inside, tail);
}

/** A copy of a piece of syntax that stands at another place. */
function relocate<T>(syntax: T, place: Place): T {
  if (Array.isArray(syntax)) return syntax.map((item) => relocate(item, place)) as T;
  if (typeof syntax !== 'object' || syntax === null) return syntax;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(syntax)) copy[key] = relocate(value, place);
  if ('at' in syntax) Object.assign(copy, { at: place.at, length: place.length });
  return copy as T;
}

function undefinedFunction(node: NodeOf<'call'>, scope: Scope, context: Context): never {
  const known = knownFunctions(scope);
  const other = known.filter((key) => key.startsWith(`${node.name}/`));
  const hint =
    other.length > 0
      ? other.join(' or ')
      : nearest(node.name, new Set(known.map((key) => key.split('/')[0] as string)));
  const suggestion = hint === undefined ? undefined : `did you mean \`${hint}\`?`;
  return context.reject(
    `${node.name}/${node.args.length} is not defined`,
    { at: node.at, length: node.name.length },
    suggestion,
  );
}

function knownFunctions(scope: Scope): string[] {
  const names: string[] = [];
  for (let place = scope; place !== null; place = place.outer) {
    const { binding } = place;
    if (binding.type === 'function') names.push(`${binding.name}/${binding.definition.params.length}`);
    if (binding.type === 'parameter') names.push(`${binding.name}/0`);
  }
  return [...names, ...builtinNames()];
}

function builtinNames(): string[] {
  const names = ['builtins/0', ...Object.keys(natives), ...Object.keys(forms), ...Object.keys(prelude())];
  return names.filter((name) => !name.startsWith('_'));
}
