import { afterAll, describe, expect, test } from 'vitest';
import type { Connector } from '../../../../controller/connectors/index.js';
import { prometheusConnector } from '../../../../controller/connectors/prometheus/connector.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { type Handler, json } from '../server.js';
import { startPrometheus } from './prometheus-server.js';
import { callAction, keepsTheWebContract } from './suite.js';

const connector = prometheusConnector as unknown as Connector;
const server = await startPrometheus();
afterAll(() => server?.stop());

/** Answers as the query API, behind a proxy that asks for a token. */
const handler: Handler = (request, response) => {
  if (request.headers.authorization !== 'Bearer right') return json(response, 'Unauthorized', 401);
  json(response, { status: 'success', data: { resultType: 'scalar', result: [1_700_000_000.5, '1'] } });
};

keepsTheWebContract({
  connector,
  handler,
  config: (baseUrl) => ({ baseUrl, token: 'right' }),
  wrong: { config: (baseUrl) => ({ baseUrl, token: 'wrong-token' }), secret: 'wrong-token' },
  badConfigs: [
    [{}, ''],
    [{ baseUrl: 'prometheus:9090' }, '/baseUrl'],
    [{ baseUrl: 'http://a', token: 'plain' }, '/token'],
    [{ baseUrl: 'http://a', user: 'reader' }, '/user'],
  ],
  reads: { action: 'query', input: { query: '1' } },
});

describe.skipIf(!server)('a server of Prometheus', () => {
  const call = (action: string, input: JsonObject): Promise<Json> =>
    callAction(connector, { baseUrl: server?.url ?? '' }, { action, input });

  test('answers expressions of each type', async () => {
    await eventually(async () => ((await call('query', { query: 'up' })) as Json[]).length > 0);
    const [up] = (await call('query', { query: 'up{job="self"}' })) as JsonObject[];
    expect(up).toEqual({
      labels: expect.objectContaining({ __name__: 'up', job: 'self' }),
      time: expect.any(Number),
      value: 1,
    });
    expect(await call('query', { query: '1 / 0', time: 1_700_000_000 })).toEqual([
      { labels: {}, time: 1_700_000_000, value: '+Inf' },
    ]);
    expect(await call('query', { query: 'nothing_like_it' })).toEqual([]);
    expect(await call('query', { query: 'up[1m]' })).toMatchObject([{ value: 1 }]);
  });

  test('answers expressions over a range, series and labels', async () => {
    const start = Date.now() / 1_000 - 60;
    await eventually(async () => {
      const found = (await call('queryRange', { query: 'up', start, step: '1s' })) as JsonObject[];
      return (found[0]?.['values'] as Json[] | undefined)?.some(
        (each) => (each as JsonObject)['value'] === 1,
      );
    });
    expect(await call('listSeries', { match: ['up'] })).toMatchObject([{ __name__: 'up', job: 'self' }]);
    expect(await call('listLabels', { match: ['up'] })).toEqual(['__name__', 'instance', 'job']);
    expect(await call('listLabelValues', { label: 'job' })).toEqual(['self']);
  });

  test('says what is wrong with an expression', async () => {
    await expect(call('query', { query: 'sum(' })).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('parse error'),
    });
  });
});
