import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadSettings } from '../../../controller/settings/index.js';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'svc-notify-')));
afterAll(() => rmSync(dir, { recursive: true }));

const load = (env: Record<string, string>) => loadSettings({ dir, env }).Notify;

test('no message is sent by default', () => {
  expect(load({})).toEqual({ Window: 900, On: ['faulted', 'notReady', 'held', 'checks'] });
});

test.each([
  [{ SVC_Notify__Webhook__Url: 'https://a.test/hook' }],
  [{ SVC_Notify__Connection__Name: 'chat', SVC_Notify__Connection__Action: 'postMessage' }],
  [{ SVC_Notify__Mail__Connection: 'mail', SVC_Notify__Mail__To: '["ops@a.test"]' }],
])('one receiver is enough: %j', (env) => {
  expect(load(env as Record<string, string>)).toMatchObject({
    Window: 900,
    On: ['faulted', 'notReady', 'held', 'checks'],
  });
});

test.each([
  [{ SVC_Notify__Window: '60' }, /Notify: has no receiver: write one of `Connection`, `Webhook` and `Mail`/],
  [
    {
      SVC_Notify__Webhook__Url: 'https://a.test',
      SVC_Notify__Mail__Connection: 'mail',
      SVC_Notify__Mail__To: '["a@b.test"]',
    },
    /Notify: has `Webhook` and `Mail`: write one of them/,
  ],
  [{ SVC_Notify__Connection__Name: 'chat' }, /Notify.*`Action`/],
  [
    { SVC_Notify__Webhook__Url: 'https://a.test', SVC_Notify__On: '["faulted", "broken"]' },
    /SVC_Notify__On.*`faulted`/,
  ],
  [{ SVC_Notify__Webhook__Url: 'ftp://a.test' }, /SVC_Notify__Webhook__Url/],
  [{ SVC_Notify__Webhok__Url: 'https://a.test' }, /did you mean `SVC_Notify__Webhook__Url`/],
])('%j is refused by its name', (env, message) => {
  expect(() => load(env as Record<string, string>)).toThrow(message);
});
