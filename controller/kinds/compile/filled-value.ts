import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import { pointerTo } from '../../../schemas/json/values.js';
import { type Eventual, inSequence, whenReady } from '../../concurrency/computing.js';
import type { SharedBudget } from '../../expressions/index.js';
import { bareExpression, bracesInText, interpolation } from '../../flows/index.js';
import type { CompileFinding } from './compilation.js';
import { compileExpression, evaluate } from './expression.js';

/** @param shared the budget of all expressions of one value */
type Filled = (input: Json, shared: SharedBudget) => Eventual<Json>;

/** Compiles a value whose texts may hold `${ }` expressions over an input, which are jq without variables. */
export function compileFilled(value: Json, pointer: string, findings: CompileFinding[]): Filled {
  if (typeof value === 'string') return compileText(value, pointer, findings);
  if (value === null || typeof value !== 'object') return () => value;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => compileFilled(item, pointerTo(pointer, index), findings));
    return (input, shared) => inSequence(items, (item) => item(input, shared));
  }
  const members = Object.entries(value).map(
    ([name, member]) => [name, compileFilled(member, pointerTo(pointer, name), findings)] as const,
  );
  return (input, shared) =>
    whenReady(
      inSequence(members, ([name, member]) =>
        whenReady(member(input, shared), (each): [string, Json] => [name, each]),
      ),
      (entries): Json => Object.fromEntries(entries),
    );
}

function compileText(text: string, pointer: string, findings: CompileFinding[]): Filled {
  if (!text.includes('${')) {
    const bare = bareExpression(text, [], pointer);
    const braces = bracesInText(text, false);
    if (bare) findings.push({ rule: 'expression-bare', severity: 'warning', pointer, ...bare });
    if (braces) findings.push({ rule: 'expression-braces', severity: 'warning', pointer, ...braces });
    return () => text;
  }
  const { parts, whole, unclosed } = interpolation(text);
  if (unclosed !== undefined) {
    const message = '`${` is never closed';
    const finding = { rule: 'jq-syntax', severity: 'error', pointer, offset: unclosed } as const;
    findings.push({ ...finding, message, hint: 'Close it with `}`.' });
    return () => null;
  }
  const values = parts.map((part): Filled => {
    if (part.kind === 'text') return () => part.text;
    const inputFindings: CompileFinding[] = [];
    const program = compileExpression(part.source, pointer, inputFindings);
    findings.push(...inputFindings.map((each) => ({ ...each, offset: (each.offset ?? 0) + part.offset })));
    return (input, shared) => (program ? evaluate(program, input, shared) : null);
  });
  if (whole) {
    const [expression] = values.filter((_, index) => parts[index]?.kind === 'expression');
    return (input, shared) => expression?.(input, shared) ?? null;
  }
  return (input, shared) =>
    whenReady(
      inSequence(values, (part) => part(input, shared)),
      (texts) => texts.map((part) => (typeof part === 'string' ? part : toJsonText(part))).join(''),
    );
}
