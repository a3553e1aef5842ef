import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { pointerTo } from '../../../schemas/json/values.js';
import { type Eventual, inSequence, whenReady } from '../../concurrency/computing.js';
import { createSharedBudget, pathsRead, type SharedBudget } from '../../expressions/index.js';
import { bareExpression, bracesInText, interpolation } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import { type CompileFinding, TransformError } from '../compile/compilation.js';
import { compileExpression, evaluate } from '../compile/expression.js';

/** @param shared the budget of all expressions of one value */
type Filled = (occurrence: JsonObject, shared: SharedBudget) => Eventual<Json>;

/** The members of the occurrences that expressions read. */
export const eventMembers = {
  schedule: ['time', 'trigger'],
  event: ['time', 'trigger', 'event'],
  webhook: ['method', 'path', 'headers', 'query', 'body', 'rawBody'],
} as const;

/**
 * As `compileInput`; the failure of an expression is the problem of an occurrence, which names the field.
 * @param members of an occurrence; left out where it may have any
 */
export function compileChecked(
  value: Json,
  pointer: string,
  findings: CompileFinding[],
  members?: readonly string[],
): (occurrence: JsonObject) => Promise<Json> {
  const inputFindings: CompileFinding[] = [];
  const filled = compileInput(value, pointer, inputFindings);
  findings.push(...inputFindings, ...(members ? unknownReads(value, pointer, members) : []));
  return async (occurrence) => {
    try {
      return await filled(occurrence, createSharedBudget());
    } catch (cause) {
      if (!(cause instanceof TransformError)) throw cause;
      const field = pointer.slice(1).replaceAll('/', '.');
      throw new Problem('parameters_invalid', `\`${field}\` of the trigger: ${cause.message}`, { cause });
    }
  };
}

/** Compiles a value whose texts may hold `${ }` expressions over the occurrence, which are jq without variables. */
function compileInput(value: Json, pointer: string, findings: CompileFinding[]): Filled {
  if (typeof value === 'string') return compileText(value, pointer, findings);
  if (value === null || typeof value !== 'object') return () => value;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => compileInput(item, pointerTo(pointer, index), findings));
    return (occurrence, shared) => inSequence(items, (item) => item(occurrence, shared));
  }
  const members = Object.entries(value).map(
    ([name, member]) => [name, compileInput(member, pointerTo(pointer, name), findings)] as const,
  );
  return (occurrence, shared) =>
    whenReady(
      inSequence(members, ([name, member]) =>
        whenReady(member(occurrence, shared), (each): [string, Json] => [name, each]),
      ),
      (entries): Json => Object.fromEntries(entries),
    );
}

/** Finds expressions that read a member which no occurrence has: it would be null each time. */
function unknownReads(value: Json, pointer: string, members: readonly string[]): CompileFinding[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, item]) =>
      unknownReads(item, pointerTo(pointer, name), members),
    );
  }
  if (typeof value !== 'string' || !value.includes('${')) return [];
  const before = '$occurrence | (';
  return interpolation(value).parts.flatMap((part): CompileFinding[] => {
    if (part.kind !== 'expression' || !compileExpression(part.source, pointer, [])) return [];
    return pathsRead(`${before}${part.source}\n)`, 'occurrence').flatMap(({ names, last, isExpected }) => {
      const [name = ''] = names;
      if (isExpected || members.includes(name)) return [];
      const message = `\`.${name}\` is always null: the occurrence has ${listed(members)}`;
      const isInEvent = members.includes('event');
      const hint = isInEvent ? `Write \`.event.${names.join('.')}\`.` : 'Write one of these members.';
      const offset = part.offset + last.start - before.length;
      return [{ rule: 'field-unknown', severity: 'warning', pointer, offset, message, hint }];
    });
  });
}

function listed(members: readonly string[]): string {
  return `${members
    .slice(0, -1)
    .map((each) => `\`.${each}\``)
    .join(', ')} and \`.${members.at(-1)}\``;
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
    return (occurrence, shared) => (program ? evaluate(program, occurrence, shared) : null);
  });
  if (whole) {
    const [expression] = values.filter((_, index) => parts[index]?.kind === 'expression');
    return (occurrence, shared) => expression?.(occurrence, shared) ?? null;
  }
  return (occurrence, shared) =>
    whenReady(
      inSequence(values, (part) => part(occurrence, shared)),
      (texts) => texts.map((part) => (typeof part === 'string' ? part : toJsonText(part))).join(''),
    );
}
