import type { ConnectionTest } from '../../controller/runs/contract.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { Json, JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { objectOr } from '../../schemas/json/values.js';
import { didYouMean } from '../../schemas/nearest.js';
import { connectionOptions } from '../client/connect.js';
import { allItems, getAction, printAnswer } from '../client/noun-command.js';
import { buildParameters, parseParameter, readParametersFile } from '../client/parameters.js';
import { type ApiClient, apiPath, type Connection } from '../client/rest/api-client.js';
import { type Command, type Options, text, texts } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { getTable, type Table } from '../output/table.js';

const noun = {
  command: 'connections',
  actions: { list: [], test: ['name'], actions: ['name'], call: ['name', 'action'] },
  list: 'list',
} as const;

export const connections: Command = {
  usage: 'connections <action> [name] [connector-action]',
  summary: 'list or test connections, show their actions, or call one',
  description:
    'Actions: list, test <name> (connect with the credentials), actions <name> (with their parameters),\n' +
    'call <name> <action> (with -p). A call passes the same checks as that of a flow.',
  names: [{ choices: Object.keys(noun.actions) }, 'connection'],
  options: [
    ...connectionOptions,
    {
      flags: '-e, --env <environment>',
      description: 'environment of the connection (default: the default environment)',
      names: 'environment',
    },
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
    'svc connections actions shop',
    'svc connections call shop get -p path=/orders/17 --env staging',
  ],
  async run(io, args, options) {
    const action = getAction(noun, args);
    const [, name = '', called = ''] = args;
    const env = text(options, 'env');
    const request = { io, options, name, query: env === undefined ? {} : { env } };
    const answer = await printAnswer(
      io,
      options,
      (connection) => ask(connection, action, request, called),
      shown,
    );
    return 'ok' in answer && !answer.ok ? exitCodes.faulted : exitCodes.done;
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
  | { output: Json; warning?: string | null };

interface ConnectionRequest {
  io: Io;
  options: Options;
  name: string;
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
  const path = `${base}/${encodeURIComponent(request.name)}`;
  if (action === 'test') return api.call(`${path}/test`, { method: 'POST', query: request.query });
  if (action === 'actions') return api.call(`${path}/actions`, { query: request.query });
  return call(api, path, called, request);
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
