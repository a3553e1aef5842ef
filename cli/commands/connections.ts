import type { Consent } from '../../controller/consents/index.js';
import type { ConnectionTest } from '../../controller/runs/contract.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { Json, JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { objectOr } from '../../schemas/json/values.js';
import { didYouMean } from '../../schemas/nearest.js';
import { connectionOptions } from '../client/connect.js';
import { allItems, getAction, printAnswer } from '../client/noun-command.js';
import { buildParameters, parseParameter, readParametersFile } from '../client/parameters.js';
import { type ApiClient, apiPath, type Connection } from '../client/rest/api-client.js';
import { type Command, isSet, type Options, text, texts } from '../contract/command.js';
import { exitCodes, misuse, ProblemFailure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { getTable, type Table } from '../output/table.js';

const noun = {
  command: 'connections',
  actions: {
    list: [],
    test: ['name'],
    actions: ['name'],
    call: ['name', 'action'],
    consent: ['name'],
    'consent-state': ['name'],
    'revoke-consent': ['name'],
  },
  list: 'list',
} as const;

export const connections: Command = {
  usage: 'connections <action> [name] [connector-action]',
  summary: 'list or test connections, show their actions, call one, or begin and revoke consents',
  description:
    'Actions: list, test <name> or test --all (connect with the credentials), actions <name> (with their\n' +
    'parameters), call <name> <action> (with -p). A call passes the same checks as that of a flow.\n' +
    'consent <name> prints the address at which a person consents to the use of an API; consent-state <name>\n' +
    'shows who has, and revoke-consent <name> ends it.',
  names: [{ choices: Object.keys(noun.actions) }, 'connection'],
  options: [
    ...connectionOptions,
    {
      flags: '-e, --env <environment>',
      description: 'environment of the connection (default: the default environment)',
      names: 'environment',
    },
    { flags: '--all', description: 'test all connections, a few at a time' },
    {
      flags: '-p, --param <name=value>',
      description: 'an argument of the action; `name:=json` for one that is no text',
      repeatable: true,
    },
    {
      flags: '--params-file <file>',
      description: 'YAML or JSON file with arguments, `-` for standard input',
    },
  ],
  examples: [
    'svc connections test shop',
    'svc connections test --all --env staging',
    'svc connections actions shop',
    'svc connections call shop get -p path=/orders/17 --env staging',
    'svc connections consent crm',
  ],
  async run(io, args, options) {
    const isAll = args[0] === 'test' && isSet(options, 'all');
    const action = isAll ? 'test' : getAction(noun, args);
    const [, name = '', called = ''] = args;
    const env = text(options, 'env');
    if (isAll && name !== '')
      throw misuse('`--all` tests all connections', 'Leave out the name, or `--all`.');
    const request = { io, options, name, isAll, query: env === undefined ? {} : { env } };
    const answer = await printAnswer(
      io,
      options,
      (connection) => ask(connection, action, request, called),
      shown,
    );
    const tests = 'tests' in answer ? answer.tests : 'ok' in answer ? [answer] : [];
    return tests.every(({ ok }) => ok) ? exitCodes.done : exitCodes.faulted;
  },
};

interface ListedConnection {
  name: string;
  definition: JsonObject;
}

interface ActionView {
  name: string;
  title: string;
  input: JsonSchema;
}

type Answer =
  | { items: ListedConnection[] }
  | { connector: string; items: ActionView[] }
  | ConnectionTest
  | { tests: (ConnectionTest & { name: string })[] }
  | { output: Json; warning?: string | null }
  | { address: string; redirectUri: string; secret: string; expiresAt: string }
  | ShownConsent
  | { revoked: boolean; atAuthority: boolean };

interface ConnectionRequest {
  io: Io;
  options: Options;
  name: string;
  /** True to test all connections. */
  isAll: boolean;
  query: { env?: string };
}

async function ask(
  { api, branch }: Connection,
  action: keyof typeof noun.actions,
  request: ConnectionRequest,
  called: string,
): Promise<Answer> {
  const base = apiPath`/api/v1/${await branch()}/connections`;
  if (action === 'list') return allItems<ListedConnection>(api, base);
  if (request.isAll) return { tests: await testAll(api, base, request.query) };
  const path = `${base}/${encodeURIComponent(request.name)}`;
  if (action === 'test') return api.call(`${path}/test`, { method: 'POST', query: request.query });
  if (action === 'actions') return api.call(`${path}/actions`, { query: request.query });
  if (action === 'consent') return api.call(`${path}/consent`, { method: 'POST', query: request.query });
  if (action === 'consent-state') return api.call(`${path}/consent`, { query: request.query });
  if (action === 'revoke-consent')
    return api.call(`${path}/consent`, { method: 'DELETE', query: request.query });
  return call(api, path, called, request);
}

/** Connections that are tested at the same time. */
const maxTests = 4;

/** Tests all connections, in the order of the list; one that cannot be tested counts as one that does not work. */
async function testAll(api: ApiClient, base: string, query: ConnectionRequest['query']) {
  const { items } = await allItems<ListedConnection>(api, base);
  const tests: (ConnectionTest & { name: string })[] = [];
  const waiting = items.map(({ name }, index) => ({ name, index }));
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { name, index } = next;
      tests[index] = { name, ...(await testOne(api, `${base}/${encodeURIComponent(name)}/test`, query)) };
    }
  };
  await Promise.all(Array.from({ length: maxTests }, work));
  return tests;
}

