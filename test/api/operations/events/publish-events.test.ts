import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../controller/git/git-fixture.js';
import { platform, RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

const url = `${platform}/events`;

function flow(name: string, schedule: string): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }
schedule: ${schedule}
do: [{ keep: { set: { events: '\${ . }' } } }]
`;
}

const files = {
  'flows/hot.yaml': flow(
    'hot',
    "{ on: { one: { with: { type: vitals, data: '${ .temperature > 38 }' } } } }",
  ),
  'flows/shop.yaml': flow(
    'shop',
    "{ read: envelope, on: { any: [{ with: { type: 'shop\\.order\\..*', region: eu } }, { with: { type: plain } }] } }",
  ),
  'teams/shop.yaml': `kind: team
name: shop
members: ['api-key:shop']
grants: [{ role: operator, types: [flow], names: [shop] }]
confined: true
`,
};

let service: RealService;
beforeAll(async () => {
  service = await RealService.start(files, { SVC_Limits__RequestsPerMinute: '100000' });
});
afterAll(() => service.remove());

let count = 0;
const event = (more: object = {}) => ({
  specversion: '1.0',
  id: `e${++count}`,
  source: '/test',
  type: 'plain',
  ...more,
});
const send = (
  payload: unknown,
  type = 'application/cloudevents+json',
  headers: Record<string, string> = {},
) =>
  service.call('POST', url, JSON.stringify(payload) as unknown as object, {
    'content-type': type,
    ...headers,
  });

interface ShownRun {
  flow: string;
  trigger: string;
  principal: string;
  input: Record<string, unknown>[];
}

async function getRuns(name: string): Promise<ShownRun[]> {
  return (
    await service.call('GET', `/api/v1/live/runs?flow=${name}&trigger=event&fields=input,output`)
  ).json().items;
}

/** The input of the run of this flow that an event started, once it is there. */
function started(name: string, fits: (value: Record<string, unknown>) => boolean): Promise<ShownRun> {
  return eventually(async () => (await getRuns(name)).find(({ input }) => input[0] && fits(input[0])));
}

describe('events that are published', () => {
  test('start the flows whose filters they match, with their data or the whole event', async () => {
    const order = event({ type: 'shop.order.placed.v1', region: 'eu', data: { n: 1 } });
    const batch = [
      event({ type: 'vitals', data: { temperature: 39 } }),
      event({ type: 'vitals', data: { temperature: 37 } }),
      event({ type: 'vitals', data: 'no number' }),
      event({ type: 'vitals' }),
      order,
      event({ type: 'shop.order.placed.v1', region: 'us' }),
      event({ type: 'my.shop.order.placed' }),
    ];
    const answer = await send(batch, 'application/cloudevents-batch+json');
    expect(answer.statusCode).toBe(202);
    // By type: the conditions are evaluated once the events are stored.
    expect(answer.json().triggered).toEqual(
      expect.arrayContaining([
        { branch: 'live', flow: 'hot', source: '/test', id: batch[0]?.id },
        expect.objectContaining({ branch: 'live', flow: 'shop', id: order.id }),
      ]),
    );
    expect(answer.json().accepted).toBe(7);
    expect(await started('hot', ({ temperature }) => temperature === 39)).toMatchObject({
      trigger: 'event',
      principal: 'api-key:initial-admin',
    });
    expect((await started('shop', ({ id }) => id === order.id)).input).toEqual([order]);
  });

  test('in binary mode have their attributes in headers, and any body', async () => {
    const headers = { 'ce-specversion': '1.0', 'ce-type': 'plain', 'ce-source': '/caf%C3%A9' };
    const json = await send({ a: 1 }, 'application/json', { ...headers, 'ce-id': 'b1' });
    expect(json.json()).toMatchObject({ accepted: 1, triggered: [{ source: '/café', id: 'b1' }] });
    expect((await started('shop', ({ id }) => id === 'b1')).input[0]).toMatchObject({ data: { a: 1 } });
    const bytes = await send('x', 'application/octet-stream', { ...headers, 'ce-id': 'b2' });
    expect(bytes.statusCode).toBe(202);
    expect((await started('shop', ({ id }) => id === 'b2')).input[0]).toMatchObject({
      data_base64: Buffer.from('"x"').toString('base64'),
      datacontenttype: 'application/octet-stream',
    });
  });

  test('start one run each, also when they are sent again', async () => {
    const again = event();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(again)));
    for (const answer of answers) expect(answer.statusCode).toBe(202);
    await started('shop', ({ id }) => id === again.id);
    await send(again);
    const last = event();
    await send(last);
    await started('shop', ({ id }) => id === last.id);
    expect((await getRuns('shop')).filter(({ input }) => input[0]?.['id'] === again.id)).toHaveLength(1);
  });

  test('start only flows that their sender may run, and are refused for a sender who may run none', async () => {
    const fits = [event({ type: 'vitals', data: { temperature: 40 } }), event()];
    const confined = { 'x-api-key': await service.key('shop', 'viewer') };
    const answer = await send(fits, 'application/cloudevents-batch+json', confined);
    expect(answer.json().triggered).toMatchObject([{ flow: 'shop' }]);
    const viewer = { 'x-api-key': await service.key('watcher', 'viewer') };
    expectProblem(await send(event(), undefined, viewer), 403, 'forbidden');
  });

  test.each<[string, unknown, string, string[]]>([
    ['no object', 7, 'application/cloudevents+json', ['']],
    ['nothing', null, 'application/cloudevents+json', ['']],
    ['no attributes', {}, 'application/cloudevents+json', ['/id', '/source', '/type', '/specversion']],
    ['another version', { ...event(), specversion: '0.3' }, 'application/cloudevents+json', ['/specversion']],
    [
      'an attribute of objects',
      [{ ...event(), extra: {} }],
      'application/cloudevents-batch+json',
      ['/0/extra'],
    ],
    ['a time in words', { ...event(), time: 'yesterday' }, 'application/cloudevents+json', ['/time']],
    ['a source with a blank', { ...event(), source: 'a b' }, 'application/cloudevents+json', ['/source']],
    [
      'a part of an address as its schema',
      { ...event(), dataschema: 'x' },
      'application/cloudevents+json',
      ['/dataschema'],
    ],
    ['a strange name', { ...event(), 'Not-A-Name': 'x' }, 'application/cloudevents+json', ['/Not-A-Name']],
    [
      'data twice',
      { ...event(), data: 1, data_base64: 'eA==' },
      'application/cloudevents+json',
      ['/data_base64'],
    ],
    ['too many', Array.from({ length: 101 }, () => event()), 'application/cloudevents-batch+json', ['']],
    ['an id of 100 KB', { ...event(), id: 'x'.repeat(100_000) }, 'application/cloudevents+json', ['/id']],
  ])('that are %s are refused as a whole, with every fault', async (_what, body, type, pointers) => {
    const problem = expectProblem(await send(body, type), 422, 'body_invalid');
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });

  test('of another media type are refused with the supported types', async () => {
    const answer = await send(event(), 'text/plain');
    expect(expectProblem(answer, 415, 'unsupported_media_type').hints[0].text).toContain('cloudevents+json');
  });

  test('that were accepted start their flows although the service stops at once', async () => {
    const late = Array.from({ length: 20 }, () => event());
    await send(late, 'application/cloudevents-batch+json');
    const { folder } = service;
    await service.stop();
    service = await RealService.open(folder, { SVC_Limits__RequestsPerMinute: '100000' });
    for (const { id } of late) await started('shop', (value) => value['id'] === id);
  });
});
