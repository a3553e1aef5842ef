import type { LightMyRequestResponse } from 'fastify';
import type { Json } from '../../../../schemas/json/types.js';
import { graphQL, mcp, type Outcome, rest, type Surface } from '../../parity/surfaces.js';
import type { Installation } from './installation.js';

export const document = (name: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n`;

/**
 * The branches: production; listed by a pattern; by no more than `**`; a proposal that is not listed and one that is; the
 * overlay.
 */
export const branches = ['main', 'preview/1', 'other', 'proposals/1', 'proposals/listed', 'local'] as const;
/** Undefined: the caller names none. */
export const environments = [undefined, 'production', 'staging', 'overlay'] as const;

/** The environments as production has them. @param host that branches may send secrets to */
export const environmentFiles = (host: string) => ({
  'environments/production.yaml': 'kind: environment\nname: production\nsecrets: production\n',
  'environments/staging.yaml': `kind: environment\nname: staging\nsecrets: staging\nbranches: ['preview/*', proposals/listed]\nhosts: ['${host}']\n`,
  'environments/overlay.yaml': `kind: environment\nname: overlay\nsecrets: overlay\nbranches: [local, '**']\nhosts: ['${host}']\n`,
});

/** The branches other than production that may use an environment. */
const listed: Readonly<Record<string, readonly string[]>> = {
  staging: ['preview/1', 'proposals/listed'],
  overlay: ['preview/1', 'other', 'local'],
};

/** The environment that each branch has as its default one: a branch chooses it, and production decides over its use. */
export const defaults: Readonly<Record<string, string>> = {
  other: 'staging',
  'proposals/1': 'staging',
  'proposals/listed': 'staging',
  local: 'staging',
};

/** The path of the secret that a use gets; undefined when the policy refuses it. */
export function allowed(branch: string, asked: string | undefined): string | undefined {
  const environment = asked ?? defaults[branch];
  if (branch === 'main') return environment === undefined ? 'shop' : `${environment}/shop`;
  return listed[environment ?? '']?.includes(branch) ? `${environment}/shop` : undefined;
}

export interface Use {
  key: string;
  branch: string;
  environment: string | undefined;
  /** Differs between the rows of one way, and is the same for all branches and environments of a row. */
  row: string;
}

/** A way in which a caller causes a secret to be used. */
export interface Way {
  name: string;
  /** Default all. */
  surfaces?: readonly Surface[];
  /** Default all. */
  environments?: readonly (string | undefined)[];
  /** True when the server that gets the secret answers with an error. */
  isRefused?: boolean;
  /** The way is used twice, and the second use gets the cached answer to the first one. */
  isCached?: boolean;
  /** Undefined when the surface does not offer it. */
  use(surface: Surface, service: Installation, use: Use): Promise<Outcome | undefined>;
}

/** Calls an operation, with `row` in place of every `<row>`. */
function calling(operation: string, input: Record<string, Json>): Way['use'] {
  return (surface, { service }, { key, branch, environment, row }) => {
    const given = JSON.parse(JSON.stringify(input).replaceAll('<row>', row));
    const where = environment === undefined ? { branch } : { branch, env: environment };
    return surface.call(service.app, key, operation, { ...where, ...given });
  };
}

const running = (flow: string, parameters: Record<string, Json> = {}): Way['use'] =>
  calling('run-flow', { flow, parameters });

function getOutcome(answer: LightMyRequestResponse): Outcome {
  if (answer.statusCode < 400) return { data: answer.json() };
  const { code, hints, detail, errors } = answer.json();
  return { problem: { code, hints, detail, errors } };
}

/** A later way is a line here, and files below where it needs some. */
export const ways: readonly Way[] = [
  { name: 'a flow that calls a connection', use: running('connection') },
  { name: 'a flow with `use.secrets`', use: running('secrets') },
  { name: 'a subflow', use: running('subflow') },
  { name: 'a request for an access token', use: running('token') },
  { name: 'a value that is kept in a store', use: running('store') },
  { name: 'a call whose answer is cached', isCached: true, use: running('cached-call', { row: '<row>' }) },
  { name: 'a flow whose output is cached', isCached: true, use: running('cached-flow', { row: '<row>' }) },
  {
    name: 'a flow that is served as an endpoint',
    surfaces: [rest],
    environments: [undefined],
    async use(_surface, { service }, { key, branch }) {
      const url = `/api/v1/${encodeURIComponent(branch)}/flows/secrets/serve`;
      return getOutcome(await service.call('POST', url, {}, { 'x-api-key': key }));
    },
  },
  {
    name: 'a call of an action',
    use: calling('invoke-connector-action', { connection: 'shop', action: 'get', input: { path: '/' } }),
  },
  {
    name: 'a call of an action whose answer is cached',
    isCached: true,
    use: calling('invoke-connector-action', {
      connection: 'shop',
      action: 'get',
      input: { path: '/cached/action/<row>' },
    }),
  },
  { name: 'a test of the connection', use: calling('test-connection', { connection: 'shop' }) },
  {
    name: 'the rows of a connection',
    isRefused: true,
    use: calling('list-entities', { op: 'postgres', connection: 'stock', type: 'tea' }),
  },
  {
    name: 'the types of a connection',
    isRefused: true,
    use: calling('list-entity-types', { op: 'postgres', connection: 'stock' }),
  },
];

export const surfaces = [rest, graphQL, mcp];

/** The connections and flows of the ways. @param port of a server that asks for a password as PostgreSQL does */
/** The path of the webhook whose trigger names an environment. */
export const hookFor = (environment: string | undefined): string => `hook-${environment ?? 'none'}`;

const hookFiles = Object.fromEntries(
  environments.map((environment) => [
    `triggers/${hookFor(environment)}.yaml`,
    `kind: trigger\nname: ${hookFor(environment)}\nflow: plain\ninput: {}\n${environment === undefined ? '' : `environment: ${environment}\n`}webhook: { path: ${hookFor(environment)}, signature: { scheme: github, secret: shop, key: key } }\n`,
  ]),
);

export function files(url: string, port: number): Record<string, string> {
  const header = "headers: { X-Key: '${ $secrets.shop.key }' }";
  const ask = `{ call: http, with: { method: get, endpoint: '${url}', ${header} } }`;
  const client = "{ id: svc, secret: '${ $secrets.shop.key }' }";
  const oauth2 = `{ authority: '${url}', grant: client_credentials, client: ${client} }`;
  return {
    ...environmentFiles(url),
    'connections/shop.yaml': `kind: connection
name: shop
connector: http
config: { baseUrl: '${url}', auth: { type: apiKey, in: header, name: X-Key, value: { secret: shop, key: key } } }
`,
    'connections/stock.yaml': `kind: connection
name: stock
connector: postgres
config: { host: 127.0.0.1, port: ${port}, ssl: disable, database: d, user: u, password: { secret: shop, key: key } }
`,
    ...hookFiles,
    'stores/kept.yaml': 'kind: store\nname: kept\n',
    'cache-policies/calls.yaml':
      'kind: cache-policy\nname: calls\nttl: PT1H\nkey: \'if .path | startswith("/cached") then .path else null end\'\nappliesTo: [{ connection: shop, action: get }]\n',
    'cache-policies/flows.yaml':
      "kind: cache-policy\nname: flows\nttl: PT1H\nkey: '.row'\nappliesTo: [{ flow: cached-flow }]\n",
    'flows/connection.yaml': `${document('connection')}do:\n  - ask: { call: shop.post, with: { path: / } }\n`,
    'flows/secrets.yaml': `${document('secrets')}use: { secrets: [shop] }\ndo:\n  - ask: ${ask}\n`,
    'flows/subflow.yaml': `${document('subflow')}do:
  - ask: { run: { workflow: { namespace: test, name: secrets, version: '1.0.0' } } }
`,
    'flows/token.yaml': `${document('token')}use: { secrets: [shop] }
do:
  - ask: { call: http, with: { method: get, endpoint: { uri: '${url}', authentication: { oauth2: ${oauth2} } } } }
`,
    'flows/store.yaml': `${document('store')}use: { secrets: [shop] }
do:
  - keep: { call: store/kept.set, with: { key: one, value: '\${ $secrets.shop.key }' } }
  - back: { call: store/kept.get, with: { key: one } }
  - ask: { call: http, with: { method: get, endpoint: '${url}', headers: { X-Key: '\${ . }' } } }
`,
    'flows/stored.yaml': `${document('stored')}do:\n  - back: { call: store/kept.get, with: { key: one } }\n`,
    'flows/cached-call.yaml': `${document('cached-call')}do:
  - ask: { call: shop.get, with: { path: '\${ "/cached/" + .row }' } }
`,
    'flows/cached-flow.yaml': `${document('cached-flow')}use: { secrets: [shop] }\ndo:\n  - ask: ${ask}\n`,
    'flows/sleeper.yaml': `${document('sleeper')}use: { secrets: [shop] }
do:
  - sleep: { wait: { milliseconds: 1500 } }
  - ask: ${ask}
`,
    'flows/cached-sleeper.yaml': `${document('cached-sleeper')}do:
  - ask: { call: shop.get, with: { path: /cached/sleeper } }
  - sleep: { wait: { milliseconds: 1500 } }
  - again: { call: shop.get, with: { path: /cached/sleeper } }
`,
    'flows/plain.yaml': `${document('plain')}do:\n  - say: { set: { hello: world } }\n`,
  };
}
