import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { serveFolder } from '../serve-folder.js';
import { svc, temporaryFolder } from '../test-io.js';

const example = fileURLToPath(new URL('../../../fixtures/connector-package', import.meta.url));
const clock = 'kind: connection\nname: clock\nconnector: clock\nconfig: { timeZone: Asia/Tokyo }\n';
const call = (given: string) => `document: { dsl: '1.0.3', namespace: test, name: tell, version: '1.0.0' }
do: [{ now: { call: clock.read, with: ${given} } }]
`;
let folder: string;

beforeEach(() => {
  folder = temporaryFolder({
    'svc.yaml': 'Connectors: { Packages: [svc-connector-clock] }\n',
    'flows/tell.yaml': call("{ at: '2026-01-01T00:00:00Z' }"),
    'connections/clock.yaml': clock,
  });
  cpSync(example, join(folder, 'node_modules', 'svc-connector-clock'), { recursive: true });
});

it('the connector of a package is checked and called as a built-in one', async () => {
  expect((await svc(folder, ['validate', 'flows', 'connections'])).stdout).toBe('');
  await serveFolder(folder);
  expect((await svc(folder, ['connections', 'test', 'clock'])).stdout).toContain('reached');
  const { stdout } = await svc(folder, ['run-flow', 'tell', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', output: { time: '2026-01-01 09:00:00' } });
});

it('wrong settings and arguments are found, in large files too, which threads check', async () => {
  const wide = temporaryFolder({
    'svc.yaml': 'Connectors: { Packages: [svc-connector-clock] }\n',
    'flows/tell.yaml': `${call('{ when: now }')}${'# a long comment\n'.repeat(2_000)}`,
    'connections/clock.yaml': clock,
    'connections/other.yaml': clock.replace('name: clock', 'name: other').replace('timeZone', 'zone'),
  });
  cpSync(example, join(wide, 'node_modules', 'svc-connector-clock'), { recursive: true });
  const found = await svc(wide, ['validate', 'flows', 'connections']);
  expect(found.exitCode).toBe(1);
  for (const text of ['takes no argument `when`', '`zone`']) expect(found.stdout).toContain(text);
  await serveFolder(wide);
  const { stderr } = await svc(wide, ['run-flow', 'tell']);
  expect(stderr).toContain('takes no argument `when`');
});

it('without the package, the service says so and does not start', async () => {
  const bare = temporaryFolder({ 'svc.yaml': 'Connectors: { Packages: [svc-connector-clock] }\n' });
  await expect(serveFolder(bare)).rejects.toThrow('`svc-connector-clock` is not installed');
  expect((await svc(bare, ['validate', '.'])).stderr).toContain('npm install');
});
