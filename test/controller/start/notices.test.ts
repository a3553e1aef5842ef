import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { Diagnosis } from '../../../controller/observability/index.js';
import { loadSettings } from '../../../controller/settings/index.js';
import type { Base } from '../../../controller/start/base.js';
import { Closers } from '../../../controller/start/closers.js';
import { openNotices } from '../../../controller/start/open-notices.js';
import { ServiceAddress } from '../../../controller/start/service-address.js';
import { openSqliteStorage } from '../../../controller/storage/index.js';
import { eventually } from '../../eventually.js';
import { removeFolder } from '../../remove-folder.js';
import { json, TestServer } from '../connectors/server.js';

test('a check that begins to fail is told once, and again after it was well', async () => {
  const texts: string[] = [];
  const server = await TestServer.start((_request, response, body) => {
    texts.push(JSON.parse(body).text);
    json(response, {});
  });
  onTestFinished(() => server.stop());
  let looks = 0;
  let failing: string[] = [];
  const notices = await opened(server.url);
  notices.watch(
    async () => {
      looks += 1;
      return health(failing);
    },
    { firstMs: 1, everyMs: 5 },
  );
  const looked = async () => {
    const before = looks;
    await eventually(() => looks > before + 1);
  };
  await looked();
  failing = ['disk'];
  await eventually(() => texts.length === 1);
  expect(texts[0]).toContain('1 check of the installation failed at');
  expect(texts[0]).toContain(
    '- disk: The disk is full. Free some space. http://127.0.0.1:7420/api/v1/platform/diagnostics',
  );
  failing = [];
  await looked();
  failing = ['disk'];
  await eventually(() => texts.length === 2);
  failing = ['disk', 'clock'];
  await eventually(() => texts.length === 3);
  expect(texts[2]).toContain('- clock: ');
  expect(texts[2]).not.toContain('- disk: ');
});

test('a test message says if the receiver took it, and is no failure', async () => {
  const bodies: { cause: string; text: string }[] = [];
  let status = 200;
  const server = await TestServer.start((_request, response, body) => {
    bodies.push(JSON.parse(body));
    response.writeHead(status).end();
  });
  onTestFinished(() => server.stop());
  const notices = await opened(server.url);
  const { signal } = new AbortController();
  const receiver = 'the address of `Notify.Webhook`';
  expect(await notices.test(signal)).toEqual({ ok: true, receiver, message: null });
  expect(bodies).toEqual([
    expect.objectContaining({ cause: 'test', text: expect.stringContaining('Messages about what fails') }),
  ]);
  status = 500;
  expect(await notices.test(signal)).toEqual({
    ok: false,
    receiver,
    message: 'The address of `Notify.*` answered 500',
  });
});

/** As that of a service, which needs itself. */
class Masking {
  readonly #secret = 'Webhook';

  mask(text: string): string {
    return text.replaceAll(this.#secret, '*');
  }
}

function health(failing: readonly string[]): Diagnosis {
  const about = {
    status: 'fail',
    detail: 'The disk is full',
    hint: 'Free some space.',
    durationMs: 1,
  } as const;
  // The receiver cannot tell that it is away.
  const checks = [...failing, 'notify'].map((name) => ({ name, ...about }));
  return { checks, status: 'fail' };
}

async function opened(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-notices-'));
  const env = { SVC_Notify__Webhook__Url: url, SVC_Notify__Window: '1' };
  const settings = loadSettings({ dir: folder, env });
  const closers = new Closers();
  const storage = await openSqliteStorage(join(folder, 'svc.db'));
  closers.add(() => storage.close());
  onTestFinished(async () => {
    await closers.close();
    removeFolder(folder);
  });
  const log = pino({ level: 'silent' });
  const address = new ServiceAddress(settings.Server);
  const base = { settings, storage, log, closers, address } as Partial<Base> as Base;
  const notices = await openNotices(base, new Masking(), { isActive: false, onChange() {} });
  const connections = {} as Parameters<typeof notices.start>[0];
  notices.start(connections, 'live');
  return notices;
}
