import type { Json } from '../../../schemas/json.js';
import { isObject, kindOf } from '../data/values.js';
import type { TaskBody } from '../execution/node.js';
import { fill, joined } from '../expressions/template.js';
import type { TaskContext } from './contract.js';
import { compileProcessInput, type ProcessOptions, processBody } from './run-process.js';

/** Runs a command of the shell, whose arguments are `$1`, `$2` and so on. */
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
    return { perform: (_, input) => input };
  }
  const parts = context.parts(command, `${pointer}/command`);
  if (parts.some(({ kind }) => kind === 'expression')) {
    context.report({
      rule: 'flow-structure',
      severity: 'warning',
      pointer: `${pointer}/command`,
      message: 'what `${ }` gives becomes part of the command, and the shell reads it as code',
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
