import { expect, test } from 'vitest';
import { runChecks } from '../../../controller/observability/checks/run-checks.js';
import { OtlpExporter, type Span } from '../../../controller/observability/otlp-exporter.js';
import { eventually } from '../../eventually.js';
import { json, TestServer } from '../connectors/server.js';

test('the worst outcome of all checks is that of the installation', async () => {
  const fine = { name: 'fine', run: () => ({ status: 'ok', detail: 'yes' }) as const };
  const poor = { name: 'poor', run: async () => ({ status: 'warn', detail: 'soon full' }) as const };
  const thrown = {
    name: 'thrown',
    run: () => {
      throw new Error('no disk');
    },
  };
  expect(await runChecks([fine])).toMatchObject({ status: 'ok' });
  expect(await runChecks([fine, poor])).toMatchObject({ status: 'warn' });
  const { status, checks } = await runChecks([fine, poor, thrown]);
  expect(status).toBe('fail');
  expect(checks.find(({ name }) => name === 'thrown')).toMatchObject({ status: 'fail', detail: 'no disk' });
});

test('a check that does not answer is a warning, and does not hold up the others', async () => {
  const stuck = { name: 'stuck', run: () => new Promise<never>(() => {}) };
  const { checks } = await runChecks([stuck], 20);
  expect(checks).toMatchObject([{ name: 'stuck', status: 'warn', detail: 'No answer within 20 ms' }]);
});

const span: Span = {
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  name: 'run secret-77',
  start: 1_000,
  end: 1_500,
  attributes: { flow: 'greet', tasks: 2 },
  error: 'no',
};

test('spans reach a collector masked, with its token, and are kept while it is away', async () => {
  const received: { body: string; token: string | undefined; url: string | undefined }[] = [];
  let status = 503;
  const server = await TestServer.start(({ headers, url }, response, body) => {
    if (status === 200) received.push({ body, token: headers.authorization, url });
    json(response, {}, status);
  });
  const reports: unknown[] = [];
  const exporter = new OtlpExporter({
    endpoint: `${server.url}/otlp/`,
    token: 'of-the-collector',
    version: '1.2.3',
    maskJsonText: (text) => text.replaceAll('secret-77', '***'),
    report: (error) => reports.push(error),
  });
  try {
    exporter.add([span]);
    await exporter.flush();
    await exporter.flush();
    expect(reports, 'a collector that is away is reported once').toHaveLength(1);
    status = 200;
    await exporter.flush();
    await eventually(() => received.length === 1);
    const [{ body, token, url } = { body: '', token: '', url: '' }] = received;
    expect([token, url]).toEqual(['Bearer of-the-collector', '/otlp/v1/traces']);
    const [sent] = JSON.parse(body).resourceSpans[0].scopeSpans[0].spans;
    expect(sent).toMatchObject({
      name: 'run ***',
      kind: 1,
      status: { code: 2, message: 'no' },
      startTimeUnixNano: '1000000000',
      endTimeUnixNano: '1500000000',
    });
  } finally {
    await exporter.close();
    await server.stop();
  }
});
