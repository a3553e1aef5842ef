import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { pointerTo } from '../../../schemas/json/values.js';
import { createSharedBudget, pathsRead } from '../../expressions/index.js';
import { interpolation } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import { type CompileFinding, TransformError } from '../compile/compilation.js';
import { compileExpression } from '../compile/expression.js';
import { compileFilled } from '../compile/filled-value.js';

/** The members of the occurrences that expressions read. */
export const eventMembers = {
  schedule: ['time', 'trigger'],
  event: ['time', 'trigger', 'event'],
  webhook: ['method', 'path', 'headers', 'query', 'body', 'rawBody'],
} as const;

/**
 * As `compileFilled`; the failure of an expression is the problem of an occurrence, which names the field.
 * @param members of an occurrence; left out where it may have any
 */
export function compileChecked(
  value: Json,
  pointer: string,
  findings: CompileFinding[],
  members?: readonly string[],
): (occurrence: JsonObject) => Promise<Json> {
  const inputFindings: CompileFinding[] = [];
  const filled = compileFilled(value, pointer, inputFindings);
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
