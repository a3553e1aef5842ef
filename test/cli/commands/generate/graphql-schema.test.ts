import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClientSchema, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { svc, temporaryFolder } from '../../test-io.js';

test('`svc generate graphql-schema` writes a schema that tools can read', async () => {
  const folder = temporaryFolder();
  const printed = await svc(folder, ['generate', 'graphql-schema']);
  expect(printed).toMatchObject({ exitCode: 0, stderr: '' });
  const schema = buildSchema(printed.stdout);
  expect(schema.getMutationType()?.getFields()).toHaveProperty('createConnection');
  expect(schema.getSubscriptionType()?.getFields()).toHaveProperty('runChanged');

  const written = await svc(folder, ['generate', 'graphql-schema', '--out', 'schema.graphql']);
  expect(written).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: 'Wrote the GraphQL schema to schema.graphql\n',
  });
  expect(readFileSync(join(folder, 'schema.graphql'), 'utf8')).toBe(printed.stdout);
});

test('with --json the schema is the answer to an introspection query', async () => {
  const { stdout } = await svc(temporaryFolder(), ['generate', 'graphql-schema', '--json']);
  const schema = buildClientSchema(JSON.parse(stdout));
  expect(schema.getQueryType()?.getFields()).toHaveProperty('connections');
});

test('an unknown name and a folder that does not exist are refused with a hint', async () => {
  const folder = temporaryFolder();
  const unknown = await svc(folder, ['generate', 'graphql']);
  expect(unknown).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unknown.stderr).toContain('svc generate graphql-schema');
  const nowhere = await svc(folder, ['generate', 'graphql-schema', '--out', 'no/such/schema.graphql']);
  expect(nowhere.exitCode).toBe(1);
  expect(nowhere.stderr).toContain('Name a file in a folder that exists');
});
