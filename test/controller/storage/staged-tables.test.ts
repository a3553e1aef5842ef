import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../../controller/storage/index.js';
import { openPostgresStorage } from '../../../controller/storage/postgres/postgres-storage.js';
import { getUrl, hasServer, inServer, newDatabase } from './engines.js';

/** Opens an installation in a schema of its own. */
async function openIn(database: string, schema: string) {
  const url = new URL(getUrl(database));
  url.searchParams.set('options', `-c search_path=${schema}`);
  return openPostgresStorage({ url: url.href, node: schema, version: '1.0.0', connections: 3 });
}

test.runIf(await hasServer())(
  'a start of one installation, and its restore, leave the restore in another schema of the database alone',
  async () => {
    const database = await newDatabase();
    await inServer('create schema first; create schema second', getUrl(database));
    const folder = mkdtempSync(join(tmpdir(), 'svc-staged-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'backup.db');
    const file = openSqlite(path);
    file.exec('create table closures (id text primary key, content text not null, touched_at bigint)');
    file.exec("insert into closures (id, content) values ('a', 'x')");
    file.close();
    const first = await openIn(database, 'first');
    onTestFinished(() => first.close());
    const { rows } = await first.attached(path, ['closures'], async ({ staged }) => {
      const second = await openIn(database, 'second');
      await second.attached(path, ['closures'], async () => {});
      await second.close();
      return sql<{ id: string }>`select id from ${sql.raw(staged)}.closures`.execute(first.db);
    });
    expect(rows).toEqual([{ id: 'a' }]);
  },
);
