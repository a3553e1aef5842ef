import type pg from 'pg';
import type { Versions } from '../contract/node.js';

type Topic = Exclude<keyof Versions, 'heardAt' | 'readers'>;

/** Changes of tables after which members must read again. Notes of the use of a key or an account are left out. */
const changes: Readonly<Record<Topic, Readonly<Record<string, string | ChangedRow>>>> = {
  identity: {
    users: 'insert or delete or update of role, password, disabled, actor',
    api_keys: 'insert or delete or update of role, digest, expires_at, actor, scopes',
    sessions: 'insert or delete or update',
  },
  applied: {
    applied_branches: 'insert or delete or update',
    held_entities: 'insert or delete or update',
  },
  needs: {
    secrets: 'insert or delete or update',
    consents:
      'insert or delete or update of token_url, client_id, scopes, given_by, version, ended_at, ended_reason',
  },
  settings: { shared_texts: { row: "new.name = 'settings'" } },
  base: {
    data_keys: 'insert or delete or update',
    shared_texts: { row: "new.name <> 'settings'" },
  },
};

/** Changes of the rows that this condition names. */
interface ChangedRow {
  row: string;
}

/** Not part of `Tables`. The database itself counts, in the transaction of the change, so that no change can be forgotten. */
const versionsTable = `create table if not exists versions (topic text primary key, version bigint not null);
insert into versions values ('identity', 0), ('applied', 0), ('settings', 0), ('needs', 0), ('base', 0), ('readers', 1) on conflict do nothing;
create or replace function svc_count_change() returns trigger language plpgsql as $$
begin
  update versions set version = version + 1 where topic = tg_argv[0];
  return null;
end $$`;

/** Call it as the leader, when all tables have their newest schema. */
export async function openVersions(client: pg.PoolClient): Promise<void> {
  await client.query(versionsTable);
  const { rows } = await client.query(`select tgname as name, tgrelid::regclass::text as table,
    lower(pg_get_triggerdef(oid)) as definition from pg_trigger where tgname like 'svc_%'`);
  const existing = new Map<string, string>(
    rows.map(({ name, table, definition }) => [`${name} ${table.replaceAll('"', '')}`, definition]),
  );
  // A database of an earlier version counts settings there, too.
  if (existing.has('svc_base shared_texts')) await client.query('drop trigger svc_base on shared_texts');
  for (const [topic, tables] of Object.entries(changes))
    for (const [table, change] of Object.entries(tables)) {
      const isRow = typeof change !== 'string';
      const name = isRow ? `svc_${topic}_rows` : `svc_${topic}`;
      const when = isRow
        ? `after insert or update on ${table} for each row when (${change.row})`
        : `after ${change} on ${table} for each statement`;
      const previous = existing.get(`${name} ${table}`);
      // An earlier version may have left a column out.
      const isSame = previous !== undefined && (isRow || previous.includes(` after ${change} on `));
      if (isSame) continue;
      if (previous !== undefined) await client.query(`drop trigger ${name} on ${table}`);
      await client.query(`create trigger ${name} ${when} execute function svc_count_change('${topic}')`);
    }
}

export async function readVersions(pool: pg.Pool): Promise<Versions> {
  const { rows } = await pool.query({
    name: 'svcversions',
    text: `select (select version from versions where topic = 'identity') as identity,
      (select version from versions where topic = 'applied') as applied,
      (select version from versions where topic = 'settings') as settings,
      (select version from versions where topic = 'needs') as needs,
      (select version from versions where topic = 'base') as base,
      (select version from versions where topic = 'readers') as readers,
      (select at from events order by seq desc limit 1) as "heardAt"`,
  });
  const { identity, applied, settings, needs, base, readers, heardAt } = rows[0];
  return {
    identity: Number(identity),
    applied: Number(applied),
    settings: Number(settings),
    needs: Number(needs),
    base: Number(base),
    heardAt: Number(heardAt ?? 0),
    readers: Number(readers),
  };
}

/** Does nothing for a node that has lost its lease. */
export async function noteReaders(
  pool: pg.Pool,
  { id, epoch }: { id: string; epoch: number },
  hasReaders: boolean,
): Promise<void> {
  await pool.query(
    `update versions set version = $1 where topic = 'readers' and exists (
       select from nodes where id = $2 and epoch = $3 and lease_until > clock_timestamp())`,
    [hasReaders ? 1 : 0, id, epoch],
  );
}
