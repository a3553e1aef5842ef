import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startScriptFile as graphiqlScript } from '../../../../api/graphql/page/page.js';
import { startScriptFile as restScript } from '../../../../api/openapi/page.js';
import { buildApp } from '../../../../api/server.js';
import { defaultSettings } from '../../../../controller/settings/index.js';
import { readCodeFile } from '../../../../schemas/code-root.js';
import { loadManual } from '../../../load-manual.js';
import { fakeController } from '../../fake-controller.js';
import { startApp } from '../../start-app.js';
import { builtConsole } from '../built-console.js';
import { type FakeStorage, PageWindow } from './page-window.js';

const key = 'svc_live_a-key';
const withKey = `{"X-API-Key": "${key}"}`;

describe('a browser', () => {
  test('is led from the bare address to the console, whose page says how to build it where it is not built', async () => {
    // Without a build of svc, the manual is made of the sources.
    const { app } = await startApp({ manual: loadManual, consoleFolder: '/nowhere/console/' });
    const headers = { accept: 'text/html' };
    const front = await app.inject({ url: '/', headers });
    expect([front.statusCode, front.headers['location']]).toEqual([302, '/console/']);
    const answer = await app.inject({ url: '/console/', headers });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('npm run build');
    const links = [...answer.body.matchAll(/href="([^"]+)"/g)].map(([, address = '']) => address);
    expect(links.length).toBeGreaterThan(6);
    for (const url of links) {
      const { statusCode } = await app.inject({ url, headers });
      expect([url, statusCode]).toEqual([url, url === '/' ? 302 : 200]);
    }
  });

  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  test.each([
    ['/nope', 404, 'There is no page at this address'],
    ['/nope', 404, 'Flows, runs and what waits for you are in the console'],
    ['/console/none.js', 404, 'There is no page at this address'],
    ['/api/v1/main/flows', 401, 'This address is for programs with a key'],
    ["/api/v1/main/'x'", 404, 'nothing at /api/v1/main/&#39;x&#39;'],
  ])('meets a page where %s has an error', async (url, status, text) => {
    const { app } = await startApp({ consoleFolder: builtConsole() });
    const answer = await app.inject({ url, headers: browser });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.body).toContain(text);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['x-request-id']).toBeTruthy();
    const program = await app.inject({ url });
    expect([program.statusCode, program.headers['content-type']]).toEqual([
      status,
      'application/problem+json',
    ]);
    const sent = await app.inject({ url, method: 'POST', headers: browser });
    expect(sent.headers['content-type']).toBe('application/problem+json');
  });

  test('meets the name of the installation', async () => {
    const settings = { ...defaultSettings, Server: { ...defaultSettings.Server, Name: 'Acme & Co' } };
    const controller = { ...fakeController(), settings };
    const app = buildApp({
      controller,
      log: pino({ level: 'silent' }),
      consoleFolder: '/nowhere/console/',
    });
    onTestFinished(() => app.close());
    for (const url of ['/console/', '/nope'])
      expect((await app.inject({ url, headers: browser })).body).toContain('Acme &amp; Co</a></header>');
  });

  test('finds an icon', async () => {
    const { app } = await startApp();
    const answer = await app.inject('/favicon.ico');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  });

  test.each(['/api/v1/docs', '/graphql'])('shows %s in no frame of another page', async (url) => {
    const { app } = await startApp();
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe-eval');
  });

  test('is not shown the token of a link in an error', async () => {
    const { app } = await startApp();
    const { body } = await app.inject('/api/v1/nowhere?share=svcs_token');
    expect(body).toContain('There is nothing at /api/v1/nowhere"');
    expect(body).not.toContain('svcs_token');
  });
});

interface GraphiQLProps {
  headers: string;
  storage: FakeStorage;
  fetcher(params: object, options: object): Promise<unknown>;
  onEditHeaders(text: string): void;
}

