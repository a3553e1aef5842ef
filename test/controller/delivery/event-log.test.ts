import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { EventLog } from '../../../controller/delivery/events/event-log.js';
import { openStorage } from '../storage/engines.js';

test.each([
  ['more than fifty thousand', 53_000, 0, 50_000],
  ['older than an hour', 2_500, 2 * 3_600_000, 1],
])('events %s are removed in steps, and the position stays', async (_what, stored, age, kept) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-events-'));
  const storage = await openStorage(join(folder, 'svc.db'));
  const log = await EventLog.open({
    storage,
    maskJsonText: (text) => text,
    report: (error) => expect.fail(String(error)),
  });
  onTestFinished(async () => {
    log.close();
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < cast(${stored} as bigint))
    insert into events (id, at, type, about, body) select 'e' || i, cast(${Date.now() - age} as bigint) + i, 't', null, '{}' from n`.execute(
    storage.db,
  );
  const commit = storage.commit;
  let steps = 0;
  storage.commit = (unit) => {
    steps++;
    return commit.call(storage, unit);
  };
  await log.tidy();
  expect(steps).toBeGreaterThan(2);
  const rows = await storage.db.selectFrom('events').select('seq').orderBy('seq').execute();
  expect([rows.length, rows.at(-1)?.seq]).toEqual([kept, stored]);
});
