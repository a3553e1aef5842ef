import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RealService } from '../identity/real-service.js';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

let outside: Server;
let base: string;
let received: Received[];

beforeAll(async () => {
  outside = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      received.push({ path, headers, body: Buffer.concat(chunks).toString() });
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
});
afterAll(() => {
  outside.closeAllConnections();
  outside.close();
});

const flow = (name: string, task: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0', tags: { mcp: true } }\ndo: [{ one: ${task} }]\n`;

async function start(env: Record<string, string> = {}): Promise<RealService> {
  received = [];
  const files = {
    'flows/direct.yaml': flow('direct', `{ call: http, with: { method: get, endpoint: '${base}/direct' } }`),
    'flows/through.yaml': flow('through', '{ call: shop.get, with: { path: /through } }'),
    'flows/outer.yaml': flow(
      'outer',
      "{ run: { workflow: { namespace: test, name: direct, version: '1.0.0' } } }",
    ),
    'connections/shop.yaml': `kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: '${base}' }\n`,
  };
  return RealService.start(files, { SVC_Flows__AllowPrivateNetworks: 'true', ...env });
}

const collecting = () => ({
  SVC_Telemetry__OtlpEndpoint: `${base}/otlp`,
  SVC_Telemetry__OtlpToken: 'the-otlp-token',
});

/** Returns the spans of the collector; complete only after the service has stopped and sent them all. */
function spans(): Span[] {
  return received
    .filter(({ path }) => path === '/otlp/v1/traces')
    .flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
}

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';
const traceparent = `00-${trace}-${parent}-01`;
const run = (service: RealService, name: string, headers: Record<string, string> = {}) =>
  service.call('POST', `/api/v1/live/flows/${name}/runs`, {}, headers);
const called = (path: string) => received.find((request) => request.path === path)?.headers ?? {};

describe('with a collector', () => {
  test('the log goes there too, where `OtlpLogs` says so', async () => {
    const service = await start({ ...collecting(), SVC_Telemetry__OtlpLogs: 'true' });
    service.app.log.warn({ reason: 'low tide' }, 'the harbour is closed');
    await service.remove();
    const records = received
      .filter(({ path }) => path === '/otlp/v1/logs')
      .flatMap(({ body }) => JSON.parse(body).resourceLogs[0].scopeLogs[0].logRecords);
    expect(records).toContainEqual({
      timeUnixNano: expect.stringMatching(/^\d{19}$/),
      severityNumber: 13,
      severityText: 'WARN',
      body: { stringValue: 'the harbour is closed' },
      attributes: [{ key: 'reason', value: { stringValue: 'low tide' } }],
    });
    const traced = await start(collecting());
    await traced.remove();
    expect(received.filter(({ path }) => path === '/otlp/v1/logs')).toEqual([]);
  });

  test('the request, the run and its task are spans of one trace, each below the other', async () => {
    const service = await start(collecting());
    const { id } = (await run(service, 'hello')).json();
    await service.remove();
    expect(received[0]?.headers.authorization).toBe('Bearer the-otlp-token');
    const [task, flowSpan, request] = spans();
    expect([task?.name, flowSpan?.name, request?.name]).toEqual([
      'set greet',
      'flow hello',
      'POST /api/v1/:branch/flows/:flow/runs',
    ]);
    expect(request).toMatchObject({ kind: 2, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(request).not.toHaveProperty('parentSpanId');
    expect(flowSpan).toMatchObject({ kind: 1, traceId: request?.traceId, parentSpanId: request?.spanId });
    expect(task).toMatchObject({ traceId: request?.traceId, parentSpanId: flowSpan?.spanId });
    expect(JSON.stringify(spans())).toContain(id);
    const [from, to] = [flowSpan?.startTimeUnixNano, flowSpan?.endTimeUnixNano];
    expect(BigInt(to ?? 0) >= BigInt(from ?? 1)).toBe(true);
  });

  test('the trace of the caller goes on through subflows to the called server', async () => {
    const service = await start(collecting());
    await run(service, 'outer', { traceparent, tracestate: 'shop=1, x@y=z' });
    await service.remove();
    const found = (name: string) => spans().find((span) => span.name.includes(name));
    const request = spans().find(({ kind }) => kind === 2);
    expect(request).toMatchObject({ traceId: trace, parentSpanId: parent });
    const chain = [request, found('flow outer'), found('run one'), found('flow direct'), found('call one')];
    for (const [index, span] of chain.entries()) {
      expect(span?.traceId).toBe(trace);
      if (index > 0) expect(span?.parentSpanId).toBe(chain[index - 1]?.spanId);
    }
    expect(found('call one')?.kind).toBe(3);
    expect(called('/direct')).toMatchObject({
      traceparent: `00-${trace}-${found('call one')?.spanId}-01`,
      tracestate: 'shop=1,x@y=z',
    });
  });

  test('a trace that the caller does not record is not recorded, and is passed on as unrecorded', async () => {
    const service = await start(collecting());
    await run(service, 'direct', { traceparent: `00-${trace}-${parent}-00` });
    await service.remove();
    expect(spans()).toEqual([]);
    expect(called('/direct')['traceparent']).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
  });
});

describe('without a collector', () => {
  test('the trace of the caller goes on through flows and connectors, over each surface', async () => {
    const service = await start();
    const headers = { traceparent, tracestate: 'shop=1' };
    await run(service, 'through', headers);
    expect(called('/through')).toMatchObject({
      traceparent: expect.stringMatching(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`)),
      tracestate: 'shop=1',
    });
    received = [];
    const query = 'mutation { runFlow(branch: "live", flow: "direct", parameters: {}) { id } }';
    const answer = await service.call('POST', '/graphql', { query }, headers);
    expect(answer.json()).not.toHaveProperty('errors');
    expect(called('/direct')['traceparent']).toContain(trace);
    received = [];
    const params = { name: 'run-flow', arguments: { flow: 'direct', parameters: {} } };
    await service.call(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { ...headers, host: '127.0.0.1', accept: 'application/json, text/event-stream' },
    );
    expect(called('/direct')['traceparent']).toContain(trace);
    received = [];
    await service.call('POST', '/api/v1/live/connections/shop/actions/get', { path: '/alone' }, headers);
    expect(called('/alone')).toMatchObject(headers);
    received = [];
    await run(service, 'direct');
    expect(called('/direct')).not.toHaveProperty('traceparent');
    await service.remove();
  });

  test('malformed trace headers are ignored, and no request is refused for them', async () => {
    const service = await start();
    const hostile = [
      `00-${trace}-${parent}-01-more`,
      `ff-${trace}-${parent}-01`,
      `00-${'0'.repeat(32)}-${parent}-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${trace.toUpperCase()}-${parent}-01`,
      `${traceparent}, ${traceparent}`,
      '0'.repeat(8_000),
      "00-'; drop table runs; --",
    ];
    for (const each of hostile) {
      expect((await run(service, 'direct', { traceparent: each })).statusCode).toBe(201);
    }
    expect(received.filter(({ headers }) => headers['traceparent'] !== undefined)).toEqual([]);
    received = [];
    const states = [
      'x'.repeat(600),
      'a=1,a=2',
      'A=1',
      '=',
      Array.from({ length: 33 }, (_, n) => `k${n}=1`).join(),
    ];
    for (const tracestate of states) await run(service, 'direct', { traceparent, tracestate });
    for (const { headers } of received) {
      expect(headers['traceparent']).toContain(trace);
      expect(headers).not.toHaveProperty('tracestate');
    }
    await run(service, 'direct', { traceparent: `cc-${trace}-${parent}-01-what-comes-later` });
    expect(received.at(-1)?.headers['traceparent']).toContain(trace);
    await service.remove();
  });
});
