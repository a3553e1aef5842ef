import type { JsonObject } from '../../../schemas/json.js';
import { located } from '../errors.js';
import { effect } from '../execution/interruption.js';
import type { TaskBody } from '../execution/node.js';
import { fill } from '../expressions/template.js';
import type { TaskContext } from './contract.js';

/** Invokes an action of a connection; the output is the action's. */
export function callConnection(
  connection: string,
  action: string,
  input: JsonObject,
  context: TaskContext,
): TaskBody {
  const template = context.template(input, `${context.pointer}/with`);
  return {
    perform(scope, data) {
      const parameters = fill(template, data, scope) as JsonObject;
      const { host } = scope.frame.run;
      return effect(scope, (effectContext) =>
        host
          .invoke(connection, action, parameters, effectContext, scope.signal)
          .catch((error) => Promise.reject(located(error, scope.task.reference))),
      );
    },
  };
}