/** GraphiQL as the page starts it, over a service that knows one key. */
function openGraphiQL(window = new PageWindow()) {
  const asked: { headers: Record<string, string>; body: string }[] = [];
  let props: GraphiQLProps | undefined;
  window.run(readCodeFile(graphiqlScript), {
    AbortController,
    GraphiQL: {},
    React: { createElement: (_type: unknown, given: GraphiQLProps) => given },
    ReactDOM: {
      createRoot: () => ({
        render(given: GraphiQLProps) {
          props = given;
        },
      }),
    },
    async fetch(_url: string, request: { headers: Record<string, string>; body: string }) {
      asked.push(request);
      const isKnown = request.headers['X-API-Key'] === key;
      const headers = new Headers({ 'content-type': 'application/json' });
      return {
        headers,
        status: isKnown ? 200 : 401,
        json: async () => (isKnown ? { data: {} } : { status: 401 }),
      };
    },
  });
  if (!props) throw new Error('the page shows nothing');
  return { window, props, asked };
}

describe('GraphiQL', () => {
  test('fetches its schema once there is a key, without "Error fetching schema"', async () => {
    const { props, asked } = openGraphiQL();
    const schema = props.fetcher({ operationName: 'IntrospectionQuery' }, { headers: { 'X-API-Key': '' } });
    // A session of the console may count in place of a key, and an empty key would count before it.
    await expect.poll(() => asked).toMatchObject([{ headers: { 'x-svc-console': '1' } }]);
    expect(asked[0]).not.toHaveProperty(['headers', 'X-API-Key']);
    props.onEditHeaders('{"X-API-Key": "wro');
    props.onEditHeaders(withKey);
    expect(await schema).toEqual({ data: {} });
    expect(asked).toHaveLength(2);
  });

  test('asks for the schema again when the key was wrong', async () => {
    const { props, asked } = openGraphiQL();
    props.onEditHeaders('{"X-API-Key": "wrong"}');
    const schema = props.fetcher({ operationName: 'IntrospectionQuery' }, {});
    await expect.poll(() => asked.length).toBe(1);
    props.onEditHeaders(withKey);
    expect(await schema).toEqual({ data: {} });
  });

  test('says at once that a query without a key is refused', async () => {
    const { props } = openGraphiQL();
    expect(await props.fetcher({ query: '{ flows { nodes { name } } }' }, {})).toEqual({ status: 401 });
  });

  test('keeps the key for the tab, and in no storage that outlives the tab', () => {
    const { window, props } = openGraphiQL();
    props.onEditHeaders(withKey);
    props.storage.setItem(
      'graphiql:queries',
      JSON.stringify({ queries: [{ query: '{a}', headers: withKey }] }),
    );
    props.storage.setItem('graphiql:query', '{a}');
    expect(window.localStorage.text).not.toContain(key);
    expect(JSON.parse(props.storage.getItem('graphiql:queries') ?? '')).toEqual({
      queries: [{ query: '{a}' }],
    });
    expect(props.storage.getItem('graphiql:query')).toBe('{a}');
    expect(openGraphiQL(window).props.headers).toBe(withKey);
  });
});

interface AuthPlugin {
  statePlugins: {
    auth: { wrapActions: { persistAuthorizationIfNeeded(act: unknown, system: object): () => void } };
  };
}

/** The page of the API at its start, and the state of an earlier visit that it restores. */
function openDocument(window = new PageWindow()) {
  const restored: unknown[] = [];
  let options:
    | { url: string; plugins: (() => AuthPlugin)[]; onComplete(): void; persistAuthorization?: boolean }
    | undefined;
  window.run(readCodeFile(restScript), {
    SwaggerUIBundle(given: typeof options) {
      options = given;
      return { authActions: { restoreAuthorization: (given: unknown) => restored.push(given) } };
    },
  });
  const plugin = options?.plugins[0]?.();
  if (!options || !plugin) throw new Error('the page shows nothing');
  options.onComplete();
  return { window, options, restored, auth: plugin.statePlugins.auth.wrapActions };
}

test('the page of the API keeps the key for the tab, and in no storage that outlives the tab', () => {
  const authorized = { apiKey: { value: key } };
  const { window, auth, options, restored } = openDocument();
  expect(options.url).toBe('http://localhost/base/api/v1/openapi.json');
  expect([options.persistAuthorization, restored]).toEqual([undefined, []]);
  auth.persistAuthorizationIfNeeded(undefined, {
    authSelectors: { authorized: () => ({ toJS: () => authorized }) },
  })();
  expect(window.localStorage.length).toBe(0);
  expect(openDocument(window).restored).toEqual([{ authorized }]);
});
