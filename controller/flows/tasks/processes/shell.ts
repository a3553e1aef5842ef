import type { Json } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { kindOf } from '../../data/values.js';
import type { CompiledBody, TaskContext } from '../../plan/task-type.js';
import { fill, joined } from '../../plan/template.js';
import { compileProcessInput, type ProcessOptions, processBody } from './process.js';

/** Compiles a shell command; its arguments are `$1`, `$2` and so on. */
export function runShell(value: Json, options: ProcessOptions, context: TaskContext): CompiledBody {
  const shell = objectOr(value);
  const { command } = shell;
  const pointer = `${context.pointer}/run/shell`;
  const at = command === undefined ? pointer : `${pointer}/command`;
  if (typeof command !== 'string') {
    const message = `\`command\` is the text of a shell command, not ${kindOf(command ?? null)}`;
    return context.fault(at, message);
  }
  const parts = context.parts(command, at);
  if (parts.some(({ kind }) => kind === 'expression')) {
    context.report({
      rule: 'flow-structure',
      severity: 'warning',
      pointer: at,
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
