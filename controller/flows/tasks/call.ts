import { objectOr } from '../../../schemas/json/values.js';
import { callConnection } from '../calls/connection.js';
import { callEntity } from '../calls/entity.js';
import { callFunction } from '../calls/function.js';
import { callHttp } from '../calls/http/http.js';
import type { TaskType } from '../plan/task-type.js';
import { unsupported } from './unsupported.js';

/** Protocols of the language that have no implementation here yet. */
const protocols = ['asyncapi', 'grpc', 'openapi', 'a2a', 'mcp'];
const connectionAction = /^([a-z0-9][a-z0-9-]{0,62})\.([A-Za-z_][\w-]*)$/;

/** Calls a protocol of the language, a function of `use.functions`, an action of a connection, or another entity. */
export const call: TaskType = {
  key: 'call',
  compile(definition, context) {
    const pointer = `${context.pointer}/call`;
    const name = definition['call'];
    if (typeof name !== 'string') return context.fault(pointer, 'must name what to call');
    if (name === 'http') return callHttp(definition['with'], context);
    if (protocols.includes(name)) return unsupported(context, `call: ${name}`, pointer);
    const functions = context.components('functions');
    if (functions.includes(name)) return callFunction(name, definition['with'], context);
    const [, connection, action] = connectionAction.exec(name) ?? [];
    if (connection !== undefined && action !== undefined) {
      context.usesConnection(connection, action, pointer);
      return callConnection(connection, action, objectOr(definition['with']), context);
    }
    if (/^[^@:]*\/[^@:]*$/.test(name)) return callEntity(name, definition, context);
    if (/@|:/.test(name)) return unsupported(context, 'functions from a catalog', pointer);
    return context.unknown({
      message: `\`${name}\` is neither a protocol nor in \`use.functions\``,
      name,
      candidates: ['http', ...protocols, ...functions],
      pointer,
      hint: 'Actions of connections are called `<connection>.<action>`, entities `<kind>/<name>`.',
    });
  },
};
