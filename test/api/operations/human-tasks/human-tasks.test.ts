import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../eventually.js';
import { platform, RealService } from '../../identity/real-service.js';

const ask = (
  name: string,
  assignees: string,
  more = '',
) => `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: 1.0.0 }
do:
  - approve:
      call: human-task@default
      with:
        title: Approve a refund
        description: Of a hundred euros
        assignees: ${assignees}
        form:
          type: object
          required: [approved]
          properties: { approved: { type: boolean }, note: { type: string, maxLength: 10 } }
${more}`;

const files = {
  'flows/ask.yaml': ask('ask', '[team:billing, linus]'),
  'flows/ask-bot.yaml': ask('ask-bot', '[api-key:bot, api-key:assistant]'),
  'teams/billing.yaml': 'kind: team\nname: billing\nmembers: [ada, grace]\n',
  'teams/bots.yaml': `kind: team
name: bots
members: [api-key:bot, api-key:assistant]
grants: [{ role: operator, types: [flow], names: [ask-bot], may: [complete-human-task] }]
`,
};

let service: RealService;
let as: Record<'ada' | 'grace' | 'eve' | 'boss', { authorization: string }>;
beforeAll(async () => {
  service = await RealService.start(files);
  for (const name of ['ada', 'grace', 'eve']) await service.user(name, 'viewer');
  await service.user('boss', 'admin');
  as = {
    ada: await service.bearer('ada'),
    grace: await service.bearer('grace'),
    eve: await service.bearer('eve'),
    boss: await service.bearer('boss'),
  };
});
afterAll(() => service.remove());

const tasks = `${platform}/human-tasks`;

/** Starts the flow and returns its run and its open task. */
async function asked(flow = 'ask'): Promise<{ run: string; id: string }> {
  const { id: run } = (
    await service.call('POST', `/api/v1/live/flows/${flow}/runs`, {}, { prefer: 'respond-async' })
  ).json();
  const id = await eventually(async () => {
    const { items } = (await service.call('GET', `${tasks}?mine=false`)).json();
    return (items as { id: string; run: string }[]).find((task) => task.run === run)?.id;
  });
  return { run, id };
}

const output = async (run: string) => (await service.controller.runs.wait(run, 10_000)).output;
const complete = (id: string, who: Record<string, string>, values: object = { approved: true }) =>
  service.call('POST', `${tasks}/${id}/complete`, { values }, who);

test('assignees see their open tasks, other people see none and learn nothing of them', async () => {
  const { id, run } = await asked();
  const { items } = (await service.call('GET', tasks, undefined, as.ada)).json();
  const summary = { id, run, title: 'Approve a refund', status: 'open', flow: 'ask', branch: 'live' };
  expect(items).toContainEqual(expect.objectContaining(summary));
  expect(items[0]).not.toHaveProperty('form');
  expect((await service.call('GET', `${tasks}/${id}`, undefined, as.grace)).json()).toMatchObject({
    description: 'Of a hundred euros',
    form: { required: ['approved'] },
  });
  expect((await service.call('GET', `${tasks}?mine=false`, undefined, as.eve)).json().items).toEqual([]);
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/claim'],
    ['POST', '/release'],
  ] as const)
    expect((await service.call(method, `${tasks}/${id}${path}`, undefined, as.eve)).json()).toMatchObject({
      code: 'human_task_not_found',
    });
  expect((await complete(id, as.eve)).statusCode).toBe(404);
  expect((await service.call('GET', tasks, undefined, as.boss)).json().items).toEqual([]);
  expect((await service.call('GET', `${tasks}/${id}`, undefined, as.boss)).statusCode).toBe(200);
  expect((await service.call('GET', `/api/v1/live/runs/${run}`)).json()).toMatchObject({
    status: 'waiting',
    waitingFor: `human-task ${id}`,
  });
});

test('values are checked, the first answer wins, and the run continues with it', async () => {
  const { id, run } = await asked();
  const wrong = await complete(id, as.ada, { approved: 'yes', note: 'much too long' });
  expect(wrong.statusCode).toBe(422);
  expect(
    wrong
      .json()
      .errors.map(({ pointer }: { pointer: string }) => pointer)
      .sort(),
  ).toEqual(['/approved', '/note']);
  expect((await complete(id, as.ada, { approved: true, note: 'fine' })).json()).toMatchObject({
    status: 'completed',
    completedBy: 'user:ada',
    values: { approved: true, note: 'fine' },
  });
  const second = await complete(id, as.grace);
  expect(second.statusCode).toBe(409);
  expect(second.json()).toMatchObject({
    code: 'human_task_ended',
    detail: expect.stringContaining('user:ada'),
  });
  expect(await output(run)).toMatchObject({ values: { approved: true }, completedBy: 'user:ada' });
});

