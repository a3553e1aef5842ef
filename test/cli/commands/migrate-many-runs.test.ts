import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqlite, openSqliteStorage } from '../../../controller/storage/index.js';
import { getUrl, hasServer, inServer, newDatabase } from '../../controller/storage/engines.js';
import { whileCollecting } from '../../controller/storage/forced-collections.js';
import { addRuns } from '../../controller/storage/many-runs.js';
import { eventually } from '../../eventually.js';
import { program } from '../../program.js';
import { svc, temporaryFolder } from '../test-io.js';

const isHere = await hasServer();
/** More than svc reads at a time. */
const many = 5_000;

interface Move {
  folder: string;
  url: string;
  line: string[];
}

/** A stopped installation with many runs, and an empty database for it. */
async function installation(): Promise<Move> {
  const folder = temporaryFolder();
  const storage = await openSqliteStorage(join(folder, 'svc.db'));
  await addRuns(storage, many);
  await storage.close();
  const url = getUrl(await newDatabase());
  return { folder, url, line: ['migrate', '--from', folder, '--to', url] };
}

/** Makes a value of the first run one that no database of PostgreSQL takes, or puts the earlier one back. */
function setFirstTime({ folder }: Move, change: string): void {
  const database = openSqlite(join(folder, 'svc.db'));
  database.exec(`update runs set started_at = ${change} where id = (select min(id) from runs)`);
  database.close();
}

/** The tables and schemas of a database. */
async function namesIn(url: string): Promise<string[]> {
  const { rows } = await inServer(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'
     union all select nspname from pg_namespace where nspname like 'svc%'`,
    url,
  );
  return rows.map(({ name }) => name);
}

const runsIn = async (url: string) => (await inServer('select count(*)::int as n from runs', url)).rows[0].n;

describe.skipIf(!isHere)('svc migrate of many runs', () => {
  test('copies all of them while garbage is collected', async () => {
    const { folder, url, line } = await installation();
    const moved = await whileCollecting(() => svc(folder, line));
    expect(moved, moved.stderr).toMatchObject({ exitCode: 0 });
    expect(await runsIn(url)).toBe(many);
  });

  test('leaves an empty database when it fails, names the cause, and succeeds when it is repeated', async () => {
    const move = await installation();
    setFirstTime(move, `'yesterday'`);
    const failed = await svc(move.folder, move.line);
    expect(failed.exitCode).not.toBe(0);
    expect(failed.stderr).toContain('invalid input syntax for type bigint: "yesterday"');
    expect(failed.stderr).not.toContain('disk');
    expect(await namesIn(move.url)).toEqual([]);
    setFirstTime(move, 'ended_at');
    expect(await svc(move.folder, move.line)).toMatchObject({ exitCode: 0 });
    expect(await runsIn(move.url)).toBe(many);
  });

  test('leaves an empty database when it is killed in the middle, and succeeds when it is repeated', async () => {
    const { folder, url, line } = await installation();
    const [command, ...args] = program;
    const child = spawn(command, [...args, ...line], { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise<string | null>((resolve) =>
      child.once('exit', (_code, signal) => resolve(signal)),
    );
    // The tables are copied in the order of their names, so that the runs are still to come.
    child.stderr.on('data', (text) => String(text).includes('journal:') && child.kill('SIGKILL'));
    expect(await ended).toBe('SIGKILL');
    // The server may notice the end of its client a moment later.
    await eventually(async () => (await namesIn(url)).length === 0);
    expect(await svc(folder, line)).toMatchObject({ exitCode: 0 });
    expect(await runsIn(url)).toBe(many);
  });

  test('is refused by a database that a service uses, which goes on', async () => {
    const { folder, url, line } = await installation();
    const { openPostgresStorage } = await import('../../../controller/storage/postgres/postgres-storage.js');
    const other = await openPostgresStorage({ url, node: 'other', version: '1.0.0' });
    const refused = await svc(folder, line);
    expect(refused.stderr).toContain('database_in_use');
    await other.commit([{ sql: `insert into closures (id, content) values ('a', 'b')`, values: [] }]);
    await other.close();
    expect((await svc(folder, line)).stderr).toContain('database_not_empty');
  });
});
