import type { Json } from '../../../schemas/json/types.js';
import { type Caller, graphQL, mcp, rest, type Surface } from '../../api/parity/surfaces.js';
import type { AttackGroup } from './attack.js';
import { branches, redirectFlows } from './repository.js';
import { canaries, getCanary, type Role, roles, type Target } from './target.js';

type Input = Record<string, Json>;

interface Way {
  name: string;
  operation: string;
  input: Input;
  /** The use that is allowed sends the secret to the listener. */
  sends: boolean;
  /** A refusal is a problem; without a secret the way is open to everyone who may run flows. */
  usesSecret: boolean;
}

const flowWay = (flow: string, sends = true, usesSecret = true): Way => ({
  name: `the flow ${flow}`,
  operation: 'run-flow',
  input: { flow, parameters: {} },
  sends,
  usesSecret,
});

const ways: readonly Way[] = [
  ...['connection', 'secrets', 'subflow', 'script', 'store', 'cached'].map((flow) => flowWay(flow)),
  ...redirectFlows.map((flow) => flowWay(flow)),
  flowWay('explode', false),
  flowWay('store-read', false, false),
  {
    name: 'an action',
    operation: 'invoke-connector-action',
    input: { connection: 'shop', action: 'get', input: { path: '/' } },
    sends: true,
    usesSecret: true,
  },
  {
    name: 'a connection test',
    operation: 'test-connection',
    input: { connection: 'shop' },
    sends: true,
    usesSecret: true,
  },
];

const cells = branches.flatMap((branch) =>
  [undefined, 'staging', 'production'].map((environment) => ({ branch, environment })),
);

type Cell = (typeof cells)[number];

/** The path of the secret that a use may read; undefined when the policy must refuse it. */
function allowed({ branch, environment }: Cell): string | undefined {
  if (branch === 'main') return environment === undefined ? 'shop' : `${environment}/shop`;
  return branch === 'preview/1' && environment === 'staging' ? 'staging/shop' : undefined;
}

/** The secrets that runs of the branch may have put into a store. */
function storedBy(branch: string): string[] {
  return cells.flatMap((cell) => {
    const secret = cell.branch === branch ? allowed(cell) : undefined;
    return secret === undefined ? [] : [getCanary(secret)];
  });
}

/** Uses of secrets in every way, on every branch, in every environment, over every surface, with every role. */
export const secrets: AttackGroup = {
  name: 'secrets',
  share: 3,
  attacks: (target) => [
    ...ways.flatMap((way) =>
      [rest, graphQL, mcp].flatMap((surface) =>
        roles.map((role) => ({
          name: `${way.name} over ${surface.name} as ${role}`,
          run: () => useSecrets(target, way, { surface, role }),
        })),
      ),
    ),
    ...roles.map((role) => ({ name: `a served flow as ${role}`, run: () => serve(target, role) })),
    ...branches.flatMap((branch) =>
      roles.map((role) => ({
        name: `validation of ${branch} as ${role}`,
        run: () => validate(target, branch, role),
      })),
    ),
  ],
};

async function useSecrets(
  target: Target,
  way: Way,
  { surface, role }: { surface: Surface; role: Role },
): Promise<void> {
  for (const cell of cells) {
    const { branch, environment } = cell;
    const input = { branch, ...way.input, ...(environment === undefined ? {} : { env: environment }) };
    target.listener.take();
    const answer = await surface.call(getCaller(target), target.keys[role], way.operation, input);
    // MCP has no tool for every operation.
    if (answer === undefined) return;
    const where = `${way.name} over ${surface.name} as ${role} on ${branch} in ${environment ?? 'no environment'}`;
    checkAnswer(target, where, JSON.stringify(answer));
    const secret = role === 'viewer' ? undefined : allowed(cell);
    if (way.usesSecret) {
      const wanted = role === 'viewer' ? 'forbidden' : 'environment_not_allowed';
      const code = answer.problem?.code;
      if (secret === undefined && code !== wanted)
        target.report.fail(`${where} was not refused as ${wanted}: ${JSON.stringify(answer).slice(0, 300)}`);
      if (secret !== undefined && code !== undefined && !way.name.includes('redirect'))
        target.report.fail(`${where} was refused: ${JSON.stringify(answer).slice(0, 300)}`);
    }
    // A store gives what runs of the same branch put there.
    const stored = way.name === 'the flow store-read' ? storedBy(branch) : [];
    checkReceived(target, where, {
      secret,
      stored,
      sends: way.sends,
      isCached: way.name === 'the flow cached',
    });
  }
}

