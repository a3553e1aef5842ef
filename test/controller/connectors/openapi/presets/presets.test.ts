import { generateKeyPairSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { validateFiles } from '../../../../../controller/catalog/index.js';
import {
  type Actions,
  Clients,
  completeConfig,
  configDefaults,
  findPreset,
  getExampleConnection,
  getExampleFlow,
  getExampleTrigger,
  listPresetNames,
  type Preset,
  validateConfig,
} from '../../../../../controller/connectors/index.js';
import { kinds } from '../../../../../controller/kinds/index.js';
import type { Json, JsonObject } from '../../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../../schemas/json/values.js';
import { openNetwork } from '../../networks.js';
import { json, TestServer } from '../../server.js';
import { connector } from '../api.js';

interface Seen {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (
  seen: Seen,
  count: number,
) => { status?: number; headers?: Record<string, string>; body: Json };

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
/** A certificate is only digested here; its test is that of `clientAssertion`. */
const hidden = 'top-secret-value';

const seen: Seen[] = [];
const answers = new Map<string, Answer>();
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start(({ method = '', url = '', headers }, response, body) => {
    const host = String(headers['x-real-origin']);
    const request = { method, url: new URL(url, host), headers, body };
    if (/token/.test(request.url.pathname) && body.includes('grant_type'))
      return json(response, { access_token: `token-of-${hidden}`, expires_in: 3_600 });
    seen.push(request);
    const preset = String(headers['x-preset']);
    const count = seen.filter((each) => each.headers['x-preset'] === preset).length;
    const {
      status = 200,
      headers: own = {},
      body: content,
    } = answers.get(preset)?.(request, count) ?? { body: {} };
    response.writeHead(status, { 'content-type': 'application/json', ...own }).end(JSON.stringify(content));
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  seen.length = 0;
  answers.clear();
});

/** A network on which every server of the world is the one of this test. */
function worldOf(preset: string): typeof openNetwork {
  const fetch: typeof globalThis.fetch = (address, init) => {
    const url = new URL(String(address));
    const headers = new Headers(init?.headers);
    headers.set('x-real-origin', url.origin);
    headers.set('x-preset', preset);
    return openNetwork.fetch(server.url + url.pathname + url.search, { ...init, headers });
  };
  return { ...openNetwork, fetch };
}

const consent = {
  key: 'consent',
  get: async () => `token-of-${hidden}`,
  forget: () => {},
};

function withValues(value: Json): Json {
  if (!isObject(value)) return Array.isArray(value) ? value.map(withValues) : value;
  if (value['secret'] !== undefined && value['key'] !== undefined)
    return value['key'] === 'privateKey' ? pem : `${hidden}-${String(value['key'])}`;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withValues(each)]));
}

async function withPreset<Result>(
  preset: Preset,
  work: (call: (action: string, input?: JsonObject) => Promise<Json>, actions: Actions) => Promise<Result>,
  way = preset.signIn?.[0],
): Promise<Result> {
  const { config } = getExampleConnection(preset, way) as { config: JsonObject };
  const written = completeConfig(connector, config, {});
  const fields = connector.consent?.(written);
  const resolved = configDefaults(connector, withValues(fields?.config ?? written) as JsonObject);
  // Own limits have a test of their own.
  const { rateLimit: _, ...unlimited } = resolved;
  const clients = new Clients(worldOf(preset.preset));
  const actions = connector.described?.actions(written, {}) ?? {};
  const about = { connection: preset.preset, config: unlimited, signal: new AbortController().signal };
  try {
    return await clients.use(connector, { ...about, ...(fields ? { consent } : {}) }, (context) =>
      work((name, input = {}) => {
        const action = actions[name];
        if (!action) throw new Error(`no action ${name}`);
        return action.run({ ...context, idempotencyKey: 'run/do/0', log: () => {} }, input);
      }, actions),
    );
  } finally {
    await clients.close();
  }
}

/** Arguments with what an operation needs. */
function argumentsFor(preset: Preset, name: string): JsonObject {
  const operation = preset.operations[name];
  const path = [...(operation?.call.split(' ')[1] ?? '').matchAll(/\{(\w+)\}/g)].map(([, each = '']) => [
    each,
    'x',
  ]);
  const query = Object.keys(operation?.query ?? {}).filter((each) => each.endsWith('!'));
  const body =
    operation?.body === undefined && operation?.adds === undefined
      ? {}
      : { body: operation.body === 'any' ? {} : {} };
  return {
    ...Object.fromEntries(path),
    ...Object.fromEntries(query.map((each) => [each.slice(0, -1), 'x'])),
    ...body,
  };
}

