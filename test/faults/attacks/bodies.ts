import type { Attack, AttackGroup } from './attack.js';
import { hostileFiles } from './hostile-files.js';
import type { Target } from './target.js';

const size = 900_000;
const entities = '/api/v1/other/entities/platform';
const mcpHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };

interface Body {
  method?: string;
  path: string;
  body: () => object | string;
  headers?: object;
}

const list = (length: number): unknown[] =>
  Array.from({ length }, (_, n) => ({ [`t${n}`]: { set: { a: n } } }));

const definition = (tasks: unknown): object => ({
  document: { dsl: '1.0.3', namespace: 'test', name: 'attack', version: '1.0.0' },
  do: tasks,
});

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const bodies: Record<string, Body> = {
  'a new flow of many tasks': { path: `${entities}/flow`, body: () => definition(list(25_000)) },
  'a flow replaced by many tasks': {
    method: 'PUT',
    path: `${entities}/flow/hello?dryRun=true`,
    body: () => definition(list(25_000)),
  },
  'a large patch': {
    method: 'PATCH',
    path: `${entities}/flow/hello?dryRun=true`,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: () => ({ document: { summary: 'x'.repeat(size) } }),
  },
  'many operations of a patch': {
    method: 'PATCH',
    path: `${entities}/flow/hello?dryRun=true`,
    headers: { 'content-type': 'application/json-patch+json' },
    body: () =>
      Array.from({ length: 12_000 }, (_, n) => ({
        op: 'add',
        path: '/do/0',
        value: { [`t${n}`]: { set: { a: 1 } } },
      })),
  },
  'a batch of many changes': {
    path: '/api/v1/other/entities:batch',
    body: () => ({
      message: 'attack',
      changes: Array.from({ length: 9_000 }, (_, n) => ({
        op: 'create',
        type: 'store',
        name: `s${n}`,
        definition: { title: 'x' },
      })),
    }),
  },
  'a package of the validator as a new folio': {
    path: `${entities}/folio`,
    body: () => ({ name: 'attack', title: 'x', body: hostileFiles['a long folio']?.()[0]?.content ?? '' }),
  },
  'a deep GraphQL query': {
    path: '/graphql',
    body: () => ({ query: `${'{ a '.repeat(100_000)}${'}'.repeat(100_000)}` }),
  },
  'a wide GraphQL query': {
    path: '/graphql',
    body: () => ({
      query: `{ ${Array.from({ length: 20_000 }, (_, n) => `a${n}: flows { nodes { name } }`).join(' ')} }`,
    }),
  },
  'GraphQL fragments': {
    path: '/graphql',
    body: () => ({
      query: `{ ...f0 } ${Array.from({ length: 15_000 }, (_, n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`).join(' ')}`,
    }),
  },
  'large GraphQL variables': {
    path: '/graphql',
    body: () => `{"query":"{ flows { nodes { name } } }","variables":{"a":${deep(size / 2)}}}`,
  },
  'an MCP call': {
    path: '/mcp',
    headers: mcpHeaders,
    body: () => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'run-flow',
        arguments: { branch: 'main', flow: 'hello', parameters: { a: 'x'.repeat(size) } },
      },
    }),
  },
  'an MCP list filter': {
    path: '/mcp',
    headers: mcpHeaders,
    body: () => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'list-entities',
        arguments: { type: 'flow', branch: 'main', filter: { q: 'a '.repeat(size / 2) } },
      },
    }),
  },
  'an MCP batch': {
    path: '/mcp',
    headers: mcpHeaders,
    body: () => Array.from({ length: 12_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' })),
  },
  'the input of a run': { path: '/api/v1/main/flows/hello/runs', body: () => ({ a: 'x'.repeat(size) }) },
  'a deep input of a run': { path: '/api/v1/main/flows/hello/runs', body: () => `{"a":${deep(size / 2)}}` },
  'a wide input of a run': {
    path: '/api/v1/main/flows/hello/runs',
    body: () => Object.fromEntries(Array.from({ length: 70_000 }, (_, n) => [`k${n}`, n])),
  },
  'a long search': {
    method: 'GET',
    path: `/api/v1/main/entities/platform/flow?q=${'a+'.repeat(7_000)}`,
    body: () => '',
  },
  'the input of an action': {
    path: '/api/v1/main/connections/shop/actions/get',
    body: () => ({ path: `/${'a'.repeat(size)}` }),
  },
  'many events': {
    path: '/api/v1/platform/events',
    headers: { 'content-type': 'application/cloudevents-batch+json' },
    body: () =>
      Array.from({ length: 9_000 }, (_, n) => ({
        specversion: '1.0',
        id: `${n}`,
        source: '/a',
        type: 'com.example.a',
      })),
  },
};

/** The largest bodies that the service takes, at every place that takes one. */
export const largeBodies: AttackGroup = {
  name: 'bodies',
  share: 2,
  attacks: (target): Attack[] =>
    Object.entries(bodies).map(([name, body]) => ({ name, run: () => send(target, name, body) })),
};

/** The service answers each of them, and by no error of its own. */
async function send(
  target: Target,
  name: string,
  { method = 'POST', path, body, headers = {} }: Body,
): Promise<void> {
  const content = body();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      target.ask(method, path, { role: 'editor', headers, ...(method === 'GET' ? {} : { body: content }) }),
    ),
  );
  // The queue is full, or the listener refuses what an action sends.
  for (const { status, text } of answers)
    if (status >= 500 && status !== 503 && status !== 502)
      target.report.fail(`${name} was answered ${status}: ${text.slice(0, 300)}`);
}
