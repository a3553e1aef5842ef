import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { RealService } from './identity/real-service.js';

test('a collector gets a span for the run and one for its task, in one trace', async () => {
  const received: { path: string; authorization: string; body: string }[] = [];
  const collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      received.push({
        path,
        authorization: headers.authorization ?? '',
        body: Buffer.concat(chunks).toString(),
      });
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
  const service = await RealService.start(
    {},
    { SVC_Telemetry__OtlpEndpoint: endpoint, SVC_Telemetry__OtlpToken: 'the-otlp-token' },
  );
  const { id } = (await service.call('POST', '/api/v1/live/flows/hello/runs', { name: 'Ada' })).json();
  // What waits is sent when the service stops.
  await service.remove();
  collector.close();
  expect(received).toMatchObject([{ path: '/v1/traces', authorization: 'Bearer the-otlp-token' }]);
  const spans = JSON.parse(received[0]?.body ?? '').resourceSpans[0].scopeSpans[0].spans;
  expect(spans.map(({ name }: { name: string }) => name)).toEqual(['set greet', 'flow hello']);
  const [task, run] = spans;
  expect(run).toMatchObject({
    traceId: id.replaceAll('-', ''),
    kind: 1,
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(task).toMatchObject({ traceId: run.traceId, parentSpanId: run.spanId });
  expect(BigInt(run.endTimeUnixNano) >= BigInt(run.startTimeUnixNano)).toBe(true);
});
