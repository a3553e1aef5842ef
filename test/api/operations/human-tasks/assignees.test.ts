import { expect, onTestFinished, test } from 'vitest';
import { json, TestServer } from '../../../controller/connectors/server.js';
import { eventually } from '../../../eventually.js';
import { platform, RealService } from '../../identity/real-service.js';

const ask = (
  assignees: string,
  more = '',
) => `document: { dsl: '1.0.3', namespace: test, name: ask, version: 1.0.0 }
do:
  - approve:
      call: human-task@default
      with:
        title: Approve a refund
        assignees: ${assignees}
        notify: { call: chat.post, with: { path: /messages, body: { to: '\${ .assignee }', link: '\${ .link }' } } }
${more}`;

interface Place {
  service: RealService;
  sent: { to: string; link: string }[];
}

async function serve(flow: string, more: Record<string, string> = {}): Promise<Place> {
  const sent: Place['sent'] = [];
  const server = await TestServer.start((_request, response, body) => {
    sent.push(JSON.parse(body));
    json(response, {});
  });
  onTestFinished(() => server.stop());
  const chat = `kind: connection\nname: chat\nconnector: http\nconfig: { baseUrl: '${server.url}' }\n`;
  const service = await RealService.start({ 'flows/ask.yaml': flow, 'connections/chat.yaml': chat, ...more });
  onTestFinished(() => service.remove());
  return { service, sent };
}

async function begin({ service }: Place): Promise<string> {
  const start = service.call('POST', '/api/v1/live/flows/ask/runs', {}, { prefer: 'respond-async' });
  const { id } = (await start).json();
  await eventually(async () => (await service.controller.runs.get(id)).status === 'waiting');
  return id;
}

async function getLog({ service }: Place, run: string): Promise<string[]> {
  const { items } = (await service.call('GET', `/api/v1/live/runs/${run}/logs`)).json();
  return items.map(({ message }: { message: string }) => message);
}

async function getCheck({ service }: Place, name = 'human-tasks') {
  const { checks } = (await service.call('GET', `${platform}/diagnostics`)).json();
  return checks.find((check: { name: string }) => check.name === name);
}

const getFindings = async ({ service }: Place, files?: object) =>
  (await service.call('POST', '/api/v1/live/cicd/validate', files))
    .json()
    .problems.filter(({ rule }: { rule: string }) => rule === 'assignee-cannot-answer');

test('an assignee who does not exist gets no link, and validation, the log of the run and diagnostics say so', async () => {
  const place = await serve(ask('[nobody-here, ada]'));
  await place.service.user('ada', 'viewer');
  const finding = {
    file: 'flows/ask.yaml',
    line: 7,
    pointer: '/do/0/approve/with/assignees/0',
    severity: 'warning',
  };
  expect(await getFindings(place)).toMatchObject([
    { ...finding, message: '`nobody-here` cannot answer: there is no user `nobody-here`' },
  ]);
  expect(await getCheck(place)).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('flows/ask.yaml:7'),
  });
  const run = await begin(place);
  await eventually(() => place.sent.length > 0);
  expect(place.sent.map(({ to }) => to)).toEqual(['user:ada']);
  expect(await getLog(place, run)).toContain(
    'No link to the human task was sent to user:nobody-here: there is no user `nobody-here`',
  );
  const { items } = (await place.service.call('GET', `${platform}/human-tasks?mine=false`)).json();
  expect(items[0].unnotified).toEqual(['user:nobody-here']);
  // Another one can answer.
  expect((await getCheck(place)).detail).not.toContain('open human task');
});

