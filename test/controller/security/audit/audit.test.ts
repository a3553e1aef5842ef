import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Audit, openAudit } from '../../../../controller/security/audit/audit-log.js';
import { chained, type Link, origin, toLine } from '../../../../controller/security/audit/chain.js';
import type { AuditEvent } from '../../../../controller/security/audit/contract.js';
import { KeyRing } from '../../../../controller/security/vault/key-ring.js';
import type { Storage } from '../../../../controller/storage/index.js';
import { openSqlite } from '../../../../controller/storage/sqlite/sqlite-engine.js';
import { openStorage } from '../../storage/engines.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-audit-'));
let count = 0;
let file: string;
let storage: Storage;
let audit: Audit;
let now: number;
let failures: unknown[];
let keys: KeyRing;

function getRing(digit: string): KeyRing {
  return KeyRing.load({ key: digit.repeat(64), file: '', ownsFile: false });
}

async function open(): Promise<void> {
  storage = await openStorage(file);
  audit = await openAudit(storage, {
    retentionDays: () => 30,
    mask: (text) => text.replaceAll('hush', '***').replaceAll('1234', '***'),
    signer: keys,
    report: (error) => failures.push(error),
    now: () => now,
  });
}

beforeEach(async () => {
  file = join(folder, `${++count}.db`);
  now = Date.parse('2026-01-01T00:00:00Z');
  failures = [];
  keys = getRing('a');
  await open();
});
afterEach(async () => {
  await audit.close();
  await storage.close();
});
afterEach(() => rmSync(file, { force: true }));

function event(action: string, more: Partial<AuditEvent> = {}): AuditEvent {
  return {
    action,
    principal: 'user:ada',
    target: null,
    address: '::1',
    requestId: 'r',
    via: 'rest',
    ...more,
  };
}

/** Resolves when everything begun so far is written. */
const settled = () => storage.commit([]);
const all = () => audit.list({ limit: 100 });

async function record(...actions: string[]): Promise<void> {
  for (const action of actions) {
    audit.begin(event(action), 'ok');
    await settled();
  }
}

/** Changes the database directly, as an attacker with the file can. */
function tamper(sql: string): void {
  const database = openSqlite(file);
  database.exec(sql);
  database.close();
}

