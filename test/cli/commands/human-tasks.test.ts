import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../eventually.js';
import { serveFolder } from '../serve-folder.js';
import { flowText, svc, temporaryFolder } from '../test-io.js';

const form =
  '{ type: object, required: [ok], properties: { ok: { type: boolean }, count: { type: integer } } }';
const ask = flowText(
  'ask',
  `  - approve:\n      call: human-task@default\n      with: { title: "Approve\\e[2J\\nfake", assignees: ['api-key:phone'], form: ${form} }\n`,
);

test('svc human-tasks lists, shows, claims, releases and completes tasks as a person', async () => {
  const folder = temporaryFolder({ 'flows/ask.yaml': ask });
  const url = await serveFolder(folder);
  const { apiKey } = JSON.parse(readFileSync(join(folder, '.svc/initial-admin.json'), 'utf8'));
  const post = (path: string, body: object, headers = {}): Promise<{ id: string; key: string }> =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers },
      body: JSON.stringify(body),
    }).then((answer) => answer.json() as Promise<{ id: string; key: string }>);
  const { key } = await post('/platform/api-keys', { name: 'phone', role: 'viewer', actor: 'person' });
  const run = await post('/live/flows/ask/runs', {}, { prefer: 'respond-async' });
  const phone = (...argv: string[]) => svc(folder, ['human-tasks', ...argv], { env: { SVC_API_KEY: key } });

  const line = await eventually(async () => {
    const { stdout } = await phone('list');
    return stdout.includes('ask@live') && stdout;
  });
  expect(line).not.toContain('\u001b');
  expect(line.trim().split('\n')).toHaveLength(1);
  const [id = ''] = line.split(' ');
  expect((await phone('claim', id)).stdout).toContain('claimed by api-key:phone');
  expect((await phone('release', id)).stdout).not.toContain('claimed by');
  expect((await phone('show', id)).stdout).toContain('"required":["ok"]');
  expect(await phone('complete', id, '-p', 'count=3')).toMatchObject({ exitCode: 2 });
  expect(await phone('complete', id)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('No values are given, so nothing was completed'),
  });
  const service = await svc(folder, ['human-tasks', 'complete', id, '-p', 'ok=true']);
  expect([service.exitCode, service.stderr]).toEqual([4, expect.stringContaining('counts as a service')]);
  const done = await phone('complete', id, '-p', 'ok=true', '-p', 'count=3', '--json');
  expect(JSON.parse(done.stdout)).toMatchObject({
    status: 'completed',
    values: { ok: true, count: 3 },
    run: run.id,
  });
  expect((await phone('list')).stdout).toBe(
    'No open tasks for api-key:phone. A task for `phone` asks the user of this name, not the key. With --all, those of others are listed.\n',
  );
});

test('a missing id and an unknown action are wrong usage', async () => {
  expect((await svc(temporaryFolder(), ['human-tasks', 'show'])).exitCode).toBe(2);
  expect((await svc(temporaryFolder(), ['human-tasks', 'approve'])).exitCode).toBe(2);
});
