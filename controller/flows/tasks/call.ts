import { objectOr } from '../../../schemas/json/values.js';
import { builtIns } from '../calls/catalog/built-in.js';
import { callCatalog } from '../calls/catalog/catalog.js';
import { callConnection } from '../calls/connection.js';
import { callEntity } from '../calls/entity.js';
import { callFunction } from '../calls/function.js';
import { callHttp } from '../calls/http/http.js';
import { callHumanTask, humanTaskName } from '../calls/human-task/human-task.js';
import type { TaskType } from '../plan/task-type.js';
import { unsupported } from './unsupported.js';

/** Protocols of the language that have no implementation here, with what to use instead. */
const protocols: Readonly<Record<string, string>> = {
  asyncapi:
    'Send the message to an HTTP interface of the broker: `call: http`, or an action of a connection.',
  grpc: 'Call an HTTP interface of the service: `call: http`, or an action of a connection.',
  openapi: 'Write the request of the operation: `call: http`, or an action of a connection.',
  a2a: 'Send the JSON-RPC request of the method with `call: http`.',
  mcp: 'Send the JSON-RPC request of the method with `call: http`.',
};
const protocolNames = Object.keys(protocols);
/** Functions of svc, whose names need their catalog. */
const inCatalog = ['human-task', ...Object.keys(builtIns)];
const connectionAction = /^([a-z0-9][a-z0-9-]{0,62})\.([A-Za-z_][\w-]*)$/;

/** Calls a protocol of the language, a function of `use.functions`, an action of a connection, or another entity. */
export const call: TaskType = {
  key: 'call',
  compile(definition, context) {
    const pointer = `${context.pointer}/call`;
    const name = definition['call'];
    if (typeof name !== 'string') return context.fault(pointer, 'must name what to call');
    if (name === 'http') return callHttp(definition['with'], context);
    if (name === humanTaskName) return callHumanTask(definition, context);
    const instead = protocolNames.includes(name) ? protocols[name] : undefined;
    if (instead !== undefined) return unsupported(context, `call: ${name}`, pointer, instead);
    const functions = context.components('functions');
    if (functions.includes(name)) return callFunction(name, definition['with'], context);
    const [, connection, action] = connectionAction.exec(name) ?? [];
    if (connection !== undefined && action !== undefined) {
      const given = { value: objectOr(definition['with']), pointer: `${context.pointer}/with` };
      context.usesConnection({ connection, action, pointer, given });
      return callConnection(connection, action, given.value, context);
    }
    if (/^[^@:]*\/[^@:]*$/.test(name)) return callEntity(name, definition, context);
    if (/@|:/.test(name)) return callCatalog(name, definition['with'], context);
    context.note({ value: { callee: name }, pointer });
    return context.unknown({
      message: `\`${name}\` is neither a protocol nor in \`use.functions\``,
      name,
      candidates: ['http', humanTaskName, ...protocolNames, ...functions],
      pointer,
      hint: inCatalog.includes(name)
        ? `Write \`${name}@default\`.`
        : 'Actions of connections are called `<connection>.<action>`, entities `<kind>/<name>`.',
    });
  },
};
