import { afterAll, beforeAll, expect, test } from 'vitest';
import { validateFiles } from '../../../../../controller/catalog/index.js';
import {
  Clients,
  completeConfig,
  configDefaults,
  validateConfig,
} from '../../../../../controller/connectors/index.js';
import { kinds } from '../../../../../controller/kinds/index.js';
import type { JsonObject } from '../../../../../schemas/json/types.js';
import { openNetwork } from '../../networks.js';
import { json, TestServer } from '../../server.js';
import { connector } from '../api.js';

const apiKey = { secret: 'stripe', key: 'apiKey' };
let server: TestServer;
const times: number[] = [];
let began = 0;

beforeAll(async () => {
  server = await TestServer.start((_request, response) => {
    times.push(Date.now());
    json(response, { available: [] });
  });
});
afterAll(() => server.stop());

function findingsOf(config: JsonObject): (string | undefined)[] {
  return validateConfig(connector, config).map(
    ({ pointer, message, hint }) => `${pointer}: ${message} ${hint}`,
  );
}

test('a slip in the name of a preset is told with the nearest name', () => {
  expect(findingsOf({ preset: 'strpe' })).toEqual([
    '/preset: there is no preset `strpe` Did you mean `stripe`?',
  ]);
});

test('values that are missing, unknown or plain are findings at their places', () => {
  expect(findingsOf({ preset: 'stripe' })[0]).toMatch(/^: Stripe needs `apiKey` under `with`/);
  expect(findingsOf({ preset: 'stripe', with: { apiKye: apiKey } })[0]).toBe(
    '/with/apiKye: `apiKye` is no field of the preset Did you mean `apiKey`?',
  );
  const plain = findingsOf({ preset: 'stripe', with: { apiKey: 'sk_live_1' } });
  expect(plain).toHaveLength(1);
  expect(plain[0]).toMatch(/^\/with\/apiKey: is a credential/);
  expect(plain[0]).not.toContain('sk_live_1');
  const jira = findingsOf({
    preset: 'jira',
    with: { site: 'https://acme.atlassian.net', email: 'a@b.c', token: apiKey },
  });
  expect(jira[0]).toMatch(/^\/with\/site: does not fit/);
});

test('an app with several ways to sign in names all of them', () => {
  const [finding] = findingsOf({ preset: 'google-sheets' });
  expect(finding).toContain('`clientId`, `clientSecret`, `refreshToken` (consent of a person)');
  expect(finding).toContain('`clientEmail`, `privateKey` (service account)');
  const [begun] = findingsOf({ preset: 'google-sheets', with: { clientEmail: apiKey } });
  expect(begun).toContain('needs `privateKey` under `with`');
});

test('the connection itself goes before its preset', () => {
  const own = {
    preset: 'stripe',
    with: { apiKey },
    baseUrl: 'https://stripe.example.com/v1',
    headers: { 'Stripe-Account': 'acct_1' },
    rateLimit: { requests: 1, per: 'minute' },
    idempotencyHeader: '',
    auth: { type: 'basic', username: 'a', password: apiKey },
  };
  expect(completeConfig(connector, own, {})).toMatchObject({
    baseUrl: 'https://stripe.example.com/v1',
    headers: { 'Stripe-Account': 'acct_1' },
    rateLimit: { requests: 1, per: 'minute' },
    idempotencyHeader: '',
    auth: { type: 'basic' },
  });
  expect(findingsOf(own)).toEqual([]);
});

test('a consent has the addresses of the app, and the place of the refresh token', () => {
  const config = {
    preset: 'google-sheets',
    with: {
      clientId: 'id',
      clientSecret: apiKey,
      refreshToken: { secret: 'google/consent', key: 'refreshToken' },
    },
  };
  expect(connector.consent?.(completeConfig(connector, config, {}))).toMatchObject({
    auth: { authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth', clientAuthentication: 'body' },
    refreshToken: { secret: 'google/consent', key: 'refreshToken' },
  });
});

test('calls wait under the rate limit of the preset', async () => {
  const config = { preset: 'notion', with: { token: 'the-token' }, baseUrl: `${server.url}/v1` };
  const clients = new Clients(openNetwork);
  const completed = configDefaults(connector, completeConfig(connector, config, {}));
  const about = { connection: 'n', config: completed, signal: new AbortController().signal };
  await clients.use(connector, about, async (context) => {
    const action = connector.described?.actions(completed, {})?.['getMe'];
    const call = () => action?.run({ ...context, idempotencyKey: 'k', log: () => {} }, {});
    began = Date.now();
    await Promise.all([call(), call(), call(), call()]);
    expect(await connector.test?.(context)).toContain('Notion answers `getMe`');
  });
  await clients.close();
  // Three in a second: the fourth is sent a second after the first.
  expect((times[3] ?? 0) - began).toBeGreaterThanOrEqual(990);
});

const shop = `
preset: shop
title: Shop
description: Our shop.
address: https://{host}/api
fields:
  host: { description: The host., example: shop.example.com }
  token: { secret: true, description: The token. }
signIn:
  - title: token
    auth: { type: bearer, token: '{token}' }
operations:
  listOrders: { title: List orders, call: GET /orders, query: { 'status!': open | done } }
`;
const connection = (config: string) => ({
  path: 'connections/shop.yaml',
  content: `kind: connection\nname: shop\nconnector: openapi\nconfig: ${config}\n`,
});
const flow = (status: string) => ({
  path: 'flows/a.yaml',
  content: `document: { dsl: '1.0.3', namespace: a, name: a, version: 1.0.0 }
do:
  - list: { call: shop.listOrders, with: { status: ${status} } }
`,
});
const validate = (files: { path: string; content: string }[]) =>
  validateFiles(files, kinds, { whole: true })
    .filter(({ rule }) => rule !== 'secret-missing')
    .map(({ file, message }) => `${file}: ${message}`);

test('a repository has presets of its own, and calls are checked by them', () => {
  const config =
    '{ preset: ./shop.preset.yaml, with: { host: shop.example.com, token: { secret: shop, key: token } } }';
  const preset = { path: 'connections/shop.preset.yaml', content: shop };
  expect(validate([preset, connection(config), flow('open')])).toEqual([]);
  expect(validate([preset, connection(config), flow('closed')])).toHaveLength(1);
  const [missing] = validate([connection(config), flow('open')]);
  expect(missing).toContain('there is no file `connections/shop.preset.yaml`');
  const faulty = { path: 'connections/shop.preset.yaml', content: shop.replace("'{token}'", "'{tokn}'") };
  expect(validate([faulty, connection(config)])[0]).toContain('`{tokn}` is none of the `fields`');
});

test('a value that a preset of the repository needs and that is missing fails the calls of the connection', () => {
  const config = '{ preset: ./shop.preset.yaml, with: { host: shop.example.com } }';
  const preset = { path: 'connections/shop.preset.yaml', content: shop };
  expect(validate([preset, connection(config), flow('open')]).join()).toContain(
    'Shop needs `token` under `with`',
  );
});
