import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { githubConnector } from '../../../../controller/connectors/github/connector.js';
import type { Connector } from '../../../../controller/connectors/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { type Handler, json, TestServer } from '../server.js';
import { callAction, keepsTheWebContract } from './suite.js';

const connector = githubConnector as unknown as Connector;
const getIssue = (number: number) => ({
  number,
  title: `Issue ${number}`,
  state: 'open',
  body: null,
  html_url: `https://github.com/o/r/issues/${number}`,
  user: { login: 'octocat' },
  labels: [{ name: 'bug' }, { name: 'ci' }],
  assignees: [{ login: 'ada' }],
  created_at: '2026-11-23T00:00:00Z',
  updated_at: '2026-11-23T00:00:00Z',
});
const issues = Array.from({ length: 250 }, (_, n) => getIssue(250 - n));
let requests: { line: string; body: JsonObject }[] = [];

/** Answers as the REST API of GitHub. */
const handler: Handler = (request, response, body) => {
  const url = new URL(request.url ?? '', `http://${request.headers.host}`);
  const given = body === '' ? {} : JSON.parse(body);
  requests.push({ line: `${request.method} ${url.pathname}${url.search}`, body: given });
  if (request.headers.authorization !== 'Bearer right')
    return json(response, { message: 'Bad credentials' }, 401);
  if (request.headers['user-agent'] === undefined) return json(response, 'no user agent', 403);
  const path = url.pathname.replace('/repos/o/r', '');
  switch (`${request.method} ${path}`) {
    case 'GET /rate_limit':
      return json(response, { rate: { limit: 5_000, remaining: 4_999 } });
    case 'GET /issues': {
      const size = Number(url.searchParams.get('per_page'));
      const page = Number(url.searchParams.get('page') ?? 1);
      url.searchParams.set('page', String(page + 1));
      if (page * size < issues.length)
        response.setHeader('link', `<${url}>; rel="next", <${url}>; rel="last"`);
      return json(response, issues.slice((page - 1) * size, page * size));
    }
    case 'POST /issues':
      if (given.title === 'limited') {
        response.setHeader('x-ratelimit-remaining', '0');
        response.setHeader('x-ratelimit-reset', String(Math.ceil(Date.now() / 1_000) + 120));
        return json(response, { message: 'API rate limit exceeded for user ID 1.' }, 403);
      }
      if (given.title === 'often') {
        response.setHeader('retry-after', '60');
        return json(response, { message: 'You have exceeded a secondary rate limit.' }, 403);
      }
      if (given.labels?.length > 2)
        return json(
          response,
          { message: 'Validation Failed', errors: [{ field: 'labels', code: 'invalid' }] },
          422,
        );
      return json(response, getIssue(251), 201);
    case 'PATCH /issues/17':
      return json(response, { ...getIssue(17), state: given.state });
    case 'POST /issues/17/comments':
      return json(response, { id: 1, html_url: 'https://github.com/c', body: given.body }, 201);
    case 'PUT /pulls/18/merge':
      if (given.sha !== undefined) return json(response, { message: 'Head branch was modified.' }, 409);
      return json(response, { sha: 'abc', merged: true, message: 'Pull Request successfully merged' });
    case 'GET /pulls/18/reviews':
      return json(response, [{ id: 1, user: { login: 'ada' }, state: 'APPROVED', body: '' }]);
    case 'POST /actions/workflows/deploy.yml/dispatches':
      return void response.writeHead(204).end();
    case 'GET /contents/docs/a%20b.md':
      return json(response, {
        type: 'file',
        encoding: 'base64',
        content: 'SGVs\nbG8=\n',
        path: 'docs/a b.md',
        sha: 'f00',
      });
    case 'GET /releases/latest':
      return json(response, { id: 1, tag_name: 'v1', draft: false, prerelease: false });
    case 'POST /statuses/abc':
      return json(
        response,
        { id: 1, state: given.state, context: given.context, url: 'https://api.github.com/s' },
        201,
      );
    case 'GET /old':
      return void response.writeHead(301, { location: '/repositories/1' }).end();
    case 'GET /repositories/1':
      return json(response, { id: 1 });
  }
  json(response, { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' }, 404);
};

keepsTheWebContract({
  connector,
  handler,
  config: (url) => ({ token: 'right', owner: 'o', repo: 'r', baseUrl: url }),
  wrong: {
    config: (baseUrl) => ({ token: 'wrong-token', owner: 'o', repo: 'r', baseUrl }),
    secret: 'wrong-token',
  },
  badConfigs: [
    [{}, ''],
    [{ token: 'ghp_plain' }, '/token'],
    [{ token: { secret: 'a', key: 'b' }, baseUrl: 'https://u:p@github.com' }, '/baseUrl'],
  ],
  reads: { action: 'listIssues', input: { limit: 1 } },
});

describe('GitHub', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(handler);
  });
  afterAll(() => server.stop());
  const call = (action: string, input: JsonObject, more: JsonObject = { owner: 'o', repo: 'r' }) => {
    requests = [];
    return callAction(connector, { token: 'right', baseUrl: server.url, ...more }, { action, input });
  };

  test('issues are read page after page, and no page more than needed', async () => {
    const found = (await call('listIssues', { limit: 150, labels: ['bug', 'ci'] })) as JsonObject[];
    expect(found).toHaveLength(150);
    expect(found[149]).toMatchObject({
      number: 101,
      author: 'octocat',
      labels: ['bug', 'ci'],
      assignees: ['ada'],
      body: null,
    });
    expect(requests.map(({ line }) => line)).toEqual([
      'GET /repos/o/r/issues?labels=bug%2Cci&per_page=100',
      'GET /repos/o/r/issues?labels=bug%2Cci&per_page=100&page=2',
    ]);
  });

  test('an issue is created, changed and commented on', async () => {
    expect(await call('createIssue', { title: 'Broken', assignees: ['ada'] })).toMatchObject({ number: 251 });
    expect(requests[0]?.body).toEqual({ title: 'Broken', assignees: ['ada'] });
    expect(await call('updateIssue', { number: 17, state: 'closed', reason: 'completed' })).toMatchObject({
      state: 'closed',
    });
    expect(requests[0]?.body).toEqual({ state: 'closed', state_reason: 'completed' });
    expect(await call('commentIssue', { number: 17, body: 'Seen' })).toMatchObject({ body: 'Seen' });
  });

  test('a pull request is merged, unless its branch has moved', async () => {
    expect(await call('mergePullRequest', { number: 18, method: 'squash' })).toMatchObject({
      sha: 'abc',
      isMerged: true,
    });
    await expect(call('mergePullRequest', { number: 18, sha: 'old' })).rejects.toMatchObject({ status: 409 });
    expect(await call('listReviews', { number: 18 })).toMatchObject([{ author: 'ada', state: 'APPROVED' }]);
  });

  test('workflows, statuses, releases and files', async () => {
    expect(await call('dispatchWorkflow', { workflow: 'deploy.yml', ref: 'main' })).toEqual({
      accepted: true,
    });
    expect(await call('setCommitStatus', { commit: 'abc', state: 'success', context: 'svc' })).toMatchObject({
      state: 'success',
    });
    expect(await call('latestRelease', {})).toMatchObject({ tag: 'v1', isDraft: false });
    const file = { content: 'Hello', encoding: 'text', path: 'docs/a b.md', sha: 'f00' };
    expect(await call('readFile', { path: 'docs/a b.md' })).toEqual(file);
  });

  test.each([
    [{ title: 'limited' }, { kind: 'communication', status: 429, retryAfter: expect.closeTo(120, -1) }],
    [{ title: 'often' }, { kind: 'communication', status: 429, retryAfter: 60 }],
    [
      { title: 'x', labels: ['a', 'b', 'c'] },
      { kind: 'validation', status: 422, message: expect.stringContaining('"labels"') },
    ],
  ])('the refusal of %j has the kind of its reason', async (input, error) => {
    await expect(call('createIssue', input)).rejects.toMatchObject(error);
  });

  test('a request of any kind follows redirects on the server', async () => {
    expect(await call('request', { method: 'GET', path: '/old' })).toEqual({ id: 1 });
  });

  test.each([['..'], ['.'], ['']])('a repository named %j reaches no other path', async (repo) => {
    await expect(call('getIssue', { number: 1, repo })).rejects.toMatchObject({ kind: 'validation' });
    expect(requests).toEqual([]);
  });

  test('a call without a repository says where to write one', async () => {
    await expect(call('listIssues', {}, {})).rejects.toMatchObject({
      kind: 'configuration',
      message: expect.stringContaining('`owner`'),
    });
  });
});
