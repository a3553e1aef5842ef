import { expect, test } from 'vitest';
import { validateFiles } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { compileTrigger } from '../../../controller/kinds/trigger/compile.js';
import type { JsonObject } from '../../../schemas/json/types.js';

const webhook = (more: JsonObject): JsonObject => ({
  flow: 'orders',
  webhook: { path: 'orders', signature: { scheme: 'github', secret: 'a', key: 'b' }, ...more },
});

test('a constant `dedupe`, which would drop every delivery but the first, is an error', () => {
  const { findings } = compileTrigger(webhook({ dedupe: 'x-delivery-id' }));
  expect(findings).toMatchObject([{ rule: 'field-invalid', pointer: '/webhook/dedupe' }]);
});

test('a `dedupe` that fails over a delivery is a problem of the catalog', async () => {
  const { compiled } = compileTrigger(webhook({ dedupe: '${ .body.id + 1 }' }));
  await expect(compiled?.webhook?.getEventKey?.({ body: { id: {} } })).rejects.toThrow(
    expect.objectContaining({
      code: 'parameters_invalid',
      message: expect.stringMatching(/webhook\.dedupe/),
    }),
  );
});

test.each<[JsonObject, string, string, string]>([
  [{ data: { status: '${ .status == "paid" }' } }, 'flow-structure', '/event/with/data', 'alone'],
  [{ subject: 'order-${ .id }' }, 'flow-structure', '/event/with/subject', 'alone'],
  [{ data: '${ .status == "paid"' }, 'jq-syntax', '/event/with/data', 'never closed'],
  [{ data: '${ .total > $limit }' }, 'jq-syntax', '/event/with/data', 'limit'],
  [{ data: '.total > 100' }, 'expression-bare', '/event/with/data', 'as text'],
  [{ orderId: '1' }, 'flow-structure', '/event/with/orderId', 'orderId'],
])('a filter that no event would fit has a finding: %j', (filter, rule, pointer, words) => {
  const { findings } = compileTrigger({ flow: 'orders', event: { with: { type: 'paid', ...filter } } });
  expect(findings).toMatchObject([{ rule, pointer, message: expect.stringContaining(words) }]);
});

test.each<[JsonObject, string, string]>([
  [{ event: { from: 'q' } }, '${ .data.id }', '`.event.data.id`'],
  [{ event: { from: 'q' } }, 'order ${ .id # of the shop\n }', '`.event.id`'],
  [{ event: { from: 'q' } }, '${ [.event.data[] | .id] + [.subject] }', '`.event.subject`'],
  [{ schedule: { cron: '@daily' } }, '${ .event.id }', 'one of these'],
  [webhook({}), '${ .payload.id }', 'one of these'],
])('an input that reads what no occurrence has is a warning: %j %s', (how, expression, words) => {
  const { findings } = compileTrigger({ flow: 'orders', ...how, input: { id: expression } });
  expect(findings).toMatchObject([
    {
      rule: 'field-unknown',
      severity: 'warning',
      pointer: '/input/id',
      hint: expect.stringContaining(words),
    },
  ]);
});

test.each<[JsonObject, string]>([
  [{ event: { from: 'q' } }, '${ .event.data.id }'],
  [{ event: { from: 'q' } }, '${ .data.id? // .event.data.id }'],
  [{ event: { from: 'q' } }, '${ .event | .data | {id, at: .time} }'],
  [{ schedule: { cron: '@daily' } }, '${ .time[0:10] + .trigger }'],
  [webhook({}), '${ .body.id + .headers["x-id"] + .query.a + .rawBody + .path + .method }'],
  [{ event: { from: 'q' } }, '${ . }'],
])('an input that reads what occurrences have has no finding: %j %s', (how, expression) => {
  expect(compileTrigger({ flow: 'orders', ...how, input: { id: expression } }).findings).toEqual([]);
});

test('a filter with constants, a pattern and an expression has none', () => {
  const filter = { type: 'a', subject: 'order-[0-9]+', data: '${ .total > 100 }', partition: 7 };
  expect(compileTrigger({ flow: 'orders', event: { with: filter } }).findings).toEqual([]);
});

