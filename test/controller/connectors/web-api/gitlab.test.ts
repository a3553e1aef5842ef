import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitlabConnector } from '../../../../controller/connectors/gitlab/connector.js';
import type { Connector } from '../../../../controller/connectors/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { type Handler, json, TestServer } from '../server.js';
import { callAction, keepsTheWebContract } from './suite.js';

const connector = gitlabConnector as unknown as Connector;
const getIssue = (iid: number) => ({
  id: 1_000 + iid,
  iid,
  title: `Issue ${iid}`,
  state: 'opened',
  labels: ['bug'],
  web_url: `https://gitlab.com/i/${iid}`,
  author: { username: 'ada' },
  assignees: [],
});
const issues = Array.from({ length: 120 }, (_, n) => getIssue(120 - n));
let requests: { line: string; body: JsonObject }[] = [];

/** Answers as the REST API of GitLab, version 4. */
const handler: Handler = (request, response, body) => {
  const url = new URL(request.url ?? '', `http://${request.headers.host}`);
  const given = body === '' ? {} : JSON.parse(body);
  requests.push({ line: `${request.method} ${url.pathname}${url.search}`, body: given });
  if (request.headers.authorization !== 'Bearer right')
    return json(response, { message: '401 Unauthorized' }, 401);
  const path = url.pathname.replace('/api/v4', '').replace('/projects/shop%2Forders', '');
  switch (`${request.method} ${path}`) {
    case 'GET /user':
      return json(response, { username: 'svc' });
    case 'GET /issues': {
      const size = Number(url.searchParams.get('per_page'));
      const page = Number(url.searchParams.get('page') ?? 1);
      url.searchParams.set('page', String(page + 1));
      if (page * size < issues.length) response.setHeader('link', `<${url}>; rel="next"`);
      return json(response, issues.slice((page - 1) * size, page * size));
    }
    case 'POST /issues':
      if (given.title === 'often') {
        response.setHeader('retry-after', '7');
        return void response.writeHead(429, { 'content-type': 'text/plain' }).end('Retry later');
      }
      if (given.due_date !== undefined) return json(response, { message: { due_date: ['is invalid'] } }, 400);
      return json(response, getIssue(121), 201);
    case 'PUT /issues/17':
      return json(response, { ...getIssue(17), state: 'closed' });
    case 'PUT /merge_requests/18/merge':
      return json(response, { message: '405 Method Not Allowed' }, 405);
    case 'GET /merge_requests/18/approvals':
      return json(response, {
        approved: true,
        approvals_left: 0,
        approved_by: [{ user: { username: 'ada' } }],
      });
    case 'POST /pipeline':
      return json(
        response,
        { id: 47, status: 'created', ref: given.ref, sha: 'abc', web_url: 'https://gitlab.com/p' },
        201,
      );
    case 'POST /statuses/abc':
      return json(response, { id: 1, status: given.state, name: given.name }, 201);
    case 'GET /releases/permalink/latest':
      return json(response, { tag_name: 'v1', name: '1', _links: { self: 'https://gitlab.com/r' } });
    case 'GET /repository/files/docs%2Fa.bin':
      return json(response, { file_path: 'docs/a.bin', encoding: 'base64', content: '/w==', blob_id: 'f00' });
    case 'GET /groups/shop/members':
      return json(response, [{ id: 1 }]);
  }
  json(response, { message: '404 Project Not Found' }, 404);
};

const config = (url: string, token = 'right') => ({ token, project: 'shop/orders', baseUrl: url });

keepsTheWebContract({
  connector,
  handler,
  config,
  wrong: { config: (url) => config(url, 'wrong-token'), secret: 'wrong-token' },
  badConfigs: [
    [{}, ''],
    [{ token: 'glpat-plain' }, '/token'],
    [{ token: { secret: 'a', key: 'b' }, project: 17 }, '/project'],
  ],
  reads: { action: 'listIssues', input: { limit: 1 } },
});

describe('GitLab', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(handler);
  });
  afterAll(() => server.stop());
  const call = (action: string, input: JsonObject) => {
    requests = [];
    return callAction(connector, config(server.url), { action, input });
  };

  test('issues are read page after page', async () => {
    const found = (await call('listIssues', { limit: 110, state: 'opened' })) as JsonObject[];
    expect(found.map(({ number }) => number)).toEqual(issues.slice(0, 110).map(({ iid }) => iid));
    expect(requests.map(({ line }) => line)).toEqual([
      'GET /api/v4/projects/shop%2Forders/issues?state=opened&per_page=100',
      'GET /api/v4/projects/shop%2Forders/issues?state=opened&per_page=100&page=2',
    ]);
  });

  test('an issue is created and closed', async () => {
    expect(await call('createIssue', { title: 'Broken', labels: ['a', 'b'] })).toMatchObject({
      number: 121,
      labels: ['bug'],
    });
    expect(requests[0]?.body).toEqual({ title: 'Broken', labels: 'a,b' });
    expect(await call('updateIssue', { number: 17, event: 'close' })).toMatchObject({ state: 'closed' });
    expect(requests[0]?.body).toEqual({ state_event: 'close' });
  });

  test('merge requests, pipelines, statuses, releases and files', async () => {
    await expect(call('mergeMergeRequest', { number: 18 })).rejects.toMatchObject({
      kind: 'communication',
      status: 405,
    });
    expect(await call('getApprovals', { number: 18 })).toEqual({
      isApproved: true,
      missing: 0,
      approvedBy: ['ada'],
    });
    expect(await call('startPipeline', { ref: 'main', variables: { TARGET: 'staging' } })).toMatchObject({
      id: 47,
    });
    expect(requests[0]?.body).toEqual({ ref: 'main', variables: [{ key: 'TARGET', value: 'staging' }] });
    expect(await call('setCommitStatus', { commit: 'abc', state: 'failed', name: 'svc' })).toMatchObject({
      state: 'failed',
    });
    expect(await call('latestRelease', {})).toMatchObject({ tag: 'v1', url: 'https://gitlab.com/r' });
    const file = { content: '/w==', encoding: 'base64', path: 'docs/a.bin', sha: 'f00' };
    expect(await call('readFile', { path: 'docs/a.bin' })).toEqual(file);
    expect(await call('request', { method: 'GET', path: '/groups/shop/members' })).toEqual([{ id: 1 }]);
  });

  test('refusals have the kind of their reason', async () => {
    await expect(call('createIssue', { title: 'often' })).rejects.toMatchObject({
      status: 429,
      retryAfter: 7,
    });
    await expect(call('createIssue', { title: 'x', dueDate: 'soon' })).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('due_date'),
    });
    await expect(call('getIssue', { number: 1, project: 'other' })).rejects.toMatchObject({ status: 404 });
  });

  test('no path of a request leads out of the API', async () => {
    await expect(call('request', { method: 'GET', path: '/../../admin' })).rejects.toMatchObject({
      kind: 'validation',
    });
    expect(requests).toEqual([]);
  });
});