async function testOne(
  api: ApiClient,
  path: string,
  query: ConnectionRequest['query'],
): Promise<ConnectionTest> {
  const began = performance.now();
  try {
    return await api.call<ConnectionTest>(path, { method: 'POST', query });
  } catch (error) {
    if (!(error instanceof ProblemFailure)) throw error;
    return { ok: false, latencyMs: Math.round(performance.now() - began), detail: error.message };
  }
}

async function call(
  api: ApiClient,
  path: string,
  action: string,
  { io, options, query }: ConnectionRequest,
): Promise<Answer> {
  const { items } = await api.call<{ items: ActionView[] }>(`${path}/actions`, { query });
  const connection = items.find(({ name }) => name === action);
  if (!connection) {
    const names = items.map(({ name }) => name);
    const hints = [
      ...didYouMean(action, names),
      `Use one of ${names.map((name) => `\`${name}\``).join(', ')}.`,
    ];
    throw misuse(`The connection has no action \`${action}\``, ...hints);
  }
  const file = text(options, 'paramsFile');
  const parameters = texts(options, 'param').map(parseParameter);
  const fromFile = file === undefined ? {} : await readParametersFile(io, file);
  const body = buildParameters(parameters, connection.input, fromFile);
  return api.call(`${path}/actions/${encodeURIComponent(action)}`, { method: 'POST', query, body });
}

function shown(answer: Answer): string | Table {
  if ('output' in answer) return outputText(answer.output);
  if ('ok' in answer) {
    return `${answer.ok ? 'reached' : 'does not work'} (${answer.latencyMs} ms): ${answer.detail}`;
  }
  if ('address' in answer) {
    const until = `Open it by ${answer.expiresAt} in the browser in which you are signed in at the console.`;
    return `${answer.address}\n${until} The authority has to know the redirect address ${answer.redirectUri}`;
  }
  if ('revoked' in answer) return revokedText(answer);
  if ('givenBy' in answer) return consentText(answer);
  if ('tests' in answer) return testTable(answer.tests);
  if ('connector' in answer) return actionTable(answer.items);
  return getTable(
    answer.items,
    [
      { title: 'connection', value: ({ name }) => name, isWhole: true },
      { title: 'connector', value: ({ definition }) => String(definition['connector']) },
      {
        title: 'title',
        value: ({ definition }) => stringOr(definition['title'] ?? definition['description']),
      },
    ],
    'No connections.',
  );
}

function revokedText({ revoked, atAuthority }: { revoked: boolean; atAuthority: boolean }): string {
  if (!revoked) return 'There was no consent.';
  return atAuthority
    ? 'Revoked, at the authority too.'
    : 'Revoked here. The connection has no `revocationUrl`: end the consent at the authority too.';
}

type ShownConsent = Pick<Consent, 'status' | 'secret' | 'givenBy' | 'givenAt' | 'endedReason' | 'scopes'>;

function consentText({ status, secret, givenBy, givenAt, endedReason, scopes }: ShownConsent): string {
  if (status === 'none') return 'No person has consented.';
  const by = givenBy === null ? 'written by hand' : `by ${givenBy} at ${givenAt}`;
  const about = scopes.length === 0 ? '' : `, for ${scopes.join(' ')}`;
  return `${status} ${by}${about}, in the secret ${secret}${endedReason === null ? '' : `: ${endedReason}`}`;
}

function testTable(tests: readonly (ConnectionTest & { name: string })[]): Table {
  return getTable(
    tests,
    [
      { title: 'connection', value: ({ name }) => name, isWhole: true },
      { title: 'test', value: ({ ok }) => (ok ? 'reached' : 'does not work') },
      { title: 'ms', value: ({ latencyMs }) => String(latencyMs) },
      { title: 'detail', value: ({ detail }) => detail },
    ],
    'No connections.',
  );
}

function outputText(output: Json): string {
  return typeof output === 'string' ? output : toJsonText(output, 2);
}

function stringOr(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Actions with their parameters, the required ones marked. */
function actionTable(items: readonly ActionView[]): Table {
  return getTable(
    items,
    [
      { title: 'action', value: ({ name }) => name, isWhole: true },
      { title: 'parameters', value: ({ input }) => `(${getParameters(input).join(', ')})` },
      { title: 'title', value: ({ title }) => title },
    ],
    'No actions.',
  );
}

function getParameters(input: JsonSchema): string[] {
  const { properties, required } = typeof input === 'object' ? input : {};
  const needed = Array.isArray(required) ? required : [];
  return Object.keys(objectOr(properties)).map((each) => (needed.includes(each) ? `${each}*` : each));
}
