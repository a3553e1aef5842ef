import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { untilAborted } from '../../concurrency/signals.js';
import { atInstance } from '../plan/errors.js';
import { emptyBody, type TaskBody } from '../plan/node.js';
import type { TaskContext, TaskType } from '../plan/task-type.js';
import { fill } from '../plan/template.js';
import { readProcessOptions } from './processes/process.js';
import { runScript } from './processes/script.js';
import { runShell } from './processes/shell.js';
import { unsupported } from './unsupported.js';

/** Runs a script, a shell command or another flow; containers are not supported yet. */
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
      message: 'names nothing to run',
      hint: 'Write one of `workflow`, `container`, `script`, `shell`.',
    });
    return emptyBody;
  },
};

/** Compiles the run of another flow; the output is that flow's, or the input when the task does not wait. */
function runWorkflow(value: Json, wait: boolean, context: TaskContext): TaskBody {
  const pointer = `${context.pointer}/run/workflow`;
  const workflow = isObject(value) ? value : {};
  const { namespace, name, version = 'latest', input = {} } = workflow;
  if (typeof namespace !== 'string' || typeof name !== 'string' || typeof version !== 'string') {
    context.report({
      rule: 'flow-structure',
      pointer,
      message: '`namespace`, `name` and `version` name the flow to run',
    });
    return emptyBody;
  }
  const flow = { namespace, name, version };
  context.usesFlow(flow, pointer);
  const template = context.template(input, `${pointer}/input`);
  return {
    async perform(scope, data) {
      const { host } = scope.frame.run;
      const parameters = fill(template, data, scope);
      try {
        const result = host.runFlow(scope.key, { flow, input: parameters, wait }, scope.signal);
        const output = await untilAborted(result, scope.signal);
        return wait ? output : data;
      } catch (error) {
        throw atInstance(error, scope.task.reference);
      }
    },
  };
}
