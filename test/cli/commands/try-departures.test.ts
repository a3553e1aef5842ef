import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { TestServer } from '../../controller/connectors/server.js';
import { flowText, svc, temporaryFolder } from '../test-io.js';

const secret = 'the-token-of-the-trial';

/** Flows that are tried; more of them show more. */
const trials = Number(process.env['SVC_TRIALS'] ?? 8);

interface Departure {
  origin: string;
  method: string;
  /** The step of the flow: each has a path of its own. */
  step: string;
  hasSecret: boolean;
}

const server = fc.nat({ max: 3 });
const method = fc.constantFrom('get', 'head', 'post', 'put', 'delete');
const steps = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant('connection' as const),
      name: fc.constantFrom('shop', 'other'),
      method,
      redirect: fc.option(server, { nil: undefined }),
    }),
    fc.record({
      type: fc.constant('address' as const),
      server,
      method,
      isComputed: fc.boolean(),
      secretIn: fc.constantFrom('nothing', 'header', 'query', 'body'),
    }),
  ),
  { minLength: 2, maxLength: 6 },
);
type Step = typeof steps extends fc.Arbitrary<(infer Each)[]> ? Each : never;

function taskOf(step: Step, index: number, urls: readonly string[]): object {
  const path = `/step-${index}`;
  if (step.type === 'connection') {
    const body = step.method === 'post' || step.method === 'put' ? { body: { index } } : {};
    const to = step.redirect === undefined ? {} : { query: { to: `${urls[step.redirect]}${path}` } };
    return { call: `${step.name}.${step.method}`, with: { path, ...to, ...body } };
  }
  const { isComputed, secretIn } = step;
  const url = `${urls[step.server]}${path}`;
  const token = '$secrets["shop/api"].token';
  const endpoint = isComputed ? `\${ ${JSON.stringify(url)} + ($workflow.input.end // "") }` : url;
  const parts = {
    nothing: {},
    header: { headers: { 'x-token': `\${ ${token} }` } },
    query: { query: { token: `\${ ${token} }` } },
    body: { body: { token: `\${ ${token} }` } },
  };
  return { call: 'http', with: { method: step.method, endpoint, ...parts[secretIn] } };
}

/** Each task is caught, so that what is refused does not keep the others from being tried. */
function flowOf(all: readonly Step[], urls: readonly string[]): string {
  const tasks = all.map((step, index) => ({
    [`step-${index}`]: {
      try: [{ [`call-${index}`]: taskOf(step, index, urls) }],
      catch: {
        errors: { with: { status: 403 } },
        do: [{ [`refused-${index}`]: { set: { refused: index } } }],
      },
    },
  }));
  return flowText(
    'tried',
    tasks.map((task) => `  - ${JSON.stringify(task)}\n`).join(''),
    'use: { secrets: [ shop/api ] }\n',
  );
}

async function openServers(departures: Departure[]): Promise<TestServer[]> {
  const open = () =>
    TestServer.start((request, response, body) => {
      const url = new URL(`http://${request.headers.host}${request.url}`);
      const whole = JSON.stringify([url.href, request.headers, body]);
      departures.push({
        origin: url.origin,
        method: request.method ?? '',
        step: url.pathname.slice(1),
        hasSecret: whole.includes(secret),
      });
      const location = url.searchParams.get('to');
      if (location !== null) return response.writeHead(307, { location }).end();
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  const servers = await Promise.all(Array.from({ length: 4 }, open));
  onTestFinished(async () => {
    await Promise.all(servers.map((each) => each.stop()));
  });
  return servers;
}

it('what leaves the machine is what was shown, and no secret goes to a place that was not named', async () => {
  const departures: Departure[] = [];
  const servers = await openServers(departures);
  const urls = servers.map(({ url }) => url);
  const connection = (name: string, index: number) =>
    `kind: connection\nname: ${name}\nconnector: http\nconfig: { baseUrl: '${urls[index]}', auth: { type: bearer, token: { secret: shop/api, key: token } } }\n`;
  const folder = temporaryFolder({
    'svc.yaml': 'Flows: { AllowPrivateNetworks: true }\n',
    'connections/shop.yaml': connection('shop', 0),
    'connections/other.yaml': connection('other', 1),
    'flows/tried.yaml': '',
    'secrets.yaml': `shop/api: { token: ${secret} }\n`,
  });
  chmodSync(join(folder, 'secrets.yaml'), 0o600);
  const seen = { secrets: 0, writes: 0, heldBack: 0, refused: 0 };
  for (const [round, all] of fc.sample(steps, { numRuns: trials, seed: 40 }).entries()) {
    writeFileSync(join(folder, 'flows/tried.yaml'), flowOf(all, urls));
    departures.length = 0;
    const argv = ['try', 'tried', '--secrets', 'secrets.yaml'];
    const free = await svc(folder, argv);
    const named = [...free.stderr.matchAll(/: to (.+)$/gm)].flatMap(
      ([, places = '']) => places.match(/https?:\/\/[^\s,]+/g) ?? [],
    );
    const withSecret = departures.filter(({ hasSecret }) => hasSecret);
    expect(
      withSecret.filter(({ origin }) => !named.includes(origin)),
      free.stderr,
    ).toEqual([]);
    expect(free.stderr + free.stdout).not.toContain(secret);
    seen.secrets += withSecret.length;
    seen.refused += all.length - new Set(departures.map(({ step }) => step)).size;

    departures.length = 0;
    const yes = round % 4;
    const answers = 'y\n'.repeat(yes) + 'n\n'.repeat(20);
    const asked = await svc(folder, [...argv, '--stop-before-writes'], { stdin: answers, isAnswered: true });
    const shown = [...asked.stderr.matchAll(/^(?:(?:shop|other)\.|[A-Z]+ http)[\s\S]*?(step-\d+)/gm)].map(
      ([, step]) => step,
    );
    const made = departures.filter((each) => !['GET', 'HEAD'].includes(each.method)).map(({ step }) => step);
    expect([...new Set(made)], asked.stderr).toEqual(shown.slice(0, yes));
    seen.writes += made.length;
    seen.heldBack += shown.length - Math.min(shown.length, yes);
  }
  if (trials > 8) console.log(seen);
  // The flows have made a difference.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
}, 600_000);
