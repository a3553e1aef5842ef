import { expect, test } from 'vitest';
import { validateFiles } from '../../../controller/catalog/index.js';
import { compileFlow, type HumanTaskRequest } from '../../../controller/flows/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { MemoryHost } from './memory-host.js';

const document = { dsl: '1.0.3', namespace: 'test', name: 'ask', version: '1.0.0' };
const good = { title: 'Approve', assignees: ['ada', 'oidc:grace', 'team:billing'] };

function compiled(given: JsonObject, more: JsonObject = {}) {
  return compileFlow({ document, do: [{ approve: { call: 'human-task@default', with: given } }], ...more });
}

test.each<[string, JsonObject, string, RegExp]>([
  ['an unknown argument', { ...good, titel: 'x' }, '/titel', /titel/],
  ['no title', { assignees: ['ada'] }, '', /title/],
  ['no assignee', { ...good, assignees: [] }, '/assignees', /at least one/],
  ['an assignee of an unknown kind', { ...good, assignees: ['group:x'] }, '/assignees/0', /./],
  ['a title that is a number', { ...good, title: 5 }, '/title', /text|string/],
  ['a form that is a text', { ...good, form: 'x' }, '/form', /object/],
  [
    'a form that is no schema',
    { ...good, form: { properties: { a: { type: 'nubmer' } } } },
    '/form/properties/a/type',
    /./,
  ],
  [
    'a form made of others',
    { ...good, form: { allOf: [{ properties: { a: {} } }] } },
    '/form/allOf',
    /properties/,
  ],
  [
    'a form that requires too many fields',
    { ...good, form: { required: Array.from({ length: 201 }, (_, at) => `f${at}`) } },
    '/form/properties',
    /200/,
  ],
  ['a form of a list', { ...good, form: { type: 'array' } }, '/form/type', /object/],
  ['a duration that is none', { ...good, dueAfter: '5 weeks' }, '/dueAfter', /duration/],
  ['a notification that calls nothing', { ...good, notify: { with: {} } }, '/notify', /call/],
  ['a notification with an unknown call', { ...good, notify: { call: 'htp' } }, '/notify/call', /htp/],
  [
    'a notification that asks a person',
    { ...good, notify: { call: 'human-task@default' } },
    '/notify/call',
    /human task/,
  ],
  [
    'arguments of the notification',
    { ...good, notify: { call: 'http', with: { method: 'post' } } },
    '/notify/with',
    /endpoint/,
  ],
  ['an expression that does not parse', { ...good, title: '${ .a + }' }, '/title', /./],
])('%s is an error', (_, given, pointer, message) => {
  const { plan, findings } = compiled(given);
  expect(plan).toBeUndefined();
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ pointer: at }) => at)).toContainEqual(
    expect.stringMatching(new RegExp(`^/do/0/approve/with${pointer}`)),
  );
  expect(errors.map((each) => each.message).join()).toMatch(message);
});

test('a team that is not there is an error, with the nearest name', () => {
  const flow = `document: { dsl: '1.0.3', namespace: test, name: ask, version: 1.0.0 }
do:
  - approve: { call: human-task@default, with: { title: x, assignees: [team:biling, ada] } }
`;
  const team = 'kind: team\nname: billing\nmembers: [ada]\n';
  const files = [
    { path: 'flows/ask.yaml', content: flow },
    { path: 'teams/billing.yaml', content: team },
  ];
  const result = validateFiles(files, kinds);
  const text = JSON.stringify(result);
  expect(text).toContain('biling');
  expect(text).toContain('Did you mean `billing`?');
});

test('the values are the output, and the request has what the expressions give', async () => {
  const asked: HumanTaskRequest[] = [];
  const answer = { values: { ok: true }, completedBy: 'user:ada', completedAt: '2026-03-01T09:00:00.000Z' };
  const host = new MemoryHost({
    humanTask(request) {
      asked.push(request);
      return answer;
    },
  });
  const { plan } = compiled({
    title: '${ "Refund \\(.sum)" }',
    assignees: '${ [.who] }',
    form: { type: 'object', properties: { size: { enum: '${ .sizes }' } } },
    dueAfter: '${ .due }',
  });
  const input = { sum: 5, who: 'ada', sizes: ['a', 'b'], due: 'PT1H' };
  expect(await plan?.execute(input, host)).toEqual(answer);
  expect(asked).toEqual([
    {
      title: 'Refund 5',
      sentBy: null,
      description: null,
      assignees: ['ada'],
      form: { type: 'object', properties: { size: { enum: ['a', 'b'] } } },
      reference: '/do/0/approve',
      dueMs: 3_600_000,
    },
  ]);
});

test.each<[string, JsonObject]>([
  ['a title that is no text', { title: '${ 5 }', assignees: ['ada'] }],
  ['assignees that are none', { title: 'x', assignees: '${ [] }' }],
  [
    'a form that is no schema',
    { title: 'x', assignees: ['ada'], form: { type: 'object', properties: { a: { type: '${ "x" }' } } } },
  ],
])('%s at run time is a configuration error', async (_, given) => {
  const { plan } = compiled(given);
  const error = await plan?.execute({}, new MemoryHost({})).catch((thrown) => thrown.body);
  expect(error).toMatchObject({
    status: 400,
    type: expect.stringMatching(/configuration$/),
    instance: '/do/0/approve',
  });
});

test('a notification sees the variables of loops, the link and the input', async () => {
  const sent: JsonObject[] = [];
  const notify = {
    call: 'chat.post',
    with: { text: '${ "\\($item) \\(.assignee) \\(.link) \\(.input.a)" }' },
  };
  const { plan, findings } = compileFlow({
    document,
    do: [
      {
        each: {
          for: { in: '${ ["x"] }' },
          do: [{ approve: { call: 'human-task@default', with: { ...good, assignees: ['ada'], notify } } }],
        },
      },
    ],
  });
  expect(findings).toEqual([]);
  const host = new MemoryHost({
    humanTask: () => ({ values: {}, completedBy: 'user:ada', completedAt: '' }),
    invoke: async (_connection, _action, input) => {
      sent.push(input);
      return null;
    },
  });
  await plan?.execute({ a: 1 }, host);
  expect(sent).toEqual([{ text: 'x ada https://svc.test/ada 1' }]);
});
