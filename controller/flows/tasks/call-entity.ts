import type { Json, JsonObject } from '../../../schemas/json.js';
import type { TaskBody } from '../execution/node.js';
import { fill } from '../expressions/template.js';
import { callStore } from './call-store.js';
import type { TaskContext } from './contract.js';

const nothing: TaskBody = { perform: (_, input) => input };
const kinds = ['mapping', 'template', 'store'];
/** `<kind>/<name>` with, for kinds that have some, `.<action>`. */
const reference = /^([^/.]*)\/([^/.]*)(?:\.(.*))?$/;
const entityName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Calls an entity of the branch: `mapping/<name>`, `template/<name>`, `store/<name>.<action>`. */
export function callEntity(target: string, definition: JsonObject, context: TaskContext): TaskBody {
  const pointer = `${context.pointer}/call`;
  const [, kind = '', name = '', action] = reference.exec(target) ?? [];
  if (!kinds.includes(kind)) {
    const hint =
      kind === 'script'
        ? `Scripts are run: \`run: { script: { source: { endpoint: "svc:script/${name}" } } }\`.`
        : 'Entities are called `mapping/<name>`, `template/<name>` and `store/<name>.<action>`.';
    context.unknown(`\`${target}\` is nothing that can be called`, kind, kinds, pointer, hint);
    return nothing;
  }
  if (!entityName.test(name)) {
    context.report({ rule: 'flow-structure', pointer, message: `\`${name}\` is not the name of a ${kind}` });
    return nothing;
  }
  if (kind === 'store') return callStore(name, action, definition['with'], context);
  if (action !== undefined) {
    const message = `a ${kind} has no actions`;
    context.report({ rule: 'flow-structure', pointer, message, hint: `Write \`${kind}/${name}\`.` });
    return nothing;
  }
  return transform(kind as 'mapping' | 'template', name, definition['with'], context);
}

/** The input is what `with` says, or else the task's; the output is the mapping's, or the text of the template. */
function transform(
  kind: 'mapping' | 'template',
  name: string,
  input: Json | undefined,
  context: TaskContext,
): TaskBody {
  context.usesEntity(kind, name, `${context.pointer}/call`);
  const template = input === undefined ? undefined : context.template(input, `${context.pointer}/with`);
  return {
    perform(scope, data) {
      const value = template === undefined ? data : fill(template, data, scope);
      return scope.frame.run.host.transform(`${scope.key}:output`, kind, name, value);
    },
  };
}
