import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldName } from '../../../api/graphql/operation-fields.js';
import { createSchema } from '../../../api/graphql/schema.js';
import { operationNamed, operations } from '../../../api/operations/registry.js';
import { kinds } from '../../../controller/kinds/index.js';
import { DemoService } from '../../fixtures/demo-service.js';
import { connectClient } from '../mcp/clients.js';
import { argumentsOf, selectAll } from './selection.js';

/** One call as each surface makes it. */
interface Call {
  operation: string;
  input: Record<string, unknown>;
  rest: [method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown];
  /** The arguments of the tool of that name, where there is one. */
  tool?: [name: string, args: Record<string, unknown>];
}

let demo: DemoService;
let url = '';
let apiKey = '';
let run = '';
const schema = createSchema({ operations, kinds });

beforeAll(async () => {
  demo = await DemoService.start();
  ({ url, apiKey } = await demo.listen());
  run = (await demo.run('restock', {})).id;
}, 60_000);
afterAll(() => demo.stop());

const entity = { op: 'platform', type: 'connection', name: 'shop' };

const calls: Call[] = [
  {
    operation: 'read-entity',
    input: { branch: 'main', ...entity },
    rest: ['GET', '/api/v1/main/entities/platform/connection/shop'],
    tool: ['read-entity', { branch: 'main', ...entity }],
  },
  {
    operation: 'read-entity',
    input: { branch: 'main', ...entity, name: 'shpo' },
    rest: ['GET', '/api/v1/main/entities/platform/connection/shpo'],
    tool: ['read-entity', { branch: 'main', ...entity, name: 'shpo' }],
  },
  {
    operation: 'read-entity',
    input: { branch: 'main', ...entity, type: 'conection' },
    rest: ['GET', '/api/v1/main/entities/platform/conection/shop'],
    tool: ['read-entity', { branch: 'main', ...entity, type: 'conection' }],
  },
  {
    operation: 'read-entity',
    input: { branch: 'nowhere', ...entity },
    rest: ['GET', '/api/v1/nowhere/entities/platform/connection/shop'],
    tool: ['read-entity', { branch: 'nowhere', ...entity }],
  },
  {
    operation: 'list-entities',
    input: { branch: 'main', op: 'platform', type: 'flow', first: 3 },
    rest: ['GET', '/api/v1/main/entities/platform/flow?limit=3'],
    tool: ['list-entities', { branch: 'main', op: 'platform', type: 'flow', limit: 3 }],
  },
  {
    operation: 'list-entities',
    input: { branch: 'main', op: 'platform', type: 'flow', q: 'orders', first: 50 },
    rest: ['GET', '/api/v1/main/entities/platform/flow?q=orders'],
    tool: ['list-entities', { branch: 'main', op: 'platform', type: 'flow', q: 'orders' }],
  },
  {
    operation: 'describe-flow',
    input: { branch: 'main', flow: 'restock' },
    rest: ['GET', '/api/v1/main/flows/restock/context'],
  },
  { operation: 'list-runs', input: { branch: 'main', first: 50 }, rest: ['GET', '/api/v1/main/runs'] },
  { operation: 'list-branches', input: {}, rest: ['GET', '/api/v1/platform/branches'] },
  { operation: 'list-errors', input: {}, rest: ['GET', '/api/v1/platform/errors'] },
  { operation: 'read-error', input: { code: 'nothing' }, rest: ['GET', '/api/v1/platform/errors/nothing'] },
  { operation: 'read-me', input: {}, rest: ['GET', '/api/v1/platform/auth/me'] },
  {
    operation: 'run-flow',
    input: { branch: 'main', flow: 'restok', parameters: {} },
    rest: ['POST', '/api/v1/main/flows/restok/runs', {}],
    tool: ['run-flow', { branch: 'main', flow: 'restok', parameters: {} }],
  },
  {
    operation: 'run-flow',
    input: { branch: 'main', flow: 'accept-order', parameters: { externalId: 7 } },
    rest: ['POST', '/api/v1/main/flows/accept-order/runs', { externalId: 7 }],
    tool: ['run-flow', { branch: 'main', flow: 'accept-order', parameters: { externalId: 7 } }],
  },
  {
    operation: 'delete-api-key',
    input: { id: 'nothing' },
    rest: ['DELETE', '/api/v1/platform/api-keys/nothing'],
    tool: ['delete-api-key', { id: 'nothing' }],
  },
  {
    operation: 'rotate-api-key',
    input: { id: 'nothing' },
    rest: ['POST', '/api/v1/platform/api-keys/nothing/rotate', {}],
    tool: ['rotate-api-key', { id: 'nothing' }],
  },
];

