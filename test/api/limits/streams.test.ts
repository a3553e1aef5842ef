import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../controller/git/git-fixture.js';
import { RealService } from '../identity/real-service.js';

let service: RealService;
const open: AbortController[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) each.abort();
  await service.remove();
});

async function start(env: Record<string, string>): Promise<string> {
  service = await RealService.start({}, env);
  return service.app.listen({ host: '127.0.0.1', port: 0 });
}

async function request(url: string, key: string, init: RequestInit = {}): Promise<Response> {
  const ending = new AbortController();
  open.push(ending);
  const headers = { 'x-api-key': key, accept: 'text/event-stream', ...init.headers };
  return fetch(url, { ...init, headers, signal: ending.signal });
}

const events = (url: string, key: string) =>
  request(`${url}/api/v1/platform/events?type=io.serverlessworkflow.workflow.*`, key);

/** The text of a stream until it is enough. */
async function read(answer: Response, isEnough: (text: string) => boolean): Promise<string> {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (reader && !isEnough(text)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

test('a caller has a limited number of streams, of events, logs, subscriptions and MCP together', async () => {
  const url = await start({ SVC_Limits__Streams: '4' });
  const key = service.adminKey;
  expect((await events(url, key)).status).toBe(200);
  expect((await request(`${url}/api/v1/platform/logs`, key)).status).toBe(200);
  const notices = { headers: { 'mcp-protocol-version': '2025-11-25' } };
  expect((await request(`${url}/mcp`, key, notices)).status).toBe(200);
  const query = JSON.stringify({ query: 'subscription { events { seq } }' });
  const json = { method: 'POST', body: query, headers: { 'content-type': 'application/json' } };
  expect((await request(`${url}/graphql`, key, json)).status).toBe(200);
  for (const refused of [
    await events(url, key),
    await request(`${url}/api/v1/platform/logs`, key),
    await request(`${url}/mcp`, key, notices),
    await request(`${url}/graphql`, key, json),
  ]) {
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('too_many_streams');
  }
  // Another caller has streams of its own, and a stream that was closed makes room.
  expect((await events(url, await service.key('other', 'viewer'))).status).toBe(200);
  open[0]?.abort();
  await eventually(async () => (await events(url, key)).status === 200);
});

test('a hundred followers get each event once, in order, whether they come before or in between', async () => {
  const url = await start({ SVC_Limits__Streams: '1000' });
  const key = await service.key('reader', 'viewer');
  const count = 40;
  const early = await Promise.all(Array.from({ length: 100 }, () => events(url, key)));
  for (let index = 0; index < count / 2; index++)
    await service.call('POST', '/api/v1/live/flows/hello/runs', { name: `n${index}` });
  const late = await request(`${url}/api/v1/platform/events?type=io.serverlessworkflow.workflow.*`, key, {
    headers: { 'last-event-id': '0' },
  });
  for (let index = count / 2; index < count; index++)
    await service.call('POST', '/api/v1/live/flows/hello/runs', { name: `n${index}` });
  const completed = (text: string) => text.split('workflow.completed.v1\ndata').length > count;
  const texts = await Promise.all([...early, late].map((answer) => read(answer, completed)));
  const ids = texts.map((text) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)));
  for (const each of ids) {
    expect(each).toEqual([...new Set(each)].sort((a, b) => a - b));
    expect(each.slice(-count)).toEqual(ids[0]?.slice(-count));
  }
});