test('a task that no one can answer is named until the user is there, who gets the link with the reminder', async () => {
  const place = await serve(ask('[linus]', '        remindAfter: { seconds: 1 }\n'));
  const run = await begin(place);
  expect(await getLog(place, run)).toContain(
    'No person can answer the human task: user:linus: there is no user `linus`',
  );
  expect(await getCheck(place)).toMatchObject({
    status: 'warn',
    detail: expect.stringMatching(
      /^One open human task waits .*`Approve a refund`.*there is no user `linus`/,
    ),
    hint: expect.stringContaining('svc human-tasks complete'),
  });
  expect(place.sent).toEqual([]);
  await place.service.user('linus', 'viewer');
  await eventually(() => place.sent.length > 0);
  expect(place.sent[0]).toMatchObject({ to: 'user:linus' });
  expect(await getCheck(place)).toMatchObject({ status: 'ok' });
  expect(await getFindings(place)).toEqual([]);
});

test('a key gets no link, although it may answer, and a file says so without a service', async () => {
  const place = await serve(ask("['api-key:bot']"));
  await place.service.controller.identity.apiKeys.create({
    name: 'bot',
    role: 'operator',
    actor: 'person',
    createdBy: 'user:test',
  });
  expect(await getFindings(place)).toMatchObject([
    { message: expect.stringContaining('`api-key:bot` is an API key, which opens no link') },
  ]);
  const run = await begin(place);
  const { items } = (await place.service.call('GET', `${platform}/human-tasks?mine=false`)).json();
  expect(items[0].unnotified).toEqual([]);
  expect(await getLog(place, run)).toContainEqual(
    expect.stringMatching(/^No link to the human task was sent to api-key:bot: .*svc human-tasks complete/),
  );
  expect(place.sent).toEqual([]);
  expect(await getCheck(place)).toMatchObject({ status: 'ok' });
});

test.each([
  ['a disabled user', { actor: 'person', disabled: true }, 'is disabled'],
  ['a user who is a service', { actor: 'service', disabled: false }, 'counts as a service'],
] as const)('%s cannot answer', async (_, about, why) => {
  const place = await serve(ask('[robot]'));
  const { users } = place.service.controller.identity;
  await users.create({ name: 'robot', role: 'operator', password: 'correct horse battery', ...about });
  expect(await getFindings(place)).toMatchObject([{ message: expect.stringContaining(why) }]);
  await begin(place);
  expect(place.sent).toEqual([]);
});

test('a service with a grant, the members of a team, and files that are sent are judged as they are', async () => {
  const team = `kind: team
name: bots
members: [robot]
grants: [{ role: operator, may: [complete-human-task] }]
`;
  const place = await serve(ask("['team:bots']"), { 'teams/bots.yaml': team });
  const { users } = place.service.controller.identity;
  await users.create({
    name: 'robot',
    role: 'operator',
    password: 'correct horse battery',
    actor: 'service',
  });
  expect(await getFindings(place)).toEqual([]);
  const files = [{ path: 'flows/ask.yaml', content: ask('[ghost]') }];
  expect(await getFindings(place, { files })).toMatchObject([
    { message: expect.stringContaining('`ghost`') },
  ]);
  await begin(place);
  await eventually(() => place.sent.length > 0);
  expect(place.sent[0]).toMatchObject({ to: 'user:robot' });
});

test('the name of a key in place of a user is told apart', async () => {
  const place = await serve(ask('[ada]'));
  await place.service.key('ada', 'operator');
  expect(await getFindings(place)).toMatchObject([
    { message: '`ada` cannot answer: there is no user `ada`; the API key of this name is `api-key:ada`' },
  ]);
});

test('a key and a user of one name are two, and each answer says which one is meant', async () => {
  const place = await serve(ask("[ada, 'api-key:grace']"));
  const { service } = place;
  const keys = `${platform}/api-keys`;
  await service.user('ada', 'operator');
  await service.user('grace', 'operator');
  const created = (
    await service.call('POST', keys, { name: 'ada', role: 'operator', actor: 'person' })
  ).json();
  expect(created.principal).toBe('api-key:ada');
  expect((await service.call('GET', `${platform}/users/ada`)).json().principal).toBe('user:ada');
  expect((await service.call('GET', `${keys}/ada`)).json().principal).toBe('api-key:ada');
  const findings = await getFindings(place);
  expect(findings.map(({ message }: { message: string }) => message)).toContain(
    '`api-key:grace` cannot answer: there is no API key `grace`; the user of this name is `grace`',
  );
  await begin(place);
  const asKey = { 'x-api-key': created.key };
  const mine = await service.call('GET', `${platform}/human-tasks`, undefined, asKey);
  expect(mine.json().items).toEqual([]);
  const { items } = (await service.call('GET', `${platform}/human-tasks?mine=false`)).json();
  const path = `${platform}/human-tasks/${items[0].id}/complete`;
  const refused = await service.call('POST', path, { values: {} }, asKey);
  expect(refused.statusCode).toBe(404);
  expect(refused.json().detail).toContain('that api-key:ada may see');
  expect(refused.json().hints[0].text).toContain('`ada` in `assignees` is the user of this name');
});

