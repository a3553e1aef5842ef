import type { ApiKey } from '../../controller/security/identity/credentials/api-keys.js';
import { connectionOptions } from '../client/connect.js';
import { allItems, getAction, printAnswer } from '../client/noun-command.js';
import type { Connection } from '../client/rest/api-client.js';
import { type Command, type CommandOption, isSet, type Options, text, texts } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';
import { getTable, type Table } from '../output/table.js';
import { distanceText } from '../output/time-text.js';

const noun = {
  command: 'keys',
  actions: { list: [], show: ['key'], create: ['name'], update: ['key'], rotate: ['key'], delete: ['key'] },
  list: 'list',
} as const;

const path = '/api/v1/platform/api-keys';
const roles = ['viewer', 'operator', 'editor', 'admin'];
const actors = ['person', 'service', 'agent'];

/** Options that hold lists of a scope, by the name of the scope. */
const lists = {
  flows: 'flows by pattern, such as billing-*',
  entities: 'entities by pattern as type/name, such as connection/*',
  branches: 'branches by pattern',
  environments: 'environments by pattern',
  tools: 'operations and MCP tools by pattern',
  effects: 'read, run, call, propose, write, merge, approve, share, secrets, administer',
} as const;

const scopeOptions: readonly CommandOption[] = Object.entries(lists).map(([name, description]) => ({
  flags: `--${name} <patterns>`,
  description: `only these ${description}; several with commas`,
  repeatable: true,
}));

export const keys: Command = {
  usage: 'keys <action> [key]',
  summary: 'list, create, change, rotate or delete API keys',
  description:
    'Actions: list, show <key>, create <name>, update <key>, rotate <key>, delete <key>; <key> is a name or an id.\n' +
    'A new key is printed once. Scopes narrow what its role allows: what they do not name is refused, and not listed.\n' +
    'update changes what its options name; scopes are replaced together, and --without-scopes takes them away.',
  names: [{ choices: Object.keys(noun.actions) }],
  options: [
    { flags: '--role <role>', description: 'the role of the key', choices: roles },
    { flags: '--actor <actor>', description: 'who uses the key (default: service)', choices: actors },
    { flags: '--expires <time>', description: 'the end of the key (RFC 3339)' },
    ...scopeOptions,
    { flags: '--rate <requests>', description: 'at most so many requests a minute' },
    { flags: '--without-scopes', description: 'with update: all that the role allows' },
    ...connectionOptions,
  ],
  examples: [
    'svc keys list',
    "svc keys create billing-bot --role operator --actor agent --flows 'billing-*' --environments staging --effects read,run",
    'svc keys update billing-bot --effects read',
    'svc keys rotate billing-bot',
  ],
  async run(io, args, options) {
    const action = getAction<keyof typeof noun.actions>(noun, args);
    const [, name = ''] = args;
    const one = `${path}/${encodeURIComponent(name)}`;
    const fields = getFields(options);
    if (action === 'create' && fields['role'] === undefined)
      throw misuse(
        'A key needs a role',
        `\`svc keys create ${name} --role operator\` makes a key that runs flows.`,
      );
    if (action === 'update' && Object.keys(fields).length === 0)
      throw misuse('There is nothing to change', '`svc keys update --help` lists what can be changed.');
    const ask = async ({ api }: Connection): Promise<Answer> => {
      switch (action) {
        case 'list':
          return allItems(api, path);
        case 'show':
          return api.call(one);
        case 'create':
          return api.call(path, { method: 'POST', body: { name, ...fields } });
        case 'update':
          return api.call(one, { method: 'PATCH', body: fields });
        case 'rotate': {
          const { expiresAt } = fields;
          return api.call(`${one}/rotate`, {
            method: 'POST',
            body: expiresAt === undefined ? {} : { expiresAt },
          });
        }
        case 'delete':
          await api.call(one, { method: 'DELETE' });
          return { deleted: name };
      }
    };
    await printAnswer(io, options, ask, shown);
    return exitCodes.done;
  },
};

type Answer = { items: ApiKey[] } | { deleted: string } | (ApiKey & { key?: string });

/** Returns the members of a key that the options name. @throws Failure */
function getFields(options: Options): Record<string, unknown> {
  const scopes: Record<string, unknown> = {};
  for (const list of Object.keys(lists)) {
    const values = texts(options, list).flatMap((each) => each.split(/[\s,]+/).filter(Boolean));
    if (values.length > 0) scopes[list] = values;
  }
  const rate = text(options, 'rate');
  if (rate !== undefined) scopes['requestsPerMinute'] = toCount(rate);
  const hasScopes = Object.keys(scopes).length > 0;
  if (hasScopes && isSet(options, 'withoutScopes'))
    throw misuse('`--without-scopes` takes all scopes away', 'Leave it out, or leave out the scopes.');
  const fields = {
    role: text(options, 'role'),
    actor: text(options, 'actor'),
    expiresAt: text(options, 'expires'),
  };
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (hasScopes) named.push(['scopes', scopes as never]);
  else if (isSet(options, 'withoutScopes')) named.push(['scopes', null as never]);
  return Object.fromEntries(named);
}

function toCount(value: string): number {
  const count = Number(value);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw misuse(`\`${value}\` is no number of requests`, '`--rate 60` allows sixty requests a minute.');
}

function shown(answer: Answer): string | Table {
  if ('items' in answer) return listTable(answer.items);
  if ('deleted' in answer) return `Deleted ${answer.deleted}`;
  const { key, id, name, role, actor, scopes, expiresAt, lastUsedAt } = answer;
  const lines = [
    ...(key === undefined ? [] : [`key: ${key}`, 'Keep it now: svc stores only its digest.']),
    `${name}  ${id}`,
    `  role: ${role}`,
    `  actor: ${actor}`,
    `  expires: ${expiresAt ?? 'never'}`,
    `  last used: ${lastUsedAt ?? 'never'}`,
    ...(scopes
      ? Object.entries(scopes).map(([scope, value]) => `  ${scope}: ${toWords(value)}`)
      : ['  scopes: none']),
  ];
  return lines.join('\n');
}

function toWords(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function listTable(items: readonly ApiKey[]): Table {
  return getTable(
    items,
    [
      { title: 'key', value: ({ name }) => name, isWhole: true },
      { title: 'role', value: ({ role }) => role },
      { title: 'actor', value: ({ actor }) => actor },
      {
        title: 'scopes',
        value: ({ scopes }) =>
          scopes
            ? Object.entries(scopes)
                .map(([scope, value]) => `${scope}: ${toWords(value)}`)
                .join('; ')
            : undefined,
      },
      { title: 'expires', value: ({ expiresAt }) => expiresAt, short: (time) => distanceText(time) },
      { title: 'last used', value: ({ lastUsedAt }) => lastUsedAt, short: (time) => distanceText(time) },
      { title: 'id', value: ({ id }) => id },
    ],
    'No API keys.',
  );
}
