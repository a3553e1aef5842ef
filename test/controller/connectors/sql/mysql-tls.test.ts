import { afterAll, describe, expect, test } from 'vitest';
import { certificate } from '../contract/certificate.js';
import { TestDatabase } from './databases.js';
import { startMariadb } from './mariadb.js';

const server = await startMariadb();

describe.skipIf(!server)('MariaDB with TLS', () => {
  const database = new TestDatabase('mysql');
  const { port = 0, user = '', password = '' } = server ?? {};
  afterAll(async () => {
    await database.forget();
    await server?.stop();
  });

  const ask = (host: string, ssl: 'disable' | 'require' | 'verify', ca?: string) =>
    database.run(
      'query',
      { sql: 'select current_user() as me' },
      {
        host,
        port,
        user,
        password,
        ssl,
        database: 'stock',
        connectTimeout: 5,
        ...(ca && { ca }),
      },
    );

  test('is asked with the certificate for its address, or without a check', async () => {
    const me = { rows: [{ me: 'svc@%' }] };
    await expect(ask('127.0.0.1', 'verify', certificate.cert)).resolves.toMatchObject(me);
    await expect(ask('127.0.0.1', 'require')).resolves.toMatchObject(me);
    await expect(ask('localhost', 'require')).resolves.toMatchObject(me);
  });

  test.each([
    ['127.0.0.1', undefined],
    ['localhost', certificate.cert],
  ])('is refused as %s when the certificate does not fit', async (host, ca) => {
    await expect(ask(host, 'verify', ca)).rejects.toMatchObject({ kind: 'communication' });
  });

  test('refuses a user that must encrypt and does not', async () => {
    await expect(ask('127.0.0.1', 'disable')).rejects.toMatchObject({ kind: 'authentication' });
  });
});
