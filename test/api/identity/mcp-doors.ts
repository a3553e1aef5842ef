import type { FastifyInstance } from 'fastify';
import { resourceTemplates } from '../../../api/mcp/resources.js';
import { operations, platformEntities, tools } from '../../../api/operations/registry.js';
import { getExample } from '../../../api/operations/shared/example-value.js';
import type { Operation } from '../../../api/operations/shared/operation.js';
import type { PlatformVerb } from '../../../api/operations/shared/platform-entities.js';
import { getArguments, getName } from '../../../api/operations/shared/tool.js';
import { kinds } from '../../../controller/kinds/index.js';
import { type Door, known } from './doors.js';

/** The operation behind each resource, compared with the list that clients get. */
const behindResource: Readonly<Record<string, string>> = {
  'folios:///search/{q}': 'list-entities',
  'skills:///search/{q}': 'list-entities',
  'versions:///{type}/{name}/history': 'list-versions',
  'runs:///introspection': 'list-runs',
  'runs:///introspection/{id}': 'read-run',
};

/** Every tool, the generic ones once more for each type of the platform, and every resource. */
export function mcpDoors(app: FastifyInstance): Door[] {
  const ask = asker(app);
  const plain = tools.map((tool) => {
    const { properties, required = [] } = getArguments(tool);
    const args = Object.fromEntries(
      required.map((name) => {
        const property = properties[name] ?? {};
        // A choice has its own values.
        const value = 'enum' in property ? undefined : known[name];
        return [name, value ?? getExample(property)];
      }),
    );
    const name = getName(tool);
    return door(`tool ${name}`, tool.operation, (credential) =>
      ask(credential, 'tools/call', { name, arguments: args }),
    );
  });
  return [...plain, ...platformDoors(ask), ...resourceDoors(ask)];
}

type Ask = (credential: string | undefined, method: string, params: object) => Promise<string>;

function door(name: string, operation: Operation | undefined, knock: Door['knock']): Door {
  if (!operation) throw new Error(`No operation is behind ${name}`);
  return { name, operation, isOpen: false, knock };
}

const genericTools: readonly { tool: string; verb: PlatformVerb }[] = [
  { tool: 'read-entity', verb: 'read' },
  { tool: 'list-entities', verb: 'list' },
  { tool: 'create-entity', verb: 'create' },
  { tool: 'update-entity', verb: 'update' },
];

function platformDoors(ask: Ask): Door[] {
  return genericTools.flatMap(({ tool, verb }) =>
    platformEntities.flatMap((entity) => {
      const operation = entity[verb];
      if (!operation) return [];
      const { properties, required = [] } = operation.input;
      const example = (name: string) => known[name] ?? getExample(properties[name] ?? true);
      const own = required.filter((name) => name !== 'branch' && name !== entity.named);
      const fields =
        entity.definition === undefined
          ? Object.fromEntries(own.map((name) => [name, example(name)]))
          : example(entity.definition);
      const contents = { create: { definition: fields }, update: { patch: fields }, read: {}, list: {} };
      const args = {
        type: entity.type,
        ...(verb === 'list' ? {} : { name: String(example(entity.named) || 'some') }),
        ...contents[verb as keyof typeof contents],
      };
      return door(`tool ${tool} of a ${entity.type}`, operation, (credential) =>
        ask(credential, 'tools/call', { name: tool, arguments: args }),
      );
    }),
  );
}

function resourceDoors(ask: Ask): Door[] {
  const uris = [...resourceTemplates.map(({ uriTemplate }) => uriTemplate), 'runs:///introspection'];
  const ofKinds = kinds
    .filter(({ kind }) => kind === 'folio' || kind === 'skill')
    .map(({ plural }) => `${plural}:///some`);
  return [...uris, ...ofKinds].map((template) => {
    const uri = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? 'some');
    const behind = behindResource[template] ?? 'read-entity';
    const operation = operations.find(({ name }) => name === behind);
    return door(`resource ${template}`, operation, (credential) =>
      ask(credential, 'resources/read', { uri }),
    );
  });
}

/** A request of revision 2025-11-25, which needs no handshake to be refused or answered here. */
function asker(app: FastifyInstance): Ask {
  return async (credential, method, params) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        host: '127.0.0.1',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-11-25',
        ...(credential === undefined ? {} : { 'x-api-key': credential }),
      },
      payload: { jsonrpc: '2.0', id: 1, method, params },
    });
    if (answer.statusCode >= 400) return answer.json().code;
    const { result, error } = JSON.parse(getMessage(answer.body));
    if (error) return error.data?.code ?? (error.data?.uri ? 'resource_not_found' : String(error.code));
    return result.isError ? result.structuredContent.code : 'ok';
  };
}

/** The answer itself, which comes as JSON or as the last of some server-sent events. */
function getMessage(body: string): string {
  const events = body.split('\n').filter((line) => /^data: ./.test(line));
  return events.at(-1)?.slice('data: '.length) ?? body;
}