/** Puts a value at a path of fields and positions. */
function at(path: string, value: Json): Json {
  const steps = [...path.matchAll(/\.?\[(-?\d+)\]|\.\["([^"]+)"\]|\.(\w+)/g)];
  return steps.reduceRight<Json>((inner, [, position, quoted, name]) => {
    return position === undefined ? { [quoted ?? name ?? '']: inner } : [inner];
  }, value);
}

function merge(one: Json, other: Json): Json {
  if (!isObject(one) || !isObject(other)) return other;
  const result: JsonObject = { ...one };
  for (const [name, value] of Object.entries(other))
    result[name] = name in result ? merge(result[name] ?? null, value) : value;
  return result;
}

const presets = listPresetNames().map((name) => findPreset(name) as Preset);
const firstRead = ({ operations }: Preset): string =>
  Object.entries(operations).find(([, { call, reads }]) => call.startsWith('GET') || reads === true)?.[0] ??
  Object.keys(operations)[0] ??
  '';
const named = presets.map((preset) => [preset.preset, preset] as const);

describe.each(named)('%s', (name, preset) => {
  test('its connections, its flow and its trigger are valid', () => {
    const flow = getExampleFlow(preset);
    const trigger = getExampleTrigger(preset);
    const taker = {
      document: { dsl: '1.0.3', namespace: 'apps', name: `${name}-events`, version: '1.0.0' },
      do: [{ take: { set: { isTaken: true } } }],
    };
    expect(flow).toBeDefined();
    const files = [
      { path: 'connections/a.yaml', content: stringify(getExampleConnection(preset)) },
      { path: 'flows/a.yaml', content: stringify(flow) },
      ...(trigger
        ? [
            { path: 'triggers/a.yaml', content: stringify(trigger) },
            { path: 'flows/b.yaml', content: stringify(taker) },
          ]
        : []),
    ];
    const findings = validateFiles(files, kinds, { whole: true });
    expect(findings.filter(({ rule }) => !['secret-missing', 'delivery-repeated'].includes(rule))).toEqual(
      [],
    );
    for (const way of preset.signIn ?? []) {
      const { config } = getExampleConnection(preset, way) as { config: JsonObject };
      expect([way.title, ...validateConfig(connector, config)]).toEqual([way.title]);
    }
  });

  test('names its own server to the fence of hosts', () => {
    const { config } = getExampleConnection(preset) as { config: JsonObject };
    const completed = completeConfig(connector, config, {});
    const origins = connector.destinations?.(configDefaults(connector, completed), {}) ?? [];
    expect(origins).toContainEqual({ origin: new URL(String(completed['baseUrl'])).origin });
    const auth = objectOr(completed['auth']);
    if (auth['tokenUrl'] !== undefined)
      expect(origins).toContainEqual({ origin: new URL(String(auth['tokenUrl'])).origin });
  });

  test('every way to sign in proves the client with each request', async () => {
    for (const way of preset.signIn ?? []) {
      if (JSON.stringify(way).includes('certificate}')) continue;
      seen.length = 0;
      const operation = firstRead(preset);
      await withPreset(preset, (call) => call(operation, argumentsFor(preset, operation)), way);
      const [request] = seen;
      const shown = `${request?.url.href} ${JSON.stringify(request?.headers)}`;
      const auth = objectOr((way.auth ?? {}) as Json);
      if (auth['type'] === 'aws')
        expect(request?.headers.authorization).toMatch(
          /^AWS4-HMAC-SHA256 Credential=top-secret-value-accessKeyId/,
        );
      else if (auth['type'] === 'basic') expect(request?.headers.authorization).toMatch(/^Basic /);
      else if (auth['type'] === 'oauth2')
        expect(request?.headers.authorization).toBe(`Bearer token-of-${hidden}`);
      else expect(shown).toContain(hidden);
      for (const [header, value] of Object.entries(preset.headers ?? {}))
        if (!value.includes('{')) expect(request?.headers[header.toLowerCase()]).toBe(value);
    }
  });

  test('every operation makes the request that its `call` says', async () => {
    await withPreset(preset, async (call) => {
      for (const [operation, { call: line, sends = {}, adds, form }] of Object.entries(preset.operations)) {
        seen.length = 0;
        await call(operation, argumentsFor(preset, operation));
        const [method = '', path = ''] = line.split(' ');
        const [request] = seen;
        expect(request?.method).toBe(method);
        const expected = (path.split('?')[0] ?? '').replace(/\{\w+\}/g, 'x');
        expect(
          decodeURIComponent(request?.url.pathname ?? '').endsWith(expected),
          `${operation}: ${request?.url.pathname}`,
        ).toBe(true);
        for (const [header, value] of Object.entries(sends))
          expect(request?.headers[header.toLowerCase()]).toBe(value);
        for (const [key, value] of Object.entries(adds ?? {}))
          expect(decodeURIComponent(request?.body ?? '')).toMatch(
            new RegExp(`${key}\\W+${String(value).replace(/[/.]/g, '\\$&')}`),
          );
        const kind = form ?? preset.form ?? 'json';
        if (method !== 'GET' && request?.body !== '')
          expect(request?.headers['content-type']).toBe(
            kind === 'json'
              ? 'application/json'
              : kind.startsWith('form')
                ? 'application/x-www-form-urlencoded'
                : kind,
          );
        const header = preset.idempotencyHeader?.toLowerCase();
        if (header !== undefined && method === 'POST') expect(request?.headers[header]).toBe('run/do/0');
        if (header === undefined) expect(request?.headers['idempotency-key']).toBeUndefined();
      }
    });
  });

  test('an error has the message of the app, and no credential', async () => {
    const [path] = preset.errors?.message ?? ['.message'];
    answers.set(name, ({ headers, url }) => {
      const repeated = `${headers.authorization ?? ''} ${url.pathname} ${url.search} ${JSON.stringify(headers)}`;
      return { status: 400, body: at(path ?? '', `the reason is ${repeated}`) };
    });
    const operation = firstRead(preset);
    const failure = await withPreset(preset, (call) =>
      call(operation, argumentsFor(preset, operation)),
    ).catch((error) => error);
    expect(failure).toMatchObject({ name: 'ConnectorError', status: 400 });
    expect(failure.message).toMatch(
      preset.errors ? /answered 400: the reason is/ : /answered 400: .*the reason is/,
    );
    const shown = `${failure.message} ${JSON.stringify(failure)} ${String(failure.stack)}`;
    expect(shown).not.toContain(`${hidden}-token`);
    expect(shown).not.toMatch(/top-secret-value-(?!accessKeyId)/);
    expect(shown).not.toContain(`token-of-${hidden}`);
  });

  test('its lists are read to the last page', async () => {
    const paged = Object.entries(preset.operations).filter(([, { pages }]) => pages !== undefined);
    for (const [operation, { pages, graphql }] of paged) {
      const how = pages === true ? preset.pages : pages;
      if (how === undefined || pages === undefined) throw new Error(`${operation} has no pages`);
      seen.length = 0;
      answers.set(name, ({ url }, count) => {
        const isLast = count > 1;
        let body: Json = at(how.items ?? '.', isLast ? [{ id: 'b' }] : [{ id: 'a' }]);
        if (how.items === undefined) body = isLast ? [{ id: 'b' }] : [{ id: 'a' }];
        const headers: Record<string, string> = {};
        if (how.by === 'link' && how.next === undefined && !isLast)
          headers['link'] = `<${url.href}${url.search ? '&' : '?'}page_info=2>; rel="next"`;
        if (how.by === 'link' && how.next !== undefined && !isLast)
          body = merge(body, at(how.next, `${url.pathname}?cursor=2`));
        if (how.by === 'cursor' && !how.cursor.includes('[-1]') && !isLast)
          body = merge(body, at(how.cursor, 'next-mark'));
        if ((how.by === 'cursor' || how.by === 'offset' || how.by === 'page') && how.more !== undefined)
          body = merge(body, at(how.more, !isLast));
        if ((how.by === 'offset' || how.by === 'page') && how.more === undefined) {
          if (how.total !== undefined) body = merge(body, at(how.total, 2));
          else if (count > 2) body = how.items === undefined ? [] : at(how.items, []);
        }
        return { headers, body: graphql === undefined ? body : { data: body } };
      });
      const items = await withPreset(preset, (call) =>
        call(operation, { ...argumentsFor(preset, operation), paginate: true }),
      );
      expect([operation, items]).toEqual([operation, [{ id: 'a' }, { id: 'b' }]]);
      const second = seen[1];
      if (how.by === 'cursor')
        expect(how.in === 'body' ? second?.body : second?.url.search).toMatch(/next-mark|=a/);
    }
  });
});

test('a server that asks to wait is asked again after the time that it says', async () => {
  const retrying = presets.filter(({ retry }) => retry?.statuses.includes(429));
  expect(retrying.length).toBeGreaterThan(30);
  await Promise.all(
    retrying.map(async (preset) => {
      answers.set(preset.preset, (_, count) =>
        count === 1 ? { status: 429, headers: { 'retry-after': '1' }, body: {} } : { body: {} },
      );
      const operation = firstRead(preset);
      const began = Date.now();
      await withPreset(preset, (call) => call(operation, argumentsFor(preset, operation)));
      expect(Date.now() - began).toBeGreaterThanOrEqual(990);
      expect(seen.filter(({ headers }) => headers['x-preset'] === preset.preset)).toHaveLength(2);
    }),
  );
});
