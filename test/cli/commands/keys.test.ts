import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../../eventually.js';
import { WorkTree } from '../../work-tree.js';
import { serveFolder } from '../serve-folder.js';
import { greet, svc, temporaryFolder } from '../test-io.js';

it('svc keys makes a key that its scopes narrow, shows and changes it', async () => {
  const folder = temporaryFolder({ '.gitignore': '.svc/\n.config-home/\n' });
  WorkTree.create(folder).commit({
    'flows/greet.yaml': greet,
    'flows/other.yaml': greet.replace('name: greet', 'name: other'),
  });
  await serveFolder(folder);
  await eventually(async () => (await svc(folder, ['status'])).exitCode === 0);
  const { apiKey } = JSON.parse(readFileSync(join(folder, '.svc/initial-admin.json'), 'utf8'));
  const keys = (argv: string[], key = apiKey) =>
    svc(folder, ['keys', ...argv], { env: { SVC_API_KEY: key } });

  expect(await keys(['create', 'bot'])).toMatchObject({ exitCode: 2 });
  const created = await keys([
    'create',
    'bot',
    '--role',
    'operator',
    '--flows',
    'gre*,gr-*',
    '--effects',
    'read',
    '--rate',
    '50',
  ]);
  expect(created).toMatchObject({ exitCode: 0 });
  expect(created.stdout).toContain('  flows: gre*, gr-*\n  effects: read\n  requestsPerMinute: 50');
  const key = /^key: (svc_\S+)/.exec(created.stdout)?.[1] ?? '';
  const run = (argv: string[]) => svc(folder, argv, { env: { SVC_API_KEY: key } });
  expect((await run(['flows', 'list'])).stdout).not.toContain('other');
  const refused = await run(['run-flow', 'greet']);
  expect(refused).toMatchObject({ exitCode: 4 });
  expect(refused.stderr).toContain(
    '`run-flow` is outside of the scopes of api-key:bot: `effects` has `read`',
  );

  expect((await keys(['update', 'bot', '--flows', 'gre*', '--effects', 'read,run'])).exitCode).toBe(0);
  expect((await run(['run-flow', 'greet', '-p', 'name=Ada'])).exitCode).toBe(0);
  expect((await run(['run-flow', 'other'])).stderr).toContain('`flows` has `gre*`');
  expect((await keys(['list'])).stdout).toMatch(/bot {2}.*flows: gre\*; effects: read, run/);
  const rotated = await keys(['rotate', 'bot']);
  expect(rotated.stdout).toContain('  flows: gre*\n  effects: read, run');
  const { id } = JSON.parse(
    (await keys(['rotate', /bot {2}(\S+)/.exec(rotated.stdout)?.[1] ?? '', '--json'])).stdout,
  );
  expect((await keys(['update', id, '--without-scopes'])).stdout).toContain('  scopes: none');
  expect((await keys(['delete', id])).stdout).toBe(`Deleted ${id}\n`);
});
