import type { Json } from '../../../../schemas/json/types.js';
import { effect } from '../../execution/host-calls.js';
import { withInstance } from '../../plan/errors.js';
import type { ProtocolCall } from '../../plan/host.js';
import type { Scope } from '../../plan/node.js';

/** Calls an action of a connector with the configuration of a task; errors name the task. */
export function callProtocol(scope: Scope, call: ProtocolCall): Promise<Json> {
  const { host } = scope.frame.run;
  const { connector, action, config, input } = call;
  return effect(
    scope,
    (context) =>
      host
        .callProtocol(call, context, scope.signal)
        .catch((error) => Promise.reject(withInstance(error, scope.task.reference))),
    {
      describe: () => ({
        kind: 'protocol',
        target: `${connector} ${action}`,
        readsFiles: call.texts !== undefined,
        arguments: { config, input },
      }),
    },
  );
}
