import { connectionOptions } from '../client/connect.js';
import { allItems, getAction, printAnswer } from '../client/noun-command.js';
import type { Connection } from '../client/rest/api-client.js';
import type { Command } from '../contract/command.js';
import { exitCodes } from '../contract/failure.js';
import { getTable, type Table } from '../output/table.js';
import { distanceText } from '../output/time-text.js';

const noun = { command: 'grants', actions: { list: [], revoke: ['id'] }, list: 'list' } as const;

const path = '/api/v1/platform/auth/grants';

interface ClientGrant {
  id: string;
  client: string;
  principal: string;
  role: string;
  scopes: Readonly<Record<string, unknown>> | null;
  renewedAt: string;
  expiresAt: string;
}

export const grants: Command = {
  usage: 'grants <action> [id]',
  summary: 'list and revoke what assistants and terminals may do',
  description:
    'Actions: list, revoke <id>.\n' +
    'Lists the assistants and terminals that you have given access in a browser; an administrator sees all. A revoked one is refused at once.',
  names: [{ choices: Object.keys(noun.actions) }],
  options: connectionOptions,
  examples: ['svc grants list', 'svc grants revoke 0b0f6f0e-5f3b-4a52-9d3c-6a5a2d1f7e10'],
  async run(io, args, options) {
    const action = getAction<keyof typeof noun.actions>(noun, args);
    const [, id = ''] = args;
    const ask = async ({ api }: Connection): Promise<Answer> => {
      if (action === 'list') return allItems<ClientGrant>(api, path);
      await api.call(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' });
      return { revoked: id };
    };
    await printAnswer(io, options, ask, toTable);
    return exitCodes.done;
  },
};

type Answer = { items: ClientGrant[] } | { revoked: string };

function toTable(answer: Answer): string | Table {
  if ('revoked' in answer) return `Revoked ${answer.revoked}`;
  return getTable(
    answer.items,
    [
      { title: 'client', value: ({ client }) => client },
      { title: 'person', value: ({ principal }) => principal },
      { title: 'role', value: ({ role }) => role },
      { title: 'scopes', value: ({ scopes }) => (scopes ? toWords(scopes) : undefined) },
      { title: 'renewed', value: ({ renewedAt }) => renewedAt, short: (time) => distanceText(time) },
      { title: 'ends', value: ({ expiresAt }) => expiresAt, short: (time) => distanceText(time) },
      { title: 'id', value: ({ id }) => id, isWhole: true },
    ],
    'No assistant or terminal has access.',
  );
}

function toWords(scopes: Readonly<Record<string, unknown>>): string {
  return Object.entries(scopes)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ');
}
