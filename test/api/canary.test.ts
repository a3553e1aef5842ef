import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../api/rest/routes/index.js';
import { RealService } from './identity/real-service.js';

const canary = 'Zq7-canary-55/f+secret';
const forms = [
  canary,
  encodeURIComponent(canary),
  Buffer.from(canary).toString('base64').slice(0, 24),
  Buffer.from(`ada:${canary}`).toString('base64').slice(8, 28),
  Buffer.from(canary).toString('hex'),
];

let echo: Server;
let service: RealService;
const answers: { from: string; text: string }[] = [];

beforeAll(async () => {
  echo = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      response.writeHead(request.url?.startsWith('/fail') ? 500 : 200, {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify({ url: request.url, headers: request.headers, body }));
    });
  });
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
  service = await RealService.start(
    {
      'connections/echo.yaml': `kind: connection
name: echo
connector: http
config:
  baseUrl: ${base}
  auth: { type: basic, username: ada, password: { secret: canary, key: token } }
`,
      'environments/staging.yaml': 'kind: environment\nname: staging\nsecrets: staging\ndefault: true\n',
      'stores/kept.yaml': 'kind: store\nname: kept\n',
      'templates/letter.yaml':
        'kind: template\nname: letter\nengine: liquid\nbody: "Dear {{ token }}"\nparameters: { type: object }\n',
      'flows/use.yaml': flow(
        'use',
        `
  - header: { call: echo.get, with: { path: /h }, export: { as: '\${ {header: .} }' } }
  - body: { call: http, with: { method: post, endpoint: "${base}/b", body: { t: '\${ $secrets.canary.token }' } }, export: { as: '\${ $context + {body: .} }' } }
  - address: { call: http, with: { method: get, endpoint: "${base}/u", query: { t: '\${ $secrets.canary.token }' } }, export: { as: '\${ $context + {address: .} }' } }
  - script: { run: { script: { language: js, code: 'console.error("log", t); return { t, n: t + t }', arguments: { t: '\${ $secrets.canary.token }' } } }, export: { as: '\${ $context + {script: .} }' } }
  - encoded: { set: { b: '\${ $secrets.canary.token | @base64 }', u: '\${ $secrets.canary.token | @uri }' }, export: { as: '\${ $context + {encoded: .} }' } }
  - keep: { call: store/kept.set, with: { key: one, value: '\${ $secrets.canary.token }' } }
  - back: { call: store/kept.get, with: { key: one }, export: { as: '\${ $context + {same: (. == $secrets.canary.token)} }' } }
output: { as: '\${ $context }' }`,
      ),
      'flows/raise.yaml': flow(
        'raise',
        `
  - fail: { raise: { error: { type: 'https://example.org/no', status: 400, title: 'Not \${ $secrets.canary.token }', detail: '\${ $secrets.canary.token }' } } }`,
      ),
      'flows/refused.yaml': flow(
        'refused',
        `
  - call: { call: http, with: { method: post, endpoint: "${base}/fail", body: { t: '\${ $secrets.canary.token }' } } }`,
      ),
      'flows/given.yaml': flow(
        'given',
        `
  - rest: { wait: PT0.05S }
  - say: { set: { same: '\${ $workflow.input.given }' } }`,
      ),
    },
    { SVC_Flows__AllowPrivateNetworks: 'true', SVC_Limits__RequestsPerMinute: '100000' },
  );
});

afterAll(async () => {
  await service?.remove();
  echo.close();
});

function flow(name: string, tasks: string): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }
use: { secrets: [canary] }
do:${tasks}
`;
}

async function call(method: 'GET' | 'POST' | 'PUT', url: string, body?: object) {
  const answer = await service.call(method, url, body);
  answers.push({ from: `${method} ${url}`, text: JSON.stringify(answer.headers) + answer.body });
  return answer;
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Every route that only reads, for the runs there are. */
async function walk(runs: readonly string[]): Promise<void> {
  // A stream of what is yet to happen has no end to wait for.
  const ends = routes.filter((route) => route.method === 'GET' && !route.answers?.['text/event-stream']);
  for (const { method, path } of ends) {
    for (const run of runs) {
      const url = path
        .replace(':branch', 'live')
        .replace(':run', run)
        .replace(':type', 'flow')
        .replace(':name', 'use')
        .replace(':flow', 'use')
        .replace('/*', '/canary');
      await call(method as 'GET', url);
    }
  }
}

function expectNowhere(): void {
  for (const form of forms) {
    for (const { from, text } of answers) expect(text.includes(form), `${form} in ${from}`).toBe(false);
    for (const path of filesUnder(join(service.folder, '.svc'))) {
      expect(readFileSync(path).includes(form), `${form} in ${path}`).toBe(false);
    }
  }
}

test('a secret that is used everywhere shows nowhere', async () => {
  const platform = '/api/v1/platform/entities/platform/secret';
  expect(
    (await call('POST', platform, { path: 'staging/canary', value: { token: canary } })).statusCode,
  ).toBe(201);
  const runs: string[] = [];
  for (const [name, status] of [
    ['use', 'completed'],
    ['raise', 'faulted'],
    ['refused', 'faulted'],
  ]) {
    const answer = await call('POST', `/api/v1/live/flows/${name}/runs`, {});
    expect(answer.json(), answer.body).toMatchObject({ status });
    runs.push(answer.json().id);
  }
  const { output } = (await call('GET', `/api/v1/live/runs/${runs[0]}`)).json();
  expect(output.same).toBe(true);
  expect(output).toMatchObject({
    script: { t: '***', n: '******' },
    encoded: { b: expect.stringMatching(/^\*\*\*/), u: '***' },
  });
  const given = await call('POST', '/api/v1/live/flows/given/runs', { given: canary });
  expect(given.json()).toMatchObject({ status: 'completed', output: { same: '***' } });
  runs.push(given.json().id);
  await call('GET', `/api/v1/live/flows/${canary.replace('/', '')}`);
  await walk(runs);
  expectNowhere();

  // Another process knows no secret until it opens one.
  await service.stop();
  const { adminKey, folder } = service;
  service = await RealService.open(folder, {
    SVC_Flows__AllowPrivateNetworks: 'true',
    SVC_Limits__RequestsPerMinute: '100000',
  });
  service.adminKey = adminKey;
  const retried = await call('POST', `/api/v1/live/runs/${runs[2]}/retry`);
  runs.push(retried.json().id);
  await call('POST', '/api/v1/platform/master-key/rotate');
  await walk(runs);
  expectNowhere();
});
