import type { Json } from '../../../schemas/json.js';
import { untilAborted } from '../../signals/index.js';
import { isObject } from '../data/values.js';
import { relocated } from '../errors.js';
import type { TaskBody } from '../execution/node.js';
import { fill } from '../expressions/template.js';
import type { TaskContext } from './contract.js';

/** The output is the other flow's, or the input when it is not awaited. */
export function runWorkflow(value: Json, wait: boolean, context: TaskContext): TaskBody {
  const pointer = `${context.pointer}/run/workflow`;
  const workflow = isObject(value) ? value : {};
  const { namespace, name, version = 'latest', input = {} } = workflow;
  if (typeof namespace !== 'string' || typeof name !== 'string' || typeof version !== 'string') {
    context.report({
      rule: 'flow-structure',
      pointer,
      message: '`namespace`, `name` and `version` name the flow to run',
    });
    return { perform: (_, data) => data };
  }
  const flow = { namespace, name, version };
  context.usesFlow(flow, pointer);
  const template = context.template(input, `${pointer}/input`);
  return {
    async perform(scope, data) {
      const { host } = scope.frame.run;
      const parameters = fill(template, data, scope);
      try {
        const result = host.runFlow(scope.key, flow, parameters, wait, scope.signal);
        const output = await untilAborted(result, scope.signal);
        return wait ? output : data;
      } catch (error) {
        throw relocated(error, scope.task.reference);
      }
    },
  };
}
