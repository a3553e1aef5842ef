import type { Json } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { untilAborted } from '../../concurrency/signals.js';
import { atInstance } from '../plan/errors.js';
import type { CompiledBody, TaskContext, TaskType } from '../plan/task-type.js';
import { fill } from '../plan/template.js';
import { runContainer } from './processes/container.js';
import { readProcessOptions } from './processes/process.js';
import { runScript } from './processes/script.js';
import { runShell } from './processes/shell.js';
import { unsupported } from './unsupported.js';

/** Runs a script, a shell command, a container or another flow. */
export const run: TaskType = {
  key: 'run',
  compile(definition, context) {
    const pointer = `${context.pointer}/run`;
    const process = objectOr(definition['run']);
    const { workflow, script, shell, container } = process;
    if (workflow !== undefined) {
      if (process['return'] !== undefined) {
        const hint = 'Remove it: the output of a flow is its result. Shape it with `output.as`.';
        unsupported(context, 'return of a flow', `${pointer}/return`, hint);
      }
      return runWorkflow(workflow, process['await'] !== false, context);
    }
    if (script !== undefined) return runScript(process, readProcessOptions(process, context), context);
    if (shell !== undefined) return runShell(process, readProcessOptions(process, context), context);
    if (container !== undefined)
      return runContainer(container, readProcessOptions(process, context), context);
    if (typeof definition['run'] === 'string') {
      const hint = 'Write `run: { shell: { command: … } }`, or `script` or `container` in place of `shell`.';
      const message = '`run` is an object, which says what runs the text';
      return context.report({ rule: 'flow-structure', pointer, replaces: pointer, message, hint });
    }
    const hint = 'Write one of `workflow`, `container`, `script`, `shell`.';
    return context.fault(pointer, 'names nothing to run', hint);
  },
};

/** Compiles the run of another flow; the output is that flow's, or the input when the task does not wait. */
function runWorkflow(value: Json, wait: boolean, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/run/workflow`;
  const { namespace, name, version = 'latest', input = {} } = objectOr(value);
  if (typeof namespace !== 'string' || typeof name !== 'string' || typeof version !== 'string') {
    return context.fault(pointer, '`namespace`, `name` and `version` name the flow to run');
  }
  const flow = { namespace, name, version };
  const isWritten = objectOr(value)['input'] !== undefined;
  context.usesFlow(flow, pointer, isWritten ? { value: input, pointer: `${pointer}/input` } : undefined);
  const template = context.template(input, `${pointer}/input`);
  return {
    async perform(scope, data) {
      const { host } = scope.frame.run;
      const parameters = await fill(template, data, scope);
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
