import { expect, onTestFinished, test } from 'vitest';
import { json, TestServer } from '../../../controller/connectors/server.js';
import { eventually } from '../../../eventually.js';
import { platform, RealService } from '../../identity/real-service.js';

interface Condition {
  type: string;
  status: string;
  message: string;
}

const toFile = (name: string, url: string, token = 'crm') =>
  `kind: connection\nname: ${name}\nconnector: http\nconfig: { baseUrl: '${url}', auth: { type: bearer, token: { secret: ${token}/api, key: token } } }\n`;

async function serve(settings: Record<string, string>) {
  const seen: { method: string | undefined; credential: string | undefined }[] = [];
  let status = 200;
  const server = await TestServer.start((request, response) => {
    seen.push({ method: request.method, credential: request.headers.authorization });
    json(response, {}, status);
  });
  onTestFinished(() => server.stop());
  const service = await RealService.start(
    {
      'connections/crm.yaml': toFile('crm', server.url),
      'connections/erp.yaml': toFile('erp', server.url, 'erp'),
    },
    settings,
  );
  onTestFinished(() => service.remove());
  const find = async (name: string) => {
    const answer = await service.call('GET', `/api/v1/live/entities/platform/connection/${name}`);
    const conditions: Condition[] = answer.json().status.conditions;
    return conditions.find(({ type }) => type === 'Tested');
  };
  const answerWith = (next: number) => {
    status = next;
  };
  return { service, seen, find, answerWith };
}

const secret = { path: 'crm/api', value: { token: 'tok-of-the-crm-server' } };

test('connections are tested by the schedule, and their status, the diagnostics and a metric have the result', async () => {
  const { service, seen, find, answerWith } = await serve({ SVC_Connections__TestEvery: '60' });
  answerWith(401);
  // A connection that lacks its secret is not tested: `Runnable` says so.
  await service.call('POST', `${platform}/entities/platform/secret`, secret);
  const tested = await eventually(() => find('crm'));
  expect(tested).toMatchObject({ type: 'Tested', status: 'False', message: expect.stringContaining('401') });
  expect(tested?.message).not.toContain('tok-of-the-crm-server');
  expect(await find('erp')).toBeUndefined();
  expect(seen.map(({ method }) => method)).not.toContain('POST');
  expect(seen[0]?.credential).toBe('Bearer tok-of-the-crm-server');
  const { checks } = (await service.call('GET', `${platform}/diagnostics`)).json();
  expect(checks.find(({ name }: { name: string }) => name === 'connections')).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('`crm`'),
  });
  const metrics = (await service.call('GET', '/metrics')).body;
  expect(metrics).toContain('svc_connections_failing{branch="live"} 1');
  // A test says nothing about flows: a server that is away for a minute is what retries are for.
  const { status } = (await service.call('GET', '/api/v1/live/entities/platform/connection/crm')).json();
  expect(status.conditions).toContainEqual(expect.objectContaining({ type: 'Runnable', status: 'True' }));
});

test('without the setting no server is asked', async () => {
  const { service, seen, find } = await serve({});
  await service.call('POST', `${platform}/entities/platform/secret`, secret);
  await eventually(async () => {
    const { status } = (await service.call('GET', '/api/v1/live/entities/platform/connection/crm')).json();
    return status.conditions.some(({ type, status: is }: Condition) => type === 'Runnable' && is === 'True');
  });
  expect(await find('crm')).toBeUndefined();
  expect(seen).toEqual([]);
  const { checks } = (await service.call('GET', `${platform}/diagnostics`)).json();
  expect(checks.map(({ name }: { name: string }) => name)).not.toContain('connections');
});