test('a key may not answer for a person, unless it is one or a team allows it', async () => {
  const { id } = await asked();
  const refused = await complete(id, {});
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({
    code: 'person_required',
    detail: expect.stringContaining('api-key:initial-admin counts as a service'),
    hints: [{ text: expect.stringContaining('may: [complete-human-task]') }],
  });
  const key = await service.call('POST', `${platform}/api-keys`, {
    name: 'phone',
    role: 'admin',
    actor: 'person',
  });
  expect(key.json()).toMatchObject({ actor: 'person' });
  expect((await complete(id, { 'x-api-key': key.json().key })).statusCode).toBe(200);
  const bot = await service.key('bot', 'viewer');
  const second = await asked('ask-bot');
  expect((await complete(second.id, { 'x-api-key': bot })).json()).toMatchObject({
    completedBy: 'api-key:bot',
  });
});

test('over MCP no one answers, not even a person who has signed in, unless a team allows it', async () => {
  const { id } = await asked();
  const call = async (headers: Record<string, string>, name: string, args: object) => {
    const params = { name, arguments: args };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const accept = 'application/json, text/event-stream';
    const answer = await service.call('POST', '/mcp', message, { accept, ...headers });
    const line = answer.body.split('\n').find((each) => each.startsWith('data: '));
    return JSON.parse(line?.slice('data: '.length) ?? answer.body).result;
  };
  const args = { type: 'human-task', name: id, action: 'complete', values: { approved: false } };
  const key = await service.call('POST', `${platform}/api-keys`, {
    name: 'pen',
    role: 'admin',
    actor: 'person',
  });
  for (const credential of [{ 'x-api-key': key.json().key }, as.ada])
    for (const action of ['complete', 'claim']) {
      const refused = await call(credential, 'control', { ...args, action });
      expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'person_required' } });
      expect(JSON.stringify(refused)).toContain('agent');
    }
  const listed = await call(as.ada, 'list-entities', { type: 'human-task' });
  expect(JSON.stringify(listed.structuredContent)).toContain(id);
  const read = await call(as.ada, 'read-entity', { type: 'human-task', name: id });
  expect(read.structuredContent.definition).toMatchObject({ form: { required: ['approved'] } });
  expect((await complete(id, as.ada, { approved: false })).json()).toMatchObject({ completedBy: 'user:ada' });
  const second = await asked('ask-bot');
  const assistant = { 'x-api-key': await service.key('assistant', 'viewer') };
  expect(await call(assistant, 'control', { ...args, name: second.id })).toMatchObject({
    structuredContent: { completedBy: 'api-key:assistant' },
  });
});

test('a claim keeps other assignees out until it is released, and the audit log has each step', async () => {
  const { id } = await asked();
  const act = (action: string, who: Record<string, string>) =>
    service.call('POST', `${tasks}/${id}/${action}`, undefined, who);
  expect((await act('claim', as.ada)).json()).toMatchObject({ claimedBy: 'user:ada' });
  const taken = await complete(id, as.grace);
  expect(taken.statusCode).toBe(409);
  expect(taken.json()).toMatchObject({
    code: 'human_task_claimed',
    detail: expect.stringContaining('user:ada'),
  });
  expect((await act('release', as.ada)).json()).toMatchObject({ claimedBy: null });
  expect((await complete(id, as.grace)).statusCode).toBe(200);
  const { items } = (await service.call('GET', `${platform}/audit?target=human-task/${id}`)).json();
  const steps = (items as { action: string; principal: string; outcome: string; via: string }[]).map(
    ({ action, principal, outcome, via }) => [action, principal, outcome, via],
  );
  expect(steps.reverse()).toEqual([
    ['claim-human-task', 'user:ada', 'ok', 'rest'],
    ['complete-human-task', 'user:grace', 'human_task_claimed', 'rest'],
    ['release-human-task', 'user:ada', 'ok', 'rest'],
    ['complete-human-task', 'user:grace', 'ok', 'rest'],
  ]);
  expect(items[0].detail).toMatchObject({ actor: 'person', flow: 'ask' });
});

test('GraphQL lists and completes tasks', async () => {
  const { id } = await asked();
  const send = async (query: string, variables: object = {}) =>
    (
      await service.call('POST', '/graphql', { query, variables }, { accept: 'application/json', ...as.ada })
    ).json();
  const listed = await send('{ humanTasks { nodes { id title status assignees } } }');
  expect(listed.errors).toBeUndefined();
  expect(listed.data.humanTasks.nodes).toContainEqual({
    id,
    title: 'Approve a refund',
    status: 'open',
    assignees: ['team:billing', 'linus'],
  });
  const done = await send(
    'mutation ($id: String!, $values: JSON!) { completeHumanTask(id: $id, values: $values) { completedBy values } }',
    { id, values: { approved: true } },
  );
  expect(done).toEqual({
    data: { completeHumanTask: { completedBy: 'user:ada', values: { approved: true } } },
  });
});

test('a person who leaves the team loses the tasks of the team', async () => {
  const { id } = await asked();
  const team = `/api/v1/live/entities/platform/team/billing`;
  expect((await service.call('PATCH', team, { members: ['grace'] }, as.boss)).statusCode).toBe(200);
  expect((await complete(id, as.ada)).statusCode).toBe(404);
  expect((await complete(id, as.grace)).statusCode).toBe(200);
  await service.call('PATCH', team, { members: ['ada', 'grace'] }, as.boss);
});
