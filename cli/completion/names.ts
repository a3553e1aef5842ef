import { type ApiClient, apiPath } from '../client/api-client.js';
import { type Connection, connectToRunning } from '../client/connect.js';
import type { Io, Named, Options } from '../command.js';
import type { Suggestion } from './suggestion.js';

/** Somebody is typing: a service that takes longer than this suggests nothing. */
const patienceMs = 1_500;

type Look = (connection: Connection) => Promise<Suggestion[]>;

interface Item {
  name: string;
  definition?: { document?: { summary?: string }; description?: string } | null;
}

const looks: Readonly<Record<Exclude<Named, object | 'rule'>, Look>> = {
  flow: async (connection) => entities(connection, 'flows'),
  environment: async (connection) => entities(connection, 'environments'),
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

/** The names there are of something. None rather than an error: whoever types has not asked for anything yet. */
export async function namesOf(named: Named, options: Options, io: Io): Promise<Suggestion[]> {
  if (typeof named === 'object') return named.choices.map((value) => ({ value }));
  if (named === 'rule') return rules();
  const connection = connectToRunning(io, options);
  if (!connection) return [];
  const timer = new Promise<Suggestion[]>((resolve) => setTimeout(() => resolve([]), patienceMs).unref());
  const found = looks[named](connection).catch(() => []);
  const names = await Promise.race([found, timer]);
  await connection.api.close();
  return names;
}

async function entities({ api, branch }: { api: ApiClient; branch(): Promise<string> }, plural: string) {
  const path = `${apiPath`/api/v1/${await branch()}`}/${plural}`;
  const { items } = await api.call<{ items: Item[] }>(path, { query: { limit: 200 } });
  return items.map(({ name, definition }): Suggestion => {
    const description = firstLine(definition?.document?.summary ?? definition?.description);
    return description === undefined ? { value: name } : { value: name, description };
  });
}

function firstLine(text: string | undefined): string | undefined {
  // A description comes from a file: nothing of it may end the line or move the cursor.
  return (
    text
      ?.replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, 80) || undefined
  );
}

async function rules(): Promise<Suggestion[]> {
  const { rules: known } = await import('../../controller/catalog/index.js');
  return known.map(({ id }) => ({ value: id }));
}
