import { isObject } from '../data/values.js';
import type { TaskType } from './contract.js';
import { readProcessOptions } from './run-process.js';
import { runScript } from './run-script.js';
import { runShell } from './run-shell.js';
import { runWorkflow } from './run-workflow.js';
import { unsupported } from './unsupported.js';

/** Runs a script, a shell command or another flow; containers are not built yet. */
export const run: TaskType = {
  key: 'run',
  compile(definition, context) {
    const pointer = `${context.pointer}/run`;
    const process = isObject(definition['run']) ? definition['run'] : {};
    const { workflow, script, shell, container } = process;
    if (workflow !== undefined) return runWorkflow(workflow, process['await'] !== false, context);
    if (script !== undefined) return runScript(script, readProcessOptions(process, context), context);
    if (shell !== undefined) return runShell(shell, readProcessOptions(process, context), context);
    if (container !== undefined) return unsupported(context, 'run: container', `${pointer}/container`);
    context.report({
      rule: 'flow-structure',
      pointer,
      message: 'says nothing to run',
      hint: 'Write one of `workflow`, `container`, `script`, `shell`.',
    });
    return { perform: (_, input) => input };
  },
};