/** No answer may show a secret. */
function checkAnswer({ report }: Target, where: string, text: string): void {
  for (const canary of canaries)
    if (text.includes(canary)) report.fail(`${where}: the answer shows ${canary}`);
}

/** The listener gets the secret of an allowed use, and no other; another origin gets no request at all. */
function checkReceived(
  { listener, report }: Target,
  where: string,
  {
    secret,
    sends,
    isCached,
    stored = [],
  }: { secret: string | undefined; sends: boolean; isCached: boolean; stored?: string[] },
): void {
  const { shop, elsewhere } = listener.take();
  if (elsewhere.length > 0) report.fail(`${where}: another origin received ${elsewhere[0]}`);
  const right = secret === undefined ? undefined : getCanary(secret);
  for (const canary of canaries) {
    const got = shop.filter((request) => request.includes(canary)).length;
    if (canary !== right && got > 0 && !stored.includes(canary))
      report.fail(`${where}: the server received ${canary}`);
    if (canary === right && sends && got === 0 && !isCached)
      report.fail(`${where}: the server did not receive it`);
  }
}

async function serve(target: Target, role: Role): Promise<void> {
  for (const branch of branches) {
    target.listener.take();
    const path = `/api/v1/${encodeURIComponent(branch)}/flows/secrets/serve`;
    const { status, text } = await target.ask('POST', path, { body: {}, role });
    const where = `a served flow as ${role} on ${branch}`;
    checkAnswer(target, where, text);
    const secret = role === 'viewer' ? undefined : allowed({ branch, environment: undefined });
    if (status < 300 !== (secret !== undefined)) target.report.fail(`${where} was answered ${status}`);
    checkReceived(target, where, { secret, sends: true, isCached: false });
  }
}

/** Content that a validation must not act on. */
async function validate(target: Target, branch: string, role: Role): Promise<void> {
  const { listener } = target;
  const base = listener.shop.base;
  const files = ['shop', 'staging/shop', 'production/shop', 'platform/shop'].map((secret, number) => ({
    path: `connections/new-${number}.yaml`,
    content: `kind: connection\nname: new-${number}\nconnector: http\nconfig: { baseUrl: '${base}', auth: { type: bearer, token: { secret: ${secret}, key: key } } }\n`,
  }));
  listener.take();
  const path = `/api/v1/${encodeURIComponent(branch)}/cicd/validate`;
  const { status, text } = await target.ask('POST', path, { body: { files }, role });
  const where = `validation of ${branch} as ${role}`;
  if (status !== 200) target.report.fail(`${where} was answered ${status}: ${text.slice(0, 300)}`);
  if (!text.includes('outside `platform/`'))
    target.report.fail(`${where} accepts a secret of the installation`);
  checkAnswer(target, where, text);
  const { shop, elsewhere } = listener.take();
  if (shop.length + elsewhere.length > 0) target.report.fail(`${where} called ${[...shop, ...elsewhere][0]}`);
}

/** Requests of a surface, sent over HTTP. */
function getCaller({ service }: Target): Caller {
  return {
    async inject({ method, url, headers: { host: _host, ...headers }, payload }) {
      const body = typeof payload === 'object' ? JSON.stringify(payload) : payload;
      const answer = await fetch(service.url + url, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body }),
      });
      const text = await answer.text();
      return { statusCode: answer.status, body: text, json: () => JSON.parse(text) };
    },
  };
}
