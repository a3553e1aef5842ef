import type { Json } from '../../../schemas/json/types.js';
import type { TaskContext } from './task-type.js';

/** Reads the name of a variable that a task adds for its inner tasks. @param field where the task has it, such as `for/each` */
export function variable(
  value: Json | undefined,
  fallback: string,
  field: string,
  context: TaskContext,
): string {
  if (value === undefined) return fallback;
  if (typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value)) return value;
  const [, name] = /^\$\{?\s*\$?([A-Za-z_]\w*)\s*\}?$/.exec(typeof value === 'string' ? value : '') ?? [];
  const key = field.slice(field.indexOf('/') + 1);
  const hint =
    name === undefined ? undefined : `Write \`${key}: ${name}\`; in expressions it is \`$${name}\`.`;
  const message = 'must be the name of a variable: letters, digits and `_`';
  context.fault(`${context.pointer}/${field}`, message, hint);
  return name ?? fallback;
}
