import { readConfig } from '../client/config-file.js';
import { connectToRunning } from '../client/connect.js';
import { apiPath, type Connection } from '../client/rest/api-client.js';
import type { NamedThing, Options } from '../contract/command.js';
import type { Io } from '../contract/io.js';

export interface Suggestion {
  value: string;
  description?: string;
}

/** The user is typing, so a service that takes longer than this suggests nothing. */
const maxWaitMs = 1_500;

type Lookup = (connection: Connection) => Promise<Suggestion[]>;

interface Item {
  name: string;
  definition?: { document?: { summary?: string }; description?: string } | null;
}

const lookups: Readonly<Record<Exclude<NamedThing, object | 'rule' | 'topic' | 'server'>, Lookup>> = {
  flow: (connection) => entities(connection, 'flows'),
  environment: (connection) => entities(connection, 'environments'),
  connection: (connection) => entities(connection, 'connections'),
  trigger: async ({ api, branch }) => {
    const path = apiPath`/api/v1/${await branch()}/triggers`;
    const { items } = await api.call<{ items: { name: string; flow: string }[] }>(path, {
      query: { limit: 200 },
    });
    return items.map(({ name, flow }) => ({ value: name, description: `flow ${flow}` }));
  },
  approval: async ({ api }) => {
    const { items } = await api.call<{ items: { id: string; effect: string }[] }>(
      '/api/v1/platform/approvals',
      { query: { status: 'pending', limit: 50 } },
    );
    return items.map(({ id, effect }) => ({ value: id, ...described(effect) }));
  },
  proposal: async ({ api }) => {
    const { items } = await api.call<{ items: { id: string; title: string }[] }>(
      '/api/v1/platform/proposals',
      {
        query: { state: 'open', limit: 50 },
      },
    );
    return items.map(({ id, title }) => ({ value: id, ...described(title) }));
  },
  branch: async ({ api }) => {
    const { items } = await api.call<{ items: { name: string }[] }>('/api/v1/platform/branches');
    return items.map(({ name }) => ({ value: name }));
  },
  run: async (connection) => {
    const path = apiPath`/api/v1/${await connection.branch()}/runs`;
    const { items } = await connection.api.call<{ items: { id: string; flow: string; status: string }[] }>(
      path,
      { query: { limit: 20 } },
    );
    return items.map(({ id, flow, status }) => ({ value: id, description: `${flow}, ${status}` }));
  },
};

/** Returns the names of a kind. Returns none instead of an error, which would disturb the user's typing. */
export async function getNames(
  named: NamedThing | undefined,
  options: Options,
  io: Io,
): Promise<Suggestion[]> {
  if (named === undefined) return [];
  if (typeof named === 'object') return named.choices.map((value) => ({ value }));
  if (named === 'server') return servers(io);
  if (named === 'rule') return rules();
  if (named === 'topic') return topics();
  const connection = connectToRunning(io, options);
  if (!connection) return [];
  const timer = new Promise<Suggestion[]>((resolve) => setTimeout(() => resolve([]), maxWaitMs).unref());
  const suggestions = lookups[named](connection).catch(() => []);
  const names = await Promise.race([suggestions, timer]);
  await connection.api.close();
  return names;
}

async function entities({ api, branch }: Connection, plural: string): Promise<Suggestion[]> {
  const path = `${apiPath`/api/v1/${await branch()}`}/${plural}`;
  const { items } = await api.call<{ items: Item[] }>(path, { query: { limit: 200 } });
  return items.map(({ name, definition }) => {
    const text = definition?.document?.summary ?? definition?.description;
    return { value: name, ...described(text) };
  });
}

function described(text: string | undefined): { description?: string } {
  const description = firstLine(text);
  return description === undefined ? {} : { description };
}

function firstLine(text = ''): string | undefined {
  // A description comes from a file, and could hold characters that end the line or move the cursor.
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.slice(0, 80) || undefined;
}

function servers(io: Io): Suggestion[] {
  return Object.entries(readConfig(io.env).servers).map(([name, { server }]) => ({
    value: name,
    ...described(server),
  }));
}

async function rules(): Promise<Suggestion[]> {
  const { rules: ruleList } = await import('../../controller/catalog/index.js');
  return ruleList.map(({ id }) => ({ value: id }));
}

async function topics(): Promise<Suggestion[]> {
  const { openManual } = await import('../../api/manual/manual.js');
  const pages = openManual().topics.filter(({ isPart }) => !isPart);
  return pages.map(({ name, title }) => ({ value: name, description: title }));
}