test('a role asks every person who may do as much on the flow, and no other', async () => {
  const team = `kind: team
name: leads
members: [linus]
grants: [{ role: editor, names: [ask], types: [flow] }]
`;
  const place = await serve(ask("['role:editor']"), { 'teams/leads.yaml': team });
  const { service } = place;
  await service.user('ada', 'editor');
  await service.user('linus', 'viewer');
  await service.user('grace', 'operator');
  expect(await getFindings(place)).toEqual([]);
  await begin(place);
  await eventually(() => place.sent.length > 2);
  expect(place.sent.map(({ to }) => to).sort()).toEqual(['user:ada', 'user:admin', 'user:linus']);
  const list = async (name: string, role: 'editor' | 'operator') => {
    const actor = 'person';
    const { key } = (await service.call('POST', `${platform}/api-keys`, { name, role, actor })).json();
    const mine = await service.call('GET', `${platform}/human-tasks`, undefined, { 'x-api-key': key });
    return mine.json().items.map(({ title }: { title: string }) => title);
  };
  expect(await list('terminal-of-ada', 'editor')).toEqual(['Approve a refund']);
  expect(await list('terminal-of-grace', 'operator')).toEqual([]);
});

test('a role that does not exist is refused with the roles that there are', async () => {
  const place = await serve(ask("['role:boss']"));
  const { problems } = (await place.service.call('POST', '/api/v1/live/cicd/validate')).json();
  expect(problems.map(({ message }: { message: string }) => message).join()).toContain('`role:viewer`');
});

test('a team without members cannot answer, and the hint names the team', async () => {
  const team = 'kind: team\nname: empty\nmembers: []\ngrants: [{ role: operator }]\n';
  const place = await serve(ask("['team:empty']"), { 'teams/empty.yaml': team });
  expect(await getFindings(place)).toMatchObject([
    {
      message: '`team:empty` cannot answer: the team `empty` has no members',
      hint: 'Add users to `members` of the team.',
    },
  ]);
  const flow = await place.service.call('GET', '/api/v1/live/entities/platform/flow/ask');
  expect(flow.json().status.missing).toMatchObject([
    { need: 'person', hint: expect.stringContaining('Add users') },
  ]);
});

test('the signed event about a task has links for those who can use them', async () => {
  const events: { type: string; data: { people: string[]; links: Record<string, string> } }[] = [];
  const receiver = await TestServer.start((_request, response, body) => {
    events.push(JSON.parse(body));
    json(response, {});
  });
  onTestFinished(() => receiver.stop());
  const webhooks = [{ Url: receiver.url, Secret: 'signed-with-this', Types: ['dev.svc.humantask.*'] }];
  const flow = ask("[ada, ghost, 'api-key:bot']").replace(/^ *notify:.*\n/m, '');
  const service = await RealService.start(
    { 'flows/ask.yaml': flow },
    { SVC_Events__Webhooks: JSON.stringify(webhooks) },
  );
  onTestFinished(() => service.remove());
  await service.user('ada', 'viewer');
  await begin({ service, sent: [] });
  const [opened] = await eventually(() => events.length > 0 && events);
  expect(opened?.data.people).toEqual(['user:ada', 'user:ghost', 'api-key:bot']);
  expect(Object.keys(opened?.data.links ?? {})).toEqual(['user:ada']);
});
