import type { Json } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { kindOf } from '../../data/values.js';
import { emptyBody, type TaskBody } from '../../plan/node.js';
import type { TaskContext } from '../../plan/task-type.js';
import { fill, joined } from '../../plan/template.js';
import { compileProcessInput, type ProcessOptions, processBody } from './process.js';

/** Compiles a shell command; its arguments are `$1`, `$2` and so on. */
export function runShell(value: Json, options: ProcessOptions, context: TaskContext): TaskBody {
  const pointer = `${context.pointer}/run/shell`;
  const shell = isObject(value) ? value : {};
  const { command } = shell;
  if (typeof command !== 'string') {
    context.report({
      rule: 'flow-structure',
      pointer: command === undefined ? pointer : `${pointer}/command`,
      message: `\`command\` is the text of a shell command, not ${kindOf(command ?? null)}`,
    });
    return emptyBody;
  }
  const parts = context.parts(command, `${pointer}/command`);
  if (parts.some(({ kind }) => kind === 'expression')) {
    context.report({
      rule: 'flow-structure',
      severity: 'warning',
      pointer: `${pointer}/command`,
      message: 'the value of `${ }` becomes part of the command, and the shell reads it as code',
      hint: 'Pass values in `arguments` and write `"$1"`; variables of the shell are written `$NAME`.',
    });
  }
  const text = joined(parts);
  const process = compileProcessInput(shell, pointer, context);
  return processBody((input, scope) => {
    const code = String(fill(text, input, scope));
    return { request: { language: 'shell', code, ...process(input, scope) } };
  }, options);
}