interface Outcome {
  data?: unknown;
  problem?: { code: string; hints: string[]; errors: unknown };
}

describe('the same call over each surface', () => {
  test.each(calls.map((call) => [`${call.rest[0]} ${call.rest[1]}`, call] as const))(
    '%s gives the same data, or the same code and hints',
    async (_name, call) => {
      const rest = await overRest(call);
      const graphql = await overGraphQL(call);
      expect(graphql.problem).toEqual(rest.problem);
      // GraphQL answers with the fields it is asked for.
      expect(graphql.data ?? {}).toEqual(asAsked(rest.data ?? {}, graphql.data ?? {}));
      if (!call.tool) return;
      const mcp = await overMcp(call.tool);
      expect(mcp.problem).toEqual(rest.problem);
      expect(mcp.data ?? {}).toEqual(asAsked(rest.data ?? {}, mcp.data ?? {}));
    },
  );

  test('a run that is read while others go on', async () => {
    const read = { branch: 'main', run };
    const rest = await overRest({
      operation: 'read-run',
      input: read,
      rest: ['GET', `/api/v1/main/runs/${run}`],
    });
    const graphql = await overGraphQL({ operation: 'read-run', input: read, rest: ['GET', ''] });
    expect(graphql.data).toEqual(asAsked(rest.data, graphql.data));
  });
});

async function overRest({ rest: [method, path, body] }: Call): Promise<Outcome> {
  const answer = await fetch(url + path, {
    method,
    headers: { 'x-api-key': apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const value = text === '' ? true : JSON.parse(text);
  return answer.ok ? { data: value } : { problem: problemOf(value) };
}

async function overGraphQL({ operation, input }: Call): Promise<Outcome> {
  const field = fieldName(operationNamed(operation));
  const isMutation = !operationNamed(operation).hints.readOnly;
  const known = argumentsOf(schema, field, isMutation).filter(({ name }) => name in input);
  const variables = known.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const given = known.map(({ name }) => `${name}: $${name}`).join(', ');
  const query = `${isMutation ? 'mutation' : 'query'} ${variables && `(${variables})`} { answer: ${field} ${given && `(${given})`}${selectAll(schema, field, isMutation)} }`;
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: input }),
  });
  const { data, errors } = JSON.parse(await answer.text());
  if (errors) return { problem: problemOf(errors[0].extensions) };
  const value = data.answer;
  if (Array.isArray(value)) return { data: { items: value } };
  return { data: value?.pageInfo ? { items: value.nodes } : value };
}

async function overMcp([name, args]: [string, Record<string, unknown>]): Promise<Outcome> {
  const client = await connectClient({ url, apiKey }, 'auto');
  const { isError, structuredContent } = await client.callTool({ name, arguments: args });
  if (!isError) return { data: structuredContent };
  return { problem: problemOf(structuredContent as Record<string, unknown>) };
}

function problemOf({ code, hints, errors }: Record<string, unknown>): NonNullable<Outcome['problem']> {
  return { code: String(code), hints: hints as string[], errors };
}

/** Of `value`, what `asked` has too; a field without a value and one that is not there are alike. */
function asAsked(value: unknown, asked: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(asked)) {
    return value.map((item, index) => asAsked(item, asked[index]));
  }
  if (typeof value !== 'object' || value === null || typeof asked !== 'object' || asked === null) {
    return value ?? null;
  }
  const members = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(asked).map(([name, inner]) => [name, asAsked(members[name], inner)]),
  );
}
