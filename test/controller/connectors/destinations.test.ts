import { expect, test } from 'vitest';
import { fencedNetwork } from '../../../controller/connectors/contract/fenced-network.js';
import { builtInConnectors, configDefaults } from '../../../controller/connectors/index.js';
import { Problem } from '../../../controller/problems/index.js';
import { HostFence } from '../../../controller/security/policy/host-fence.js';
import { allowsHost } from '../../../controller/security/policy/host-pattern.js';
import type { JsonObject } from '../../../schemas/json/types.js';

const secret = { secret: 'a', key: 'b' };
const server = { host: 'one.example', username: 'u', password: secret };
const tcp = (port: number) => [{ origin: `tcp://one.example:${port}` }];
const https = (...hosts: string[]) => hosts.map((host) => ({ origin: `https://${host}` }));

/** Configurations of each connector, and where they send. */
const cases: readonly [connector: string, config: JsonObject, destinations: JsonObject[], texts?: object][] =
  [
    ['http', { baseUrl: 'https://one.example/a' }, https('one.example')],
    [
      'http',
      {
        baseUrl: 'https://one.example',
        auth: { type: 'oauth2', tokenUrl: 'https://two.example/t', clientId: 'c' },
      },
      https('one.example', 'two.example'),
    ],
    ['postgres', { host: 'one.example', database: 'd', user: 'u' }, tcp(5432)],
    ['mysql', { host: 'one.example', database: 'd', user: 'u', port: 3307 }, tcp(3307)],
    ['sqlite', { file: 'a.db' }, []],
    ['redis', server, tcp(6379)],
    ['nats', server, tcp(4222)],
    ['mqtt', server, tcp(1883)],
    ['amqp', server, tcp(5672)],
    ['smtp', server, tcp(587)],
    ['imap', server, tcp(993)],
    ['grpc', { host: 'one.example', token: secret }, tcp(443)],
    ['ssh', { ...server, hostKey: 'k' }, tcp(22)],
    ['sftp', { ...server, hostKey: 'k' }, tcp(22)],
    ['websocket', { url: 'wss://one.example/feed' }, [{ origin: 'wss://one.example' }]],
    ['mcp', { url: 'https://one.example/mcp' }, https('one.example')],
    ['mcp', { command: 'npx' }, [{ program: 'npx' }]],
    ['a2a', { url: 'https://one.example/agent' }, https('one.example')],
    ['a2a', { card: 'https://one.example/card' }, https('one.example')],
    [
      's3',
      { bucket: 'b', accessKeyId: 'a', secretAccessKey: secret },
      https('s3.us-east-1.amazonaws.com', 'b.s3.us-east-1.amazonaws.com'),
    ],
    ['s3', { bucket: 'b', endpoint: 'https://one.example' }, https('one.example', 'b.one.example')],
    ['slack', { token: secret }, https('slack.com')],
    ['slack', { webhook: secret }, [...https('slack.com'), secret]],
    ['teams', { webhook: secret }, [secret]],
    ['discord', { token: secret }, https('discord.com')],
    ['github', { token: secret }, https('api.github.com')],
    ['github', { token: secret, baseUrl: 'https://one.example/api/v3' }, https('one.example')],
    ['gitlab', { token: secret }, https('gitlab.com')],
    ['prometheus', { baseUrl: 'https://one.example' }, https('one.example')],
    ['llm', { api: 'openai' }, https('api.openai.com')],
    ['llm', { api: 'anthropic' }, https('api.anthropic.com')],
    ['llm', { api: 'openai', baseUrl: 'https://one.example' }, https('one.example')],
    ['graphql', { endpoint: 'https://one.example/graphql' }, https('one.example')],
    ['openapi', { document: 'https://one.example/api.json' }, https('one.example')],
    [
      'openapi',
      {
        document: 'a.yaml',
        baseUrl: 'https://one.example',
        security: { o: { tokenUrl: 'https://two.example' } },
      },
      https('one.example', 'two.example'),
    ],
    [
      'openapi',
      { document: 'a.yaml' },
      https('one.example', 'two.example', 'tokens.example'),
      {
        document: JSON.stringify({
          openapi: '3.0.0',
          info: { title: 'A', version: '1' },
          servers: [{ url: 'https://one.example/v1' }],
          paths: { '/a': { get: {} }, '/b': { get: { servers: [{ url: 'https://two.example' }] } } },
          components: {
            securitySchemes: {
              o: {
                type: 'oauth2',
                flows: { clientCredentials: { tokenUrl: 'https://tokens.example/t', scopes: {} } },
              },
            },
          },
        }),
      },
    ],
    [
      'openapi',
      { document: 'a.yaml' },
      https('one.example'),
      { document: JSON.stringify({ swagger: '2.0', host: 'one.example', paths: { '/a': { get: {} } } }) },
    ],
  ];

