import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { compileStore } from '../../../controller/kinds/store/compile.js';
import { Stores } from '../../../controller/runs/effects/stores/stores.js';
import {
  bind,
  insertStatement,
  type Standby,
  type Storage,
  updateStatement,
} from '../../../controller/storage/index.js';
import { openPostgresStorage } from '../../../controller/storage/postgres/postgres-storage.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { eventually } from '../../eventually.js';
import { getUrl, hasServer, inServer, newDatabase } from './engines.js';

const user = { name: 'ann', role: 'viewer', password: 'x', created_at: 1 };
const ended = `update nodes set lease_until = clock_timestamp() - interval '1 s' where id = `;

describe.skipIf(!(await hasServer()))('nodes that share a database', () => {
  let url: string;
  beforeEach(async () => {
    url = getUrl(await newDatabase());
  });

  /** Starts a node; `waits` is called when it can only wait. */
  async function open(
    node: string,
    { version = '1.2.3', joins = true, waits = () => {} } = {},
    signal = new AbortController().signal,
  ): Promise<Storage & { replaced: unknown[] }> {
    const replaced: unknown[] = [];
    const standby: Standby = {
      signal,
      joins,
      begins() {},
      waits,
      replaced: (problem) => replaced.push(problem),
    };
    const storage = await openPostgresStorage({ url, node, version, standby });
    onTestFinished(() => storage.close());
    return Object.assign(storage, { replaced });
  }

  const write = (storage: Storage, id: string) =>
    storage.commit([
      bind(insertStatement(storage, 'closures', ['id', 'content', 'touched_at']), {
        id,
        content: 'x',
        touched_at: null,
      }),
    ]);

  test('write both: the first one leads, and a later one is a member', async () => {
    const leader = await open('node-1');
    const member = await open('node-2');
    expect([leader.node?.role, member.node?.role]).toEqual(['leader', 'member']);
    await Promise.all([write(leader, 'a'), write(member, 'b')]);
    await member.node?.announce('http://10.0.0.2:7420', 'AB:CD');
    expect(await leader.node?.list()).toMatchObject([
      { id: 'node-1', role: 'leader', url: undefined },
      { id: 'node-2', role: 'member', url: 'http://10.0.0.2:7420', fingerprint: 'AB:CD', version: '1.2.3' },
    ]);
  });

  test('change stores at the same time: each sees what the other has acknowledged', async () => {
    const nodes = [await open('node-1'), await open('node-2'), await open('node-3')];
    const rules = compileStore({ kind: 'store', name: 'counts', maxEntries: 1_000 }).compiled;
    if (!rules) throw new Error('the store does not compile');
    const stores = nodes.map((storage) => new Stores(storage, { maxValueSize: 1_000, report() {} }));
    const perform = (step: number, action: 'increment' | 'set', input: JsonObject, node = step % 3) =>
      stores[node]?.perform({
        branch: 'main',
        store: 'counts',
        rules,
        runId: 'run-1',
        idempotencyKey: `run-1:${step}:${action}`,
        action,
        input,
      });
    const all = Array.from({ length: 150 }, (_, index) => index);
    const sums = await Promise.all(all.map((index) => perform(index, 'increment', { key: 'all' })));
    expect(sums.map(Number).sort((a, b) => a - b)).toEqual(all.map((index) => index + 1));
    // Of the nodes that set a key at the same time, one creates it.
    const sets = await Promise.all(
      all.map((index) => perform(index, 'set', { key: `key-${Math.floor(index / 3)}`, value: index })),
    );
    expect(sets.filter((result) => (result as JsonObject)['created'])).toHaveLength(50);
    // A step that another node has performed gets its first result.
    expect(await perform(4, 'increment', { key: 'all' }, 0)).toBe(sums[4]);
  });

  test('are alone where one of them asks for that', async () => {
    await open('node-1');
    const alone = openPostgresStorage({ url, node: 'node-2', version: '1.2.3' });
    await expect(alone).rejects.toMatchObject({ code: 'database_in_use' });
  });

  test('wait for each other where their versions differ', async () => {
    await open('node-1');
    const stopping = new AbortController();
    let isWaiting = false;
    const waits = () => {
      isWaiting = true;
    };
    const newer = open('node-2', { version: '1.3.0', waits }, stopping.signal);
    newer.catch(() => {});
    await eventually(() => isWaiting);
    stopping.abort();
    await expect(newer).rejects.toMatchObject({ code: 'shutting_down' });
  });

  test('get a new leader when theirs ends, and no other node leads until that has started again', async () => {
    const leader = await open('node-1');
    const member = await open('node-2');
    await leader.close();
    await member.node?.promoted;
    await member.close();
    const other = await open('node-3');
    expect(other.node?.role).toBe('member');
    const again = await open('node-2');
    expect(again.node?.role).toBe('leader');
  });

  test('write nothing any more once the leader has fenced them, which it cannot while their lease is valid', async () => {
    const leader = await open('node-1');
    const member = await open('node-2');
    expect(await leader.node?.fence('node-2')).toBe(false);
    await write(member, 'a');
    await inServer(`${ended} 'node-2'`, url);
    expect(await leader.node?.fence('node-2')).toBe(true);
    expect(await leader.node?.fence('node-of-long-ago')).toBe(true);
    await expect(write(member, 'b')).rejects.toMatchObject({ code: 'database_in_use' });
    expect(member.replaced).toHaveLength(1);
    expect(await leader.db.selectFrom('closures').select('id').execute()).toEqual([{ id: 'a' }]);
  });

  test('see that users and revisions have changed, and not that a key was used', async () => {
    const leader = await open('node-1');
    const member = await open('node-2');
    const versions = () => member.node?.versions();
    const before = await versions();
    const insert = insertStatement(leader, 'users', ['name', 'role', 'password', 'created_at']);
    await leader.commit([bind(insert, user)]);
    const identity = (before?.identity ?? 0) + 1;
    expect(await versions()).toEqual({ ...before, identity });
    const signedIn = updateStatement(leader, 'users', ['last_sign_in_at'], ['name']);
    await leader.commit([bind(signedIn, { last_sign_in_at: 2, name: 'ann' })]);
    expect(await versions()).toEqual({ ...before, identity });
    const applied = insertStatement(leader, 'applied_branches', ['branch', 'revision', 'entities']);
    await leader.commit([bind(applied, { branch: 'main', revision: 'r', entities: 1 })]);
    expect(await versions()).toEqual({ ...before, identity, applied: (before?.applied ?? 0) + 1 });
    await leader.node?.noteReaders(false);
    expect(await versions()).toMatchObject({ readers: 0 });
  });

  test('see the changes of a column that an earlier version did not count', async () => {
    const earlier = await open('node-1');
    await inServer('drop trigger svc_identity on api_keys', url);
    await inServer(
      `create trigger svc_identity after insert or delete or update of role, digest, expires_at, actor on api_keys
       for each statement execute function svc_count_change('identity')`,
      url,
    );
    await earlier.close();
    const leader = await open('node-1');
    const before = await leader.node?.versions();
    await inServer(`update api_keys set scopes = null`, url);
    expect(await leader.node?.versions()).toEqual({ ...before, identity: (before?.identity ?? 0) + 1 });
    await inServer(`update api_keys set last_used_at = 1`, url);
    expect(await leader.node?.versions()).toEqual({ ...before, identity: (before?.identity ?? 0) + 1 });
  });

  test('tell changed settings from changed keys of tokens', async () => {
    const leader = await open('node-1');
    const member = await open('node-2');
    const { settings = 0, base = 0 } = (await member.node?.versions()) ?? {};
    await leader.shared?.write('settings', '{}');
    await leader.shared?.write('settings', '{"Limits":{}}');
    expect(await member.node?.versions()).toMatchObject({ settings: settings + 2, base });
    await leader.shared?.write('token-key', 'a');
    expect(await member.node?.versions()).toMatchObject({ settings: settings + 2, base: base + 1 });
  });
});
