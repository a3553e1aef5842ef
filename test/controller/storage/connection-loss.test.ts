import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Problem } from '../../../controller/problems/index.js';
import { bind, insertStatement, type Storage } from '../../../controller/storage/index.js';
import { openPostgresStorage } from '../../../controller/storage/postgres/postgres-storage.js';
import { RealService } from '../../api/identity/real-service.js';
import { eventually } from '../../eventually.js';
import { findPrograms, PostgresServer } from '../../postgres-server.js';

const programs = findPrograms();

describe.skipIf(programs === undefined)('a PostgreSQL server', () => {
  let server: PostgresServer;
  let count = 0;
  let url: string;

  beforeAll(async () => {
    server = await PostgresServer.start(programs as string);
  });
  afterAll(() => server?.remove());

  beforeEach(async () => {
    const name = `svc_${++count}`;
    await server.query(`create database ${name}`);
    url = server.url(name);
  });

  const open = async (more: { url?: string; node?: string } = {}): Promise<Storage> => {
    const storage = await openPostgresStorage({ url, node: 'node-1', version: '1.2.3', ...more });
    onTestFinished(() => storage.close());
    return storage;
  };

  /** Writers that each add a row and one to a counter, until they are stopped. */
  async function writers(storage: Storage) {
    const insert = insertStatement(storage, 'closures', ['id', 'content']);
    const counter = { sql: `update event_positions set seq = seq + 1 where reader = 'r'`, values: [] };
    await storage.commit([{ sql: `insert into event_positions (reader, seq) values ('r', 0)`, values: [] }]);
    const acknowledged: string[] = [];
    const refused: unknown[] = [];
    let [isOver, started] = [false, 0];
    const write = async () => {
      while (!isOver) {
        const id = `row ${++started}`;
        await storage.commit([bind(insert, { id, content: 'x' }), counter]).then(
          () => acknowledged.push(id),
          (error) => refused.push(error),
        );
      }
    };
    const all = Array.from({ length: 20 }, write);
    return {
      acknowledged,
      /** Waits until writes were acknowledged that were begun after this call. */
      async goOn() {
        const before = acknowledged.length + 40;
        await eventually(() => acknowledged.length > before);
      },
      async verify() {
        isOver = true;
        await Promise.all(all);
        expect(refused).toEqual([]);
        const rows = await storage.db.selectFrom('closures').select('id').execute();
        expect(rows.map(({ id }) => id).sort()).toEqual([...acknowledged].sort());
        const position = await storage.db
          .selectFrom('event_positions')
          .select('seq')
          .executeTakeFirstOrThrow();
        expect(position.seq).toBe(acknowledged.length);
        expect(storage.refusal()).toBeUndefined();
      },
    };
  }

  test('that ends connections in the middle of commits loses no write and makes none twice', async () => {
    const work = await writers(await open());
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'svc'`;
    for (let round = 0; round < 25; round++) {
      await work.goOn();
      await server.query(end);
    }
    await work.goOn();
    await work.verify();
  });

  test('that crashes and comes back loses no write and makes none twice', async () => {
    const storage = await open();
    const work = await writers(storage);
    for (let round = 0; round < 3; round++) {
      await work.goOn();
      await server.crash();
      await eventually(() => storage.refusal()?.code === 'storage_failed');
      expect(storage.refusal()?.message).toContain(`127.0.0.1:${server.port}/svc_`);
      // A read waits for the server.
      const read = storage.db.selectFrom('event_positions').select('reader').execute();
      await server.start();
      expect(await read).toEqual([{ reader: 'r' }]);
    }
    await work.goOn();
    await work.verify();
  });

  test('that hangs with its connections open is noticed, and all goes on when it answers again', async () => {
    const storage = await open();
    const work = await writers(storage);
    await work.goOn();
    server.hang();
    onTestFinished(() => server.goOn());
    await eventually(() => storage.refusal() !== undefined);
    expect(storage.refusal()).toMatchObject({ code: 'storage_failed' });
    server.goOn();
    await work.goOn();
    await eventually(() => storage.refusal() === undefined);
    await work.verify();
  });

  test('that is away makes a service not ready, whose reads wait, until it is back', async () => {
    const service = await RealService.start({}, { SVC_Database__Url: url });
    onTestFinished(() => service.remove());
    const ready = () => service.anonymous('GET', '/readyz');
    expect((await ready()).statusCode).toBe(200);
    await server.crash();
    await eventually(async () => (await ready()).statusCode === 503);
    expect((await ready()).body).toContain('storage_failed');
    const read = service.call('GET', '/api/v1/live/runs');
    await server.start();
    expect((await read).statusCode).toBe(200);
    await eventually(async () => (await ready()).statusCode === 200);
    const run = await service.call('POST', '/api/v1/live/flows/hello/runs', { name: 'x' });
    expect([run.statusCode, run.json().status]).toEqual([201, 'completed']);
    expect(service.logged.join()).not.toContain('internal_error');
  });

  test('is taken over by a process that waits, once the lease of the first one ends, whose writes and effects then stop', async () => {
    const replaced: string[] = [];
    const stopping = new AbortController();
    const standby = (name: string, begins: () => void) => ({
      signal: stopping.signal,
      begins,
      waits() {},
      joins: false,
      replaced: () => void replaced.push(name),
    });
    const first = await openPostgresStorage({
      url,
      node: 'node-1',
      version: '1.2.3',
      standby: standby('first', () => {}),
    });
    onTestFinished(() => first.close());
    await first.shared?.write('settings', '{"a":1}');
    let isWaiting = false;
    const second = openPostgresStorage({
      url,
      node: 'node-2',
      version: '1.2.3',
      standby: standby('second', () => {
        isWaiting = true;
      }),
    });
    await eventually(() => isWaiting);
    // As a process that was stopped for longer than its lease.
    await server.query(
      `update nodes set lease_until = clock_timestamp() - interval '1 s', epoch = epoch + 1 where id = 'node-1'`,
      url,
    );
    const after = await second;
    onTestFinished(() => after.close());
    expect(await after.shared?.read('settings')).toBe('{"a":1}');
    const late = first.commit([{ sql: `insert into closures values ('c', 'd')`, values: [] }]);
    await expect(late).rejects.toMatchObject({ code: 'database_in_use' });
    expect(replaced).toEqual(['first']);
    expect([first.lease?.isValid, after.lease?.isValid]).toEqual([false, true]);
    // The lease of the second ends with its close, in good order; a process that waits is ended by its signal.
    let waits = false;
    const third = openPostgresStorage({
      url,
      node: 'node-3',
      version: '1.2.3',
      standby: standby('third', () => {
        waits = true;
      }),
    });
    await eventually(() => waits);
    stopping.abort();
    await expect(third).rejects.toMatchObject({ code: 'shutting_down' });
  });

  test('is used by one process; its place is taken at once by a start from its data directory', async () => {
    const first = await open();
    const other = await toRefusal(open({ node: 'node-2' }));
    expect(other).toMatchObject({ code: 'database_in_use' });
    const second = await open();
    await second.commit([{ sql: `insert into closures values ('a', 'b')`, values: [] }]);
    const late = first.commit([{ sql: `insert into closures values ('c', 'd')`, values: [] }]);
    await expect(late).rejects.toMatchObject({ code: 'database_in_use' });
    expect(await second.db.selectFrom('closures').select('id').execute()).toEqual([{ id: 'a' }]);
  });

  test('whose lease ended goes to another process, and the first one writes nothing more', async () => {
    const first = await open();
    await first.commit([{ sql: `insert into closures values ('a', 'b')`, values: [] }]);
    await server.query(`update nodes set lease_until = now() - interval '1 s'`, url);
    await open({ node: 'node-2' });
    const late = first.commit([{ sql: `insert into closures values ('c', 'd')`, values: [] }]);
    await expect(late).rejects.toMatchObject({ code: 'database_in_use' });
    await eventually(() => first.refusal()?.code === 'database_in_use');
  });

  const secret = 'p4ssw0rd-canary';
  test.each([
    [
      'a wrong password',
      'database_unreachable',
      /password/i,
      () => server.url('postgres', `locked:${secret}`),
    ],
    ['an unknown database', 'database_unreachable', /createdb/, () => server.url('nowhere', `svc:${secret}`)],
    ['no server', 'database_unreachable', /host, port/, () => `postgres://svc:${secret}@127.0.0.1:1/svc`],
    ['no URL', 'database_unreachable', /percent-encoded/, () => `postgres://svc:${secret}@:x:y/svc`],
  ])('for %s, the problem names the place and a way on, without the password', async (_, code, hint, bad) => {
    await server.query(`drop role if exists locked`);
    await server.query(`create role locked login password 'another'`);
    const problem = await toRefusal(open({ url: bad() }));
    expect(problem).toMatchObject({ code, hints: [expect.stringMatching(hint)] });
    expect([problem.message, problem.stack, String(problem.cause), ...problem.hints].join()).not.toContain(
      secret,
    );
  });

  test('with tables of a later version is refused', async () => {
    await (await open()).close();
    await server.query(`insert into kysely_migration values ('9999-later', 'now')`, url);
    const problem = await toRefusal(open());
    expect(problem).toMatchObject({
      code: 'database_unsupported',
      message: expect.stringContaining('9999-later'),
    });
    // Its claim ends with the attempt.
    expect((await server.query('select lease_until <= now() as over from nodes', url))[0]).toEqual({
      over: true,
    });
  });

  test('with another encoding is refused', async () => {
    await server.query(`create database latin encoding 'LATIN1' template template0`);
    const problem = await toRefusal(open({ url: server.url('latin') }));
    expect(problem).toMatchObject({
      code: 'database_unsupported',
      message: expect.stringContaining('LATIN1'),
    });
  });
});

async function toRefusal(opening: Promise<Storage>): Promise<Problem> {
  return opening.then(
    () => expect.fail('was opened'),
    (error) => error,
  );
}
