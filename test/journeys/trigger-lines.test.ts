import { beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../eventually.js';
import { openTerminal, type Terminal } from './pages/terminal.js';

// Each command is a process of its own, which takes seconds where svc is not built.
vi.setConfig({ testTimeout: 600_000 });

let terminal: Terminal;

beforeEach(() => {
  terminal = openTerminal();
  terminal.write('.gitignore', '.svc/\n');
  terminal.write('flows/report.yaml', report);
});

const report = `document: { dsl: '1.0.3', namespace: sales, name: report, version: 1.0.0 }
do:
  - report: { set: { done: true } }
`;
const nightly =
  'kind: trigger\nname: nightly\nflow: report\nschedule: { cron: 0 2 * * *, timeZone: Europe/Berlin }\n';
const orders =
  'kind: trigger\nname: orders\nflow: report\nwebhook: { path: orders, signature: { scheme: none } }\n';

async function commit(): Promise<void> {
  const { exitCode, shown } = await terminal.run('git add --all && git commit --quiet -m Change');
  expect(exitCode, shown).toBe(0);
}

function loggedTriggers(): Record<string, string>[] {
  const lines = terminal.served.split('\n').filter((line) => line.includes('"trigger in service"'));
  return lines.map((line) => JSON.parse(line));
}

test('a start shows where webhooks are delivered and when schedules fire next', async () => {
  await terminal.run('git init --quiet');
  terminal.write('triggers/nightly.yaml', nightly);
  terminal.write('triggers/orders.yaml', orders);
  await commit();

  const url = await terminal.serve('svc serve --dir .');
  await eventually(() => terminal.served.includes('svc run-flow report'));

  expect(terminal.served).toMatch(/triggers +nightly {2}next in \d+ \w+, \d{4}-\d\d-\d\dT02:00:00/);
  // The port that the service has taken, not the 0 that asks for any.
  expect(terminal.served).toContain(`orders  ${url}/api/v1/main/hooks/orders`);
});

test('a commit shows the triggers that it brings or changes, and no other', async () => {
  await terminal.run('git init --quiet');
  terminal.write('triggers/nightly.yaml', nightly);
  await commit();
  const url = await terminal.serve('svc serve --dir .');

  terminal.write('triggers/orders.yaml', orders);
  await commit();
  await eventually(() => loggedTriggers().length > 0);
  terminal.write('triggers/nightly.yaml', nightly.replace('0 2', '30 4'));
  await commit();
  await eventually(() => loggedTriggers().length > 1);

  expect(loggedTriggers()).toMatchObject([
    { trigger: 'orders', flow: 'report', state: 'active', address: `${url}/api/v1/main/hooks/orders` },
    { trigger: 'nightly', next: expect.stringContaining('T04:30:00') },
  ]);
});
