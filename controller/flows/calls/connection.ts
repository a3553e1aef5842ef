import type { JsonObject } from '../../../schemas/json/types.js';
import { whenReady } from '../../concurrency/computing.js';
import { effect } from '../execution/host-calls.js';
import { withInstance } from '../plan/errors.js';
import type { TaskBody } from '../plan/node.js';
import type { TaskContext } from '../plan/task-type.js';
import { fill } from '../plan/template.js';

/** Compiles the call of a connection's action; the output is the action's. */
export function callConnection(
  connection: string,
  action: string,
  input: JsonObject,
  context: TaskContext,
): TaskBody {
  const template = context.template(input, `${context.pointer}/with`);
  return {
    perform(scope, data) {
      const { host } = scope.frame.run;
      return whenReady(fill(template, data, scope), (parameters) => {
        const call = { connection, action, input: parameters as JsonObject };
        return effect(
          scope,
          (effectContext) =>
            host
              .invoke(call, effectContext, scope.signal)
              .catch((error) => Promise.reject(withInstance(error, scope.task.reference))),
          { describe: () => ({ kind: 'action', target: `${connection}.${action}`, arguments: call.input }) },
        );
      });
    },
  };
}