test('a webhook without `input` is checked against the input of its flow', () => {
  const flow = (schema: string) => `document: { dsl: '1.0.3', namespace: test, name: orders, version: 1.0.0 }
input: { schema: { document: { type: object, ${schema} } } }
do: [{ note: { set: { a: 1 } } }]
`;
  const trigger = `kind: trigger
name: orders
flow: orders
webhook: { path: orders, signature: { scheme: github, secret: a, key: b } }
`;
  const messages = (schema: string) => {
    const file = (path: string, text: string) => ({ path, content: Buffer.from(text) });
    const files = [file('flow.yaml', flow(schema)), file('trigger.yaml', trigger)];
    const found = validateFiles(files, kinds, { whole: true });
    return found.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  };
  expect(messages('required: [orderId]')).toEqual([expect.stringContaining('orderId')]);
  expect(messages('properties: { rawBody: { type: number } }')).toEqual([expect.stringContaining('rawBody')]);
  expect(messages('required: [body], properties: { body: { type: object } }')).toEqual([]);
});

const poll = (more: JsonObject): JsonObject => ({
  flow: 'orders',
  event: { from: 'shop', poll: { action: 'get', every: 'PT1M', key: '${ .id }', ...more } },
});

test.each<[JsonObject, string, string, string]>([
  [{ every: 'PT4S' }, 'field-invalid', '/event/poll/every', 'at least 5 seconds'],
  [{ every: { days: 32 } }, 'field-invalid', '/event/poll/every', 'at most 31 days'],
  [{ every: { seconds: 0 } }, 'field-invalid', '/event/poll/every', 'at least 5 seconds'],
  [{ key: 'id' }, 'field-invalid', '/event/poll/key', 'same text for every item'],
  [{ since: 'updated_at' }, 'field-invalid', '/event/poll/since', 'same text for every item'],
  [{ items: 'orders' }, 'field-invalid', '/event/poll/items', 'same text for every answer'],
  [{ next: 'page' }, 'field-invalid', '/event/poll/next', 'same text for every answer'],
  [{ key: '${ .id' }, 'jq-syntax', '/event/poll/key', 'never closed'],
  [{ items: '${ .a | }' }, 'jq-syntax', '/event/poll/items', ''],
])('a poll that cannot work has an error: %j', (more, rule, pointer, words) => {
  const { compiled, findings } = compileTrigger(poll(more));
  expect(compiled).toBeUndefined();
  expect(findings).toContainEqual(
    expect.objectContaining({ rule, severity: 'error', pointer, message: expect.stringContaining(words) }),
  );
});

test('arguments that read what no poll has are a warning, and `dedupe` beside a poll is an error', () => {
  const reading = compileTrigger(poll({ arguments: { path: '${ .cursor }' } }));
  expect(reading.findings).toMatchObject([{ rule: 'field-unknown', pointer: '/event/poll/arguments/path' }]);
  const { event, ...rest } = poll({});
  const { findings } = compileTrigger({ ...rest, event: { ...(event as JsonObject), dedupe: '${ .id }' } });
  expect(findings).toMatchObject([{ rule: 'field-invalid', pointer: '/event/dedupe' }]);
});

test.each<[string, string, string, string]>([
  ['action: get, arguments: { path: /orders }', '', '', ''],
  ['action: fetch', 'reference-unmet', '/event/poll/action', 'has no `fetch`'],
  [
    'action: post, arguments: { path: /orders }',
    'reference-unmet',
    '/event/poll/action',
    'a poll only reads',
  ],
  ['action: get, arguments: { pfad: /orders }', 'argument-unknown', '/event/poll/arguments/pfad', 'pfad'],
])(
  'a poll names an action of the connection that only reads, with its arguments: %s',
  (action, rule, pointer, words) => {
    const file = (path: string, text: string) => ({ path, content: Buffer.from(text) });
    const files = [
      file(
        'flow.yaml',
        "document: { dsl: '1.0.3', namespace: a, name: orders, version: '1.0.0' }\ndo: [{ a: { set: { b: 1 } } }]\n",
      ),
      file(
        'shop.yaml',
        'kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: https://shop.example.com }\n',
      ),
      file(
        'trigger.yaml',
        `kind: trigger\nname: new-orders\nflow: orders\nevent: { from: shop, poll: { ${action}, every: PT1M, key: "\${ .id }" } }\n`,
      ),
    ];
    const found = validateFiles(files, kinds, { whole: true }).filter(({ severity }) => severity !== 'hint');
    expect(found.map(({ rule, pointer }) => ({ rule, pointer }))).toEqual(
      rule === '' ? [] : [{ rule, pointer }],
    );
    expect(found.map(({ message }) => message).join()).toContain(words);
  },
);
