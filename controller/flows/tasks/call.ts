import type { Json } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { callAsyncApi } from '../calls/asyncapi/asyncapi.js';
import { builtIns } from '../calls/catalog/built-in.js';
import { callCatalog } from '../calls/catalog/catalog.js';
import { callConnection } from '../calls/connection.js';
import { callEntity } from '../calls/entity.js';
import { callFunction } from '../calls/function.js';
import { callHttp } from '../calls/http/http.js';
import { callHumanTask, humanTaskName } from '../calls/human-task/human-task.js';
import { callOpenApi } from '../calls/openapi/openapi.js';
import { callA2a } from '../calls/protocols/a2a.js';
import { callGrpc } from '../calls/protocols/grpc.js';
import { callMcp } from '../calls/protocols/mcp.js';
import { actionNamed, toolsIn } from '../calls/tools.js';
import type { CompiledBody, TaskContext, TaskType } from '../plan/task-type.js';

/** Protocols of the language, besides `http`. */
const protocols: Readonly<Record<string, (value: Json | undefined, context: TaskContext) => CompiledBody>> = {
  a2a: callA2a,
  asyncapi: callAsyncApi,
  grpc: callGrpc,
  mcp: callMcp,
  openapi: callOpenApi,
};
/** Functions of svc, whose names need their catalog. */
const inCatalog = ['human-task', ...Object.keys(builtIns)];

/** Calls a protocol of the language, a function of `use.functions`, an action of a connection, or another entity. */
export const call: TaskType = {
  key: 'call',
  compile(definition, context) {
    const pointer = `${context.pointer}/call`;
    const name = definition['call'];
    if (typeof name !== 'string') return context.fault(pointer, 'must name what to call');
    if (name === 'http') return callHttp(definition['with'], context);
    if (name === humanTaskName) return callHumanTask(definition, context);
    const compile = Object.hasOwn(protocols, name) ? protocols[name] : undefined;
    if (compile) return compile(definition['with'], context);
    const functions = context.components('functions');
    if (functions.includes(name)) return callFunction(name, definition['with'], context);
    const called = actionNamed(name);
    if (called) {
      const { connection, action } = called;
      const args = { value: objectOr(definition['with']), pointer: `${context.pointer}/with` };
      context.usesConnection({ connection, action, pointer, args });
      for (const tool of toolsIn(args)) context.usesConnection(tool);
      return callConnection(connection, action, args.value, context);
    }
    if (/^[^@:]*\/[^@:]*$/.test(name)) return callEntity(name, definition, context);
    if (/@|:/.test(name)) return callCatalog(name, definition['with'], context);
    context.note({ value: { callee: name }, pointer });
    return context.unknown({
      message: `\`${name}\` is neither a protocol nor in \`use.functions\``,
      name,
      candidates: ['http', 'openapi', humanTaskName, ...Object.keys(protocols), ...functions],
      pointer,
      hint: inCatalog.includes(name)
        ? `Write \`${name}@default\`.`
        : 'Actions of connections are called `<connection>.<action>`, entities `<kind>/<name>`.',
    });
  },
};