describe('the audit log', () => {
  test('keeps principals and actions, newest first, and the chain verifies over a restart', async () => {
    await record('one', 'two');
    await audit.close();
    await storage.close();
    await open();
    await record('three');
    expect((await all()).items.map(({ seq, action }) => [seq, action])).toEqual([
      [3, 'three'],
      [2, 'two'],
      [1, 'one'],
    ]);
    expect(await audit.verify()).toMatchObject({ ok: true, records: 3, head: { seq: 3 } });
  });

  test('has one record for an action that ended before it was written, and two for an action that ended later', async () => {
    const quick = audit.begin(event('quick'));
    await quick.end('flow_not_found');
    const slow = audit.begin(event('slow'));
    await settled();
    expect((await all()).items[0]).toMatchObject({ action: 'slow', outcome: 'begun' });
    slow.note({ id: 7 });
    await slow.end('ok');
    const { items } = await all();
    expect(items).toMatchObject([
      { action: 'slow', outcome: 'ok', begunAs: 2, detail: { id: 7 } },
      { action: 'quick', outcome: 'flow_not_found' },
    ]);
  });

  test('has the end of an action on disk before its caller is answered', async () => {
    const entry = audit.begin(event('list-secrets'));
    await entry.end('ok');
    expect((await all()).items).toMatchObject([{ action: 'list-secrets', outcome: 'ok' }]);
  });

  test('does not delay callers when the database refuses writes, and loses no record', async () => {
    vi.spyOn(storage, 'commit').mockRejectedValueOnce(new Error('the disk is full'));
    await audit.begin(event('update-settings')).end('ok');
    expect(failures).toHaveLength(1);
    expect((await all()).items).toEqual([]);
    await vi.waitFor(async () => expect((await all()).items).toMatchObject([{ outcome: 'ok' }]), 20_000);
  });

  test('has one record for an action without an end, and a second only for details that became known later', async () => {
    const known = audit.begin(event('known'), 'ok');
    known.note({ run: 'r1' });
    await settled();
    await known.end('ok');
    const late = audit.begin(event('late'), 'ok');
    await settled();
    late.note({ run: 'r2' });
    await late.end('ok');
    expect((await all()).items.map(({ seq, detail }) => [seq, detail])).toEqual([
      [3, { run: 'r2' }],
      [1, { run: 'r1' }],
    ]);
  });

  test('leaves out a beginning whose end stands on the page before', async () => {
    const slow = audit.begin(event('slow'));
    await settled();
    await slow.end('ok');
    const first = await audit.list({ limit: 1 });
    expect(first).toMatchObject({ items: [{ outcome: 'ok' }], next: 2 });
    expect((await audit.list({ limit: 1, before: 2 })).items).toEqual([]);
  });

  test('is written in the transaction of other writes of the same turn', async () => {
    const before = now;
    const entry = audit.begin(event('run-flow'), 'ok');
    entry.note({ run: 'r1' });
    await storage.commit([]);
    now = before;
    expect((await all()).items).toMatchObject([{ action: 'run-flow', detail: { run: 'r1' } }]);
  });

  test('is found by principal, action, target, outcome and time', async () => {
    audit.begin(event('create-user', { principal: 'user:bob', target: 'user/eve' }), 'ok');
    await settled();
    now += 60_000;
    audit.begin(event('run-flow', { target: 'flow/a @ main' }), 'forbidden');
    await settled();
    const found = async (filter: object) =>
      (await audit.list({ limit: 9, ...filter })).items.map((one) => one.seq);
    expect(await found({ principal: 'user:bob' })).toEqual([1]);
    expect(await found({ action: 'run-flow' })).toEqual([2]);
    expect(await found({ target: 'user/eve' })).toEqual([1]);
    expect(await found({ outcome: 'forbidden' })).toEqual([2]);
    expect(await found({ since: '2026-01-01T00:00:30Z' })).toEqual([2]);
    expect(await found({ until: '2026-01-01T00:00:30Z' })).toEqual([1]);
  });

  test('shows no secret, and a line break in a value starts no record', async () => {
    audit.begin(event('x', { target: 'flow/hush\n{"seq":9}', detail: { size: 12345 } }), 'ok');
    await settled();
    expect((await all()).items).toMatchObject([{ target: 'flow/***\n{"seq":9}' }]);
    expect((await audit.verify()).ok).toBe(true);
  });

  test.each([
    ['changed', `update audit set records = replace(records, 'two', 'tow') where seq = 2`, 2],
    ['dated back', `update audit set records = replace(records, ' 17672', ' 17671') where seq = 2`, 2],
    ['taken out', 'delete from audit where seq = 2', 2],
    ['cut off', 'delete from audit where seq >= 2', 2],
    ['cut off in front', 'delete from audit where seq <= 2', 1],
    [
      'swapped',
      'update audit set seq = case seq when 1 then 102 else 101 end where seq < 3; update audit set seq = seq - 100 where seq > 100',
      1,
    ],
  ])('names the first record that is %s', async (_how, sql, seq) => {
    await record('one', 'two', 'three');
    tamper(sql);
    expect(await audit.verify()).toMatchObject({
      ok: false,
      broken: { seq, reason: expect.stringMatching(/./) },
    });
  });

  describe('that was changed while the service was stopped', () => {
    /** Rebuilds the chain of the rows, as an attacker without the master key can. */
    function remake(change: (lines: string[]) => string[]): void {
      const database = openSqlite(file);
      const rows = database.prepare('select records from audit order by seq').all() as { records: string }[];
      database.exec('delete from audit');
      let link: Link = { seq: 0, hash: origin };
      for (const line of change(rows.flatMap(({ records }) => records.split('\n')))) {
        const [, at = '', text = ''] = /^\S+ (\d+) (.*)$/.exec(line) ?? [];
        link = chained(link, Number(at), text);
        const insert = database.prepare('insert into audit (seq, at, records) values (?, ?, ?)');
        insert.run(link.seq, Number(at), toLine(link, Number(at), text));
      }
      database.close();
    }
    const rows = (sql: string) => () => tamper(sql);
    const edited = (lines: string[]) => lines.map((line) => line.replace('two', 'tow'));

    test.each<[string, number, () => void]>([
      ['cut off at its end', 3, rows('delete from audit where seq >= 3')],
      ['emptied', 1, rows('delete from audit')],
      [
        'emptied with its ends',
        1,
        rows(
          `delete from audit; delete from audit_anchor; insert into audit_anchor values (2, 0, 'x', null, null)`,
        ),
      ],
      ['edited', 2, rows(`update audit set records = replace(records, 'two', 'tow')`)],
      ['edited, and the chain rebuilt', 5, () => remake(edited)],
      [
        'shortened in the middle, and the chain rebuilt',
        4,
        () => remake((lines) => lines.filter((_, at) => at !== 1)),
      ],
      [
        'reordered, and the chain rebuilt',
        5,
        () => remake(([one = '', two = '', ...more]) => [two, one, ...more]),
      ],
      [
        'cut off, with a head of its own',
        3,
        rows(
          'delete from audit where seq >= 3; update audit_anchor set seq = 2, hash = substr((select records from audit where seq = 2), 1, 64) where id = 2',
        ),
      ],
      [
        'given an older head',
        5,
        rows('update audit_anchor set (seq, hash, mac) = (select seq, hash, mac from kept) where id = 2'),
      ],
      ['robbed of its head', 5, rows('delete from audit_anchor where id = 2')],
      [
        'cut off in front, with an anchor of its own',
        3,
        rows(
          'insert into audit_anchor select 1, 2, substr(records, 1, 64), null, null from audit where seq = 2; delete from audit where seq <= 2',
        ),
      ],
      [
        'dated so far back that it would be forgotten',
        1,
        rows(
          `update audit set at = 1 where seq <= 2; update audit set records = replace(records, ' 1767', ' 1467') where seq <= 2`,
        ),
      ],
    ])('and that was %s is reported, also after more was written', async (_how, seq, change) => {
      await record('one', 'two');
      tamper('create table kept as select * from audit_anchor where id = 2');
      await record('three', 'four');
      await audit.close();
      await storage.close();
      change();
      await open();
      const told = { ok: false, broken: { seq: expect.any(Number), reason: expect.stringMatching(/./) } };
      expect(await audit.verify()).toMatchObject(told);
      await record('five');
      await audit.close();
      await storage.close();
      await open();
      expect(await audit.verify()).toMatchObject({ ...told, broken: { seq } });
      tamper('drop table kept');
    });

    test('only the times beside the records, and nothing is forgotten before its time', async () => {
      await record('one', 'two');
      tamper('update audit set at = 1');
      expect(await audit.prune()).toBe(0);
      expect((await all()).items).toHaveLength(2);
    });

    test('with another master key only, and the report says so', async () => {
      await record('one');
      await audit.close();
      await storage.close();
      keys = getRing('b');
      await open();
      expect(await audit.verify()).toMatchObject({
        ok: false,
        broken: { reason: expect.stringContaining('not signed by an available master key') },
      });
    });
  });

  test('deletes thousands of old records in steps, and the chain holds after each', async () => {
    for (let row = 0; row < 1_200; row++) await record('old');
    now += 40 * 86_400_000;
    const pruned = audit.prune();
    expect((await audit.verify()).ok).toBe(true);
    expect(await pruned).toBe(1_200);
    expect(await audit.verify()).toMatchObject({ ok: true, records: 0, head: { seq: 1_200 } });
  });

  test('deletes records older than the retention, and verifies from there on', async () => {
    await record('old', 'older');
    now += 20 * 86_400_000;
    await record('newer');
    now += 20 * 86_400_000;
    expect(await audit.prune()).toBe(2);
    await record('newest');
    expect((await all()).items.map(({ seq }) => seq)).toEqual([4, 3]);
    expect(await audit.verify()).toMatchObject({ ok: true, records: 2 });
    now += 40 * 86_400_000;
    expect(await audit.prune()).toBe(2);
    expect(await audit.verify()).toMatchObject({ ok: true, records: 0, head: { seq: 4 } });
    await record('again');
    expect((await all()).items.map(({ seq }) => seq)).toEqual([5]);
    tamper('update audit_anchor set seq = 3');
    expect((await audit.verify()).ok).toBe(false);
  });

  test('names the very record among those that were written together', async () => {
    for (const action of ['one', 'two', 'three']) audit.begin(event(action), 'ok');
    await settled();
    expect((await audit.list({ limit: 2 })).items.map(({ seq }) => seq)).toEqual([3, 2]);
    expect((await audit.list({ limit: 2, before: 2 })).items.map(({ seq }) => seq)).toEqual([1]);
    tamper(`update audit set records = replace(records, 'two', 'tow')`);
    expect(await audit.verify()).toMatchObject({ ok: false, broken: { seq: 2 } });
  });

  test('is not affected by another write that fails in the same turn', async () => {
    await record('one');
    const bad = { sql: 'insert into audit (seq, at, records) values (1, 1, ?)', values: [''] };
    audit.begin(event('two'), 'ok');
    await expect(storage.commit([bad])).rejects.toThrow();
    await record('three');
    expect(await audit.verify()).toMatchObject({ ok: true, records: 3 });
    expect(failures).toEqual([]);
  });
});
