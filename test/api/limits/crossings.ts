import type { ProblemCode } from '../../../controller/problems/index.js';
import type { Settings } from '../../../controller/settings/index.js';
import { limitCrossed } from '../../../controller/yaml-edit/read/yaml-value.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { RealService } from '../identity/real-service.js';
import { graphQL, mcp, type Outcome, rest, type Surface } from '../parity/surfaces.js';

/** A way to cross a limit from outside, and the text that its caller gets. */
export interface Crossing {
  /** The value that the setting is lowered to. */
  to: number;
  /** The code of the problem, of the rule of the finding, or of the error of the run. */
  told: ProblemCode;
  /** The ways that lead to the limit. */
  over: Readonly<Record<string, (service: RealService) => Promise<string | undefined>>>;
}

/** The test that shows a limit which needs a service of its own. */
export interface Elsewhere {
  shownIn: string;
  as: string;
}

const surfaces: readonly Surface[] = [rest, graphQL, mcp];

/** Makes the same call over each surface that offers it. */
function everywhere(operation: string, input: Readonly<Record<string, Json>>): Crossing['over'] {
  const overEach = surfaces.map(({ name, call }) => [
    name,
    async ({ app, adminKey }: RealService) => toldBy(await call(app, adminKey, operation, input)),
  ]);
  return Object.fromEntries(overEach);
}

function toldBy(outcome: Outcome | undefined): string | undefined {
  if (outcome?.problem) return outcome.problem.code;
  const run = outcome?.data as JsonObject | undefined;
  return (run?.['error'] as JsonObject | undefined)?.['code'] as string | undefined;
}

const run = (flow: string, parameters: JsonObject = {}) =>
  everywhere('run-flow', { branch: 'live', flow, parameters, wait: 30 });

/** Sends a body that is refused before it is parsed. */
function send(url: string, payload: object, headers: Record<string, string> = {}) {
  return async (service: RealService) => (await service.call('POST', url, payload, headers)).json().code;
}

const mcpHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };

/** An entity file beyond the limit: read from the branch, and as the result of a write. */
function file(content: string, definition: JsonObject): Crossing['over'] {
  const input = { branch: 'live', op: 'platform', type: String(definition['kind']), definition };
  const writes = surfaces.map(({ name, call }) => [
    `${name}, writing it`,
    async ({ app, adminKey }: RealService) => {
      const { problem } = (await call(app, adminKey, 'create-entity', input)) ?? {};
      return problem?.code;
    },
  ]);
  const validate = async (service: RealService) => {
    const body = { files: [{ path: 'a.yaml', content }] };
    const answer = await service.call('POST', '/api/v1/live/cicd/validate', body);
    return limitCrossed(answer.json().problems.map(({ rule }: JsonObject) => String(rule)));
  };
  return { ...Object.fromEntries(writes), 'REST, validating it': validate };
}

const query = (text: string) => ({
  GraphQL: async (service: RealService) =>
    (await service.call('POST', '/graphql', { query: text })).json().errors?.[0].extensions.code,
});

const folio = (body: Json): JsonObject => ({ kind: 'folio', name: 'big', title: 'Big', body });
const nested = (levels: number): Json => (levels === 0 ? [] : [nested(levels - 1)]);