test.each(cases)('%s %j sends to %j', (name, config, destinations, texts = {}) => {
  const connector = builtInConnectors().find((each) => each.name === name);
  const declared = connector?.destinations?.(
    configDefaults(connector, config),
    texts as Record<string, string>,
  );
  expect(declared).toEqual(destinations);
});

test('every connector declares where it sends', () => {
  const tested = new Set(cases.map(([name]) => name));
  for (const { name, destinations } of builtInConnectors()) {
    expect(destinations, `\`${name}\` has no \`destinations\``).toBeTypeOf('function');
    expect(tested, `\`${name}\` has no case here`).toContain(name);
  }
});

test.each([
  [{ region: 'us-east-1' }],
  [{ region: 'eu-central-1', pathStyle: true }],
  [{ region: 'cn-north-1' }],
  [{ endpoint: 'https://one.example:9000' }],
])('the client of S3 sends to no other place: %j', async (more) => {
  const connector = builtInConnectors().find(({ name }) => name === 's3');
  const config = {
    bucket: 'orders',
    accessKeyId: 'a',
    secretAccessKey: 'b',
    timeout: 5,
    region: 'us-east-1',
    ...more,
  };
  const declared = connector?.destinations?.(config, {}) ?? [];
  const sent: string[] = [];
  const fetch = async (url: string) => {
    sent.push(new URL(url).origin);
    return new Response('', { status: 403 });
  };
  const context = { config, network: { fetch }, signal: AbortSignal.timeout(20_000), connection: 's3' };
  await expect(connector?.test?.({ ...context, client: undefined } as never)).rejects.toThrow();
  expect(sent).toHaveLength(1);
  const places = declared.flatMap((each) => ('origin' in each ? [each.origin] : []));
  expect(places.some((place) => allowsHost(place, String(sent[0])))).toBe(true);
});

test('a network with a fence reaches the places of the fence only, whatever a connector asks for', async () => {
  const reached: string[] = [];
  const note = (place: string) => void reached.push(place);
  const network = fencedNetwork(
    {
      fetch: async (url) => {
        note(String(url));
        return new Response();
      },
      transfer: async () => new Response(),
      lookup: (host, _options, callback) => {
        note(host);
        callback(null, '192.0.2.1', 4);
      },
      check: note,
      connect: async ({ host, port }) => {
        note(`${host}:${port}`);
        return undefined as never;
      },
    },
    new HostFence(
      ['https://one.example', 'db.example:5432'],
      (origin) => new Problem('host_not_allowed', origin),
    ),
  );
  const { signal } = new AbortController();
  const refusal = { kind: 'authorization', status: 403, code: 'host_not_allowed' };
  await network.fetch('https://one.example/a');
  await network.connect({ host: 'db.example', port: 5432 }, signal);
  network.check('db.example');
  await expect(network.fetch('https://two.example/a')).rejects.toMatchObject(refusal);
  await expect(network.fetch(new URL('http://one.example/a'))).rejects.toMatchObject(refusal);
  await expect(network.transfer('https://two.example/a')).rejects.toMatchObject(refusal);
  await expect(network.connect({ host: 'db.example', port: 5433 }, signal)).rejects.toMatchObject(refusal);
  expect(() => network.check('two.example')).toThrow(expect.objectContaining(refusal));
  const found = await new Promise((resolve) => network.lookup('two.example', {}, resolve));
  expect(found).toMatchObject(refusal);
  expect(reached).toEqual(['https://one.example/a', 'db.example:5432', 'db.example']);
});
