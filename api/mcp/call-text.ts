import type { CallWriter } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { findControl } from '../operations/control/tools.js';
import { findOperation, getGaps } from '../operations/hinted-calls.js';
import { platformEntities, tools } from '../operations/registry.js';
import { toLineJson } from '../operations/shared/line-json.js';
import type { Operation } from '../operations/shared/operation.js';
import { getArguments, getName } from '../operations/shared/tool.js';

interface ToolCall {
  tool: string;
  args: JsonObject;
}

const describe = (args: JsonObject): ToolCall => ({ tool: 'describe', args });
const read = (args: JsonObject): ToolCall => ({ tool: 'read-entity', args });

/** Calls for operations that no tool is named after, from their arguments. */
const calls: Readonly<Record<string, (args: JsonObject) => ToolCall>> = {
  'list-connection-actions': ({ connection = '<name>' }) =>
    describe({ type: 'connection', name: connection }),
  'describe-flow': ({ flow = '<name>' }) => describe({ type: 'flow', name: flow }),
  'list-entity-types': () => describe({}),
  'list-errors': () => describe({ topic: 'error' }),
  'read-error': ({ code = '<code>' }) => describe({ topic: `error.${code}` }),
  'list-trigger-states': () => ({ tool: 'list-entities', args: { type: 'trigger' } }),
  'read-trigger-state': ({ trigger = '<name>' }) => read({ type: 'trigger', name: trigger }),
  'read-run-logs': ({ run = '<id>' }) => read({ type: 'run', name: run, pointer: '/log' }),
  'list-versions': ({ type = '<type>', name = '<name>' }) => read({ type, name, pointer: '/history' }),
  'diff-versions': ({ type = '<type>', name = '<name>', from, to }) =>
    read({ type, name, pointer: ['/diff', from, to].filter((each) => each !== undefined).join('/') }),
  'list-run-tasks': ({ run = '<id>' }) => read({ type: 'run', name: run, pointer: '/tasks' }),
  'read-sync-status': ({ branch = '<name>' }) => read({ type: 'branch', name: branch }),
};

/** Returns a writer of calls as tool calls: `list-entities {"type": "flow"}`. @param production the default branch */
export function toolCallWriter(production: string): CallWriter {
  return ({ operation: name, arguments: args }) => {
    if (name === undefined) return toLineJson(args).slice(1, -1);
    const operation = findOperation(name);
    const toolCall = operation && findToolCall(operation, args);
    if (!toolCall) return `describe ${toLineJson({ topic: `operation.${name}` })}`;
    return `${toolCall.tool} ${toLineJson({ ...toolCall.args, ...getBranch(toolCall, args, production) })}`;
  };
}

/** Returns the argument for a branch that is not the default one, where the tool takes it. */
function getBranch({ tool, args }: ToolCall, { branch, type }: JsonObject, production: string): JsonObject {
  const isOther = branch !== undefined && branch !== production && args['type'] !== 'branch';
  const takes = tools.some(
    (each) => getName(each) === tool && Object.hasOwn(getArguments(each).properties, 'branch'),
  );
  return isOther && takes && type !== null ? { branch } : {};
}

function findToolCall(operation: Operation, allArgs: JsonObject): ToolCall | undefined {
  const special = calls[operation.name];
  if (special) return special(allArgs);
  const { op, branch: _branch, ...named } = allArgs;
  const args = { ...getGaps(operation, allArgs), ...named };
  if (tools.some((tool) => getName(tool) === operation.name)) {
    const ofOp = op === undefined || op === 'platform' ? {} : { op };
    return { tool: operation.name, args: { ...args, ...ofOp } };
  }
  const control = findControl(operation, { ...args, ...(_branch === undefined ? {} : { branch: _branch }) });
  return control ? { tool: 'control', args: control } : findEntityCall(operation, args);
}

/** Returns the call of a tool for any type that performs an operation of one type of the platform. */
function findEntityCall(operation: Operation, args: JsonObject): ToolCall | undefined {
  for (const entity of platformEntities) {
    const { type, named, definition } = entity;
    const { [named]: name = `<${named}>`, ...rest } = args;
    if (operation === entity.list) {
      const filter = Object.keys(args).length === 0 ? {} : { filter: args };
      return { tool: 'list-entities', args: { type, ...filter } };
    }
    if (operation === entity.read) return read({ type, name });
    if (operation === entity.create) return { tool: 'create-entity', args: { type, definition: args } };
    if (operation === entity.update) {
      const patch = definition === undefined ? rest : (rest[definition] ?? {});
      return { tool: 'update-entity', args: { type, name, patch } };
    }
  }
  return undefined;
}
