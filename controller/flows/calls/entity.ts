import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { whenReady } from '../../concurrency/computing.js';
import { untilAborted } from '../../concurrency/signals.js';
import { replayLoss } from '../plan/losses.js';
import type { TaskBody } from '../plan/node.js';
import type { CompiledBody, TaskContext } from '../plan/task-type.js';
import { fill } from '../plan/template.js';
import { callStore } from './store.js';

const kinds = ['mapping', 'template', 'store'];
/** `<kind>/<name>` with, for kinds that have some, `.<action>`. */
const reference = /^([^/.]*)\/([^/.]*)(?:\.(.*))?$/;
const entityName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Compiles the call of an entity of the branch: `mapping/<name>`, `template/<name>`, `store/<name>.<action>`. */
export function callEntity(target: string, definition: JsonObject, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/call`;
  const [, kind = '', name = '', action] = reference.exec(target) ?? [];
  if (!kinds.includes(kind)) {
    const hint =
      kind === 'script'
        ? `Scripts are run: \`run: { script: { source: { endpoint: "svc:script/${name}" } } }\`.`
        : /^flows?$/.test(kind)
          ? `Flows are run: \`run: { workflow: { namespace: …, name: ${name}, version: latest } }\`.`
          : 'Entities are called `mapping/<name>`, `template/<name>` and `store/<name>.<action>`.';
    const message = `\`${target}\` cannot be called`;
    return context.unknown({ message, name: kind, candidates: kinds, pointer, hint });
  }
  if (!entityName.test(name)) return context.fault(pointer, `\`${name}\` is not the name of a ${kind}`);
  if (kind === 'store') return callStore(name, action, definition['with'], context);
  if (action !== undefined) {
    return context.fault(pointer, `a ${kind} has no actions`, `Write \`${kind}/${name}\`.`);
  }
  return transform(kind as 'mapping' | 'template', name, definition['with'], context);
}

/** The input is `with`, or else the task's input; the output is the mapping's, or the text of the template. */
function transform(
  kind: 'mapping' | 'template',
  name: string,
  input: Json | undefined,
  context: TaskContext,
): TaskBody {
  const args = input === undefined ? undefined : { value: input, pointer: `${context.pointer}/with` };
  context.usesEntity({ kind, name, pointer: `${context.pointer}/call`, args });
  const template = input === undefined ? undefined : context.template(input, `${context.pointer}/with`);
  return {
    perform(scope, data) {
      const value = template === undefined ? data : fill(template, data, scope);
      return whenReady(value, (args) => {
        const output = replayLoss(scope, 'output', () =>
          scope.frame.run.host.transform(`${scope.key}:output`, kind, name, args),
        );
        return output instanceof Promise ? untilAborted(output, scope.ending) : output;
      });
    },
  };
}
