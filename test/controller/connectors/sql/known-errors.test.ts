import { expect, test } from 'vitest';
import { ConnectorError } from '../../../../controller/connectors/contract/connector.js';
import { databaseErrors } from '../../../../controller/connectors/sql/engine/errors.js';
import { toConnectorError as ofMysql } from '../../../../controller/connectors/sql/mysql/failures.js';
import { toConnectorError as ofPostgres } from '../../../../controller/connectors/sql/postgres/failures.js';

const postgres = ['23505', '23502', '42P01', '28P01', '42501', '40001', '57014', '08006', '22P02'].map(
  (code) => ofPostgres(Object.assign(new Error('refused'), { code }), 30),
);
const mysql = (
  [
    [1062, '23000'],
    [1048, '23000'],
    [1146, '42S02'],
    [1045, '28000'],
    [1142, '42000'],
    [1213, '40001'],
  ] as const
).map(([errno, sqlState]) => ofMysql(Object.assign(new Error('refused'), { errno, sqlState }), 30));

test('the manual lists each error with which a database refuses a statement', () => {
  for (const error of [...postgres, ...mysql]) {
    const { kind, status, title } = error as ConnectorError;
    expect(databaseErrors).toContainEqual(expect.objectContaining({ kind, status, title }));
  }
});

test.each([
  [ofPostgres, { code: '23505' }, 'refused (SQLSTATE 23505)'],
  [ofPostgres, { code: '42P01' }, 'refused (SQLSTATE 42P01)'],
  [ofPostgres, { code: 'EPIPE' }, 'refused'],
  [ofMysql, { errno: 1146, sqlState: '42S02' }, 'refused (SQLSTATE 42S02)'],
])('the detail has the code of the database: %#', (convert, fields, detail) => {
  const error = convert(Object.assign(new Error('refused'), fields), 30);
  expect(error).toBeInstanceOf(ConnectorError);
  expect((error as ConnectorError).message).toBe(detail);
});
