import { expect, onTestFinished, test } from 'vitest';
import { platform, RealService } from '../../identity/real-service.js';

const ask = (more: string) => ({
  'flows/ask.yaml': `document: { dsl: '1.0.3', namespace: test, name: ask, version: 1.0.0 }
do:
  - approve: { call: human-task@default, with: { title: Approve, assignees: [ada]${more} } }
  - notify: { set: { a: 1 } }
`,
});
const notify = ", notify: { call: http, with: { method: get, endpoint: 'http://127.0.0.1:1/' } }";

async function opened(more: string, env: Record<string, string>) {
  const service = await RealService.start(ask(more), env);
  onTestFinished(() => service.remove());
  const { checks } = (await service.call('GET', `${platform}/diagnostics`)).json();
  const { status, hint } = checks.find(({ name }: { name: string }) => name === 'links');
  return { status, hint, lines: service.logged.filter((line) => line.includes('this machine only')) };
}

test('flows that send links from a service without an address are reported once', async () => {
  const { status, hint, lines } = await opened(notify, {});
  expect([status, hint]).toEqual(['warn', expect.stringContaining('Server.BaseUrl')]);
  expect(lines).toEqual([expect.stringContaining('"flows":["ask"]')]);
});

test.each([
  ['a service that knows its address', notify, { SVC_Server__BaseUrl: 'https://svc.example.com' }],
  ['flows that send no links', '', {}],
])('%s: nothing is reported', async (_, more, env) => {
  expect(await opened(more, env as Record<string, string>)).toMatchObject({ status: 'ok', lines: [] });
});
