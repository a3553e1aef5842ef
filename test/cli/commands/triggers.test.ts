import { beforeEach, expect, it } from 'vitest';
import { serveFolder } from '../serve-folder.js';
import { greet, svc, temporaryFolder } from '../test-io.js';

const trigger = (name: string) =>
  `kind: trigger\nname: ${name}\nflow: greet\ninput: { name: Ada }\nschedule: { cron: '@yearly' }\n`;
let folder: string;

beforeEach(async () => {
  folder = temporaryFolder({
    'flows/greet.yaml': greet,
    'flows/closed.yaml': greet
      .replace('name: greet', 'name: closed')
      .replace("version: '1.0.0'", "version: '1.0.0', metadata: { disabled: Closed for the season }"),
    'triggers/yearly.yaml': trigger('yearly'),
  });
  await serveFolder(folder);
});

const triggers = (...argv: string[]) => svc(folder, ['triggers', ...argv]);

it('lists the triggers of all pages', async () => {
  const count = 60;
  const files = Array.from({ length: count }, (_, index) => [
    `triggers/t-${index}.yaml`,
    trigger(`t-${index}`),
  ]);
  folder = temporaryFolder({ 'flows/greet.yaml': greet, ...Object.fromEntries(files) });
  await serveFolder(folder);
  expect((await triggers('list')).stdout.match(/^t-\d+ {2}schedule/gm)).toHaveLength(count);
});

it('lists a trigger with its state and next time', async () => {
  const { stdout, exitCode } = await triggers('list');
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringMatching(/^yearly {2}schedule {2}active {2}greet {2}\d{4}-01-01T00:00:00Z {2}- {2}-\n$/),
  ]);
});

it('pauses, fires and resumes a trigger', async () => {
  expect((await triggers('pause', 'yearly')).stdout).toMatch(
    /^yearly {2}schedule {2}paused {2}greet {2}- {2}- {2}-\n$/,
  );
  expect((await triggers('fire', 'yearly')).stdout).toMatch(/^Started run [\w-]{36}\n$/);
  const { stdout } = await triggers('resume', 'yearly', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    name: 'yearly',
    state: 'active',
    pausedBy: null,
    occurrences: [{ cause: 'fire', status: 'started' }],
  });
});

it('says what is wrong with an action or a name', async () => {
  expect(await triggers('stop')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('`pause`') });
  expect(await triggers('pause')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('<name>') });
  const { exitCode, stderr } = await triggers('fire', 'yearli');
  expect(exitCode).toBeGreaterThan(0);
  expect(stderr).toContain('trigger_not_found');
});

it('a disabled flow is not run, and its reason is printed', async () => {
  const { exitCode, stderr } = await svc(folder, ['run-flow', 'closed', '-p', 'name=Ada']);
  expect(exitCode).toBeGreaterThan(0);
  expect(stderr).toMatch(
    /Closed for the season[\s\S]*flow_disabled|flow_disabled[\s\S]*Closed for the season/,
  );
});

it('shows the address of a webhook, whole also on a narrow terminal', async () => {
  const hook =
    'kind: trigger\nname: orders\nflow: greet\ninput: { name: Ada }\nwebhook: { path: shop-orders, signature: { scheme: none } }\n';
  folder = temporaryFolder({
    'flows/greet.yaml': greet,
    'triggers/orders.yaml': hook,
    'svc.yaml': 'Server: { BaseUrl: https://svc.example.com }\n',
  });
  await serveFolder(folder);
  const address = 'https://svc.example.com/api/v1/live/hooks/shop-orders';
  expect((await triggers('list')).stdout).toBe(`orders  webhook  active  greet  ${address}  -  -\n`);
  expect((await svc(folder, ['triggers', 'list'], { columns: 80 })).stdout).toContain(address);
});