/** Every limit of the settings: a new one does not compile before it is listed here. */
export const limits: Readonly<Record<keyof Settings['Limits'], Crossing | Elsewhere>> = {
  RequestBody: {
    to: 16_384,
    told: 'body_too_large',
    over: {
      REST: send('/api/v1/live/flows/hello/runs', { name: 'x'.repeat(17_000) }),
      GraphQL: send('/graphql', { query: `{ __typename } #${'x'.repeat(17_000)}` }),
      MCP: send(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'ping', params: { a: 'x'.repeat(17_000) } },
        mcpHeaders,
      ),
      'signing in': send('/api/v1/platform/auth/token', {
        grant_type: 'password',
        password: 'x'.repeat(17_000),
      }),
    },
  },
  QueryDepth: {
    to: 7,
    told: 'query_too_large',
    over: query(`{ flow(name: "hello") { name ${'usedFlows { name '.repeat(7)} ${'}'.repeat(7)} } }`),
  },
  QueryCost: {
    to: 4000,
    told: 'query_too_large',
    over: query(
      '{ flows(first: 20) { nodes { runs(first: 20) { nodes { ...a ...b } } } } } fragment a on Run { id flow branch status output input } fragment b on Run { error { title } trigger principal revision environment }',
    ),
  },
  Subscriptions: {
    shownIn: '../graphql/subscriptions.test.ts',
    as: 'a caller has a limited number of subscriptions',
  },
  Streams: { shownIn: 'streams.test.ts', as: 'a caller has a limited number of streams' },
  YamlFile: {
    to: 4096,
    told: 'yaml_file_too_large',
    over: file(`kind: folio\nname: big\ntitle: Big\nbody: ${'x'.repeat(5000)}\n`, folio('x'.repeat(5000))),
  },
  YamlDepth: {
    to: 12,
    told: 'yaml_too_deep',
    over: file(`kind: environment\nname: a\nvariables: { a: ${'['.repeat(13)}${']'.repeat(13)} }\n`, {
      kind: 'environment',
      name: 'a',
      variables: { a: nested(13) },
    }),
  },
  YamlAliases: {
    to: 3,
    told: 'yaml_too_many_aliases',
    over: {
      'REST, validating it': file(
        'kind: environment\nname: a\nvariables: { a: &v b, b: *v, c: *v, d: *v, e: *v }\n',
        {},
      )['REST, validating it'] as Crossing['over'][string],
    },
  },
  FlowInput: { to: 2048, told: 'flow_input_too_large', over: run('hello', { name: '€'.repeat(700) }) },
  TaskOutput: { to: 2048, told: 'task_output_too_large', over: run('large') },
  FlowDuration: { to: 1, told: 'flow_duration_exceeded', over: run('long') },
  RunTasks: { to: 100, told: 'step_limit', over: run('endless') },
  RunJournal: { to: 65_536, told: 'journal_limit', over: run('wordy') },
  RunNesting: { to: 2, told: 'nesting_limit', over: run('recursive') },
  RunChildren: { to: 2, told: 'children_limit', over: run('parent') },
  ListPage: {
    to: 20,
    told: 'list_page_too_large',
    over: everywhere('list-entities', { branch: 'live', op: 'platform', type: 'flow', limit: 21 }),
  },
  File: { shownIn: 'files.test.ts', as: 'a file beyond `Limits.File`' },
  FilesPerRun: { shownIn: 'files.test.ts', as: 'more files than `Limits.FilesPerRun`' },
  RunLog: { shownIn: 'runs.test.ts', as: 'a log beyond `Limits.RunLog` ends with a mark' },
  ConcurrentRuns: { shownIn: 'queue.test.ts', as: 'three runs go on in all' },
  PendingRuns: { shownIn: 'queue.test.ts', as: 'two wait, and more are refused' },
  CallsInFlight: { shownIn: 'shares.test.ts', as: 'calls beyond `Limits.CallsInFlight` wait' },
  Shares: { shownIn: 'shares.test.ts', as: 'a branch with weight 3 gets three places' },
  GitTransfer: { shownIn: 'git-transfer.test.ts', as: 'a remote that sends more than `Limits.GitTransfer`' },
  RequestsPerMinute: {
    shownIn: 'requests.test.ts',
    as: 'are counted, reported in headers, and refused beyond the limit',
  },
  WebhooksPerMinute: {
    shownIn: 'hooks.test.ts',
    as: 'a sender beyond its limit at a webhook reaches its others',
  },
  SignInsPerMinute: { shownIn: 'requests.test.ts', as: 'of one address are refused beyond the limit' },
};
