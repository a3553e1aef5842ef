import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../../schemas/json/types.js';
import { eventually } from '../../eventually.js';
import { DemoService } from '../../fixtures/demo-service.js';
import { connectClient, type Reached } from './clients.js';
import { AgentSession, checkCustomers } from './sessions.js';

let demo: DemoService;
let reached: Reached;
beforeAll(async () => {
  demo = await DemoService.start();
  reached = await demo.listen();
});
afterAll(() => demo.stop());

test('an agent finds, runs, changes and reverts with nothing but the tools and their answers', async () => {
  const client = await connectClient(reached, 'auto');
  const agent = await AgentSession.start(reached);
  const call = (name: string, args: JsonObject) => agent.confirmed(name, args);

  // The agent finds a flow by its description, and reads its parameters.
  const found = await call('list-entities', { type: 'flow', q: 'customer orders tickets' });
  const [flow] = found.structuredContent['items'] as { name: string }[];
  expect(flow?.name).toBe('customer-profile');
  const read = await call('read-entity', { type: 'flow', name: 'customer-profile' });
  expect(JSON.stringify(read.structuredContent['definition'])).toContain('customerId');

  // The agent runs the flow with wrong parameters, and corrects them by the error.
  const wrong = await call('run-flow', { flow: 'customer-profile', parameters: { customer: 'c-101' } });
  expect(wrong.isError).toBe(true);
  const said = wrong.content[0]?.text ?? '';
  const missing = /required property [`'"]?(\w+)|`(\w+)` is (?:required|missing)|(customerId)/.exec(said);
  const name = missing?.slice(1).find(Boolean) ?? '';
  const run = await call('run-flow', { flow: 'customer-profile', parameters: { [name]: 'c-101' } });
  expect(run.structuredContent).toMatchObject({ status: 'completed' });

  // The agent tries a change of a connection, reads its faults, and corrects them.
  const before = await call('read-entity', { type: 'connection', name: 'desk' });
  const { etag, definition } = before.structuredContent as { etag: string; definition: JsonObject };
  const change = { type: 'connection', name: 'desk', etag, message: 'Name the desk' };
  const typo = await call('update-entity', { ...change, patch: { titel: 'The desk' }, dryRun: true });
  expect(typo.structuredContent).toMatchObject({ dryRun: true, valid: false });
  expect(typo.content[0]?.text).toMatch(/titel.*`title`.*would be refused/s);
  const refused = await call('update-entity', { ...change, patch: { titel: 'The desk' } });
  expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'entity_invalid' } });
  const proposed = await call('update-entity', { ...change, patch: { title: 'The desk' }, propose: true });
  const { id } = proposed.structuredContent['proposal'] as { id: string };
  const unchanged = await call('read-entity', { type: 'connection', name: 'desk' });
  expect(unchanged.structuredContent).toMatchObject({ etag });
  const proposal = await call('read-entity', { type: 'proposal', name: id });
  expect(proposal.structuredContent['definition']).toMatchObject({ state: 'open' });
  const merged = await call('update-entity', { type: 'proposal', name: id, patch: { state: 'merged' } });
  expect(merged.structuredContent['definition']).toMatchObject({ state: 'merged' });
  const written = await call('read-entity', { type: 'connection', name: 'desk' });
  expect(written.structuredContent).toMatchObject({ definition: { title: 'The desk' } });

  // A change at a version that another writer has replaced is a conflict.
  const late = await call('update-entity', { ...change, patch: { title: 'Late' } });
  expect(late).toMatchObject({ isError: true, structuredContent: { code: 'version_conflict' } });

  // The agent reads the history and reverts its change.
  const { contents } = await client.readResource({ uri: 'versions:///connection/desk/history' });
  const history = JSON.parse((contents[0] as { text: string }).text) as { items: { commitHash: string }[] };
  expect(history.items).toHaveLength(2);
  const { commitHash } = history.items[1] as { commitHash: string };
  const reverted = await call('revert-entity', { type: 'connection', name: 'desk', commitHash });
  expect(reverted.isError).toBeUndefined();
  const after = await call('read-entity', { type: 'connection', name: 'desk' });
  expect(after.structuredContent).toMatchObject({ etag, definition });

  // The agent stores a note for the next agent.
  const folio = {
    title: 'Looking up customers',
    body: 'Run customer-profile with a customerId such as c-101.',
  };
  await call('create-entity', { type: 'folio', name: 'customers', definition: folio });
  const search = await client.readResource({ uri: 'folios:///search/looking%20up%20customers' });
  expect(JSON.stringify(search.contents)).toContain('such as c-101');
});

test('a write that an agent may only propose becomes a proposal, and the answer says so', async () => {
  const admin = await AgentSession.start(reached);
  const definition = { name: 'assistant', role: 'editor' };
  const made = await admin.confirmed('create-entity', { type: 'api-key', definition });
  const { key } = made.structuredContent['definition'] as { key: string };
  const agent = await AgentSession.start({ ...reached, apiKey: key });
  const patch = { title: 'The chat' };
  const answer = await agent.call('update-entity', { type: 'connection', name: 'chat', patch });
  const { id } = answer.structuredContent['proposal'] as { id: string };
  expect(answer.content.map(({ text }) => text).join()).toContain('proposed');
  const merging = { type: 'proposal', name: id, action: 'merge' };
  const refused = await agent.call('control', merging);
  expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'write_requires_proposal' } });
  expect(await admin.call('control', merging)).toMatchObject({
    isError: true,
    structuredContent: { code: 'confirmation_required' },
  });
  const merged = await admin.confirmed('control', merging);
  expect(merged.structuredContent).toMatchObject({ proposal: { state: 'merged' } });
});

test('an agent withdraws its own proposal', async () => {
  const agent = await AgentSession.start(reached);
  const change = { type: 'connection', name: 'chat', patch: { title: 'The talk' }, propose: true };
  const { id } = (await agent.call('update-entity', change)).structuredContent['proposal'] as { id: string };
  const closed = await agent.call('control', { type: 'proposal', name: id, action: 'close' });
  expect(closed.structuredContent).toMatchObject({ id, state: 'closed' });
});

test('an agent learns the language with `describe` alone and writes a flow of five tasks at the first try', async () => {
  const agent = await AgentSession.start(reached);
  const learned = await agent.call('describe');
  // The page names each construct that the flow below has, and the connections that are here.
  const page = String(learned.structuredContent['text']);
  for (const part of ['for: {', 'try:', 'catch:', 'switch:', '$input', 'then: end'])
    expect(page).toContain(part);
  const { connection = [] } = learned.structuredContent['here'] as { connection?: string[] };
  expect(connection.join()).toMatch(/desk.*shop/);
  const actions = await agent.call('describe', { type: 'connection', name: 'desk' });
  const post = (actions.structuredContent['actions'] as JsonObject[]).find(({ name }) => name === 'post');
  expect(post).toMatchObject({ arguments: expect.arrayContaining(['path', 'body']) });
  const definition = parse(checkCustomers) as JsonObject;
  const made = await agent.confirmed('create-entity', {
    type: 'flow',
    name: 'check-customers',
    definition,
  });
  expect(made.isError).toBeUndefined();
  const run = await agent.call('run-flow', {
    flow: 'check-customers',
    parameters: { customers: ['c-101', 'c-999'] },
  });
  expect(run.structuredContent).toMatchObject({
    status: 'completed',
    output: { known: ['c-101'], unknown: ['c-999'], ticket: expect.any(String) },
  });
  // One of them agrees to the commit on production.
  expect(agent.calls).toBeLessThanOrEqual(5);
  expect(agent.characters).toBeLessThan(25_000);
});

test('an agent reads what a task sees, the schemas of an action, and the whole answer of a tool', async () => {
  const agent = await AgentSession.start(reached);
  const data = await agent.call('describe', {
    type: 'flow',
    name: 'ship-orders',
    topic: '/do/1/shipEach/do/0/shipOne/catch/do/0/fileTicket',
  });
  expect(data.structuredContent['variables']).toMatchObject({
    '.': expect.stringContaining('shipOne'),
    $order: expect.stringContaining('.orders'),
    $context: expect.stringContaining('no task before'),
  });
  const action = await agent.call('describe', { type: 'connection', name: 'shop', topic: 'get' });
  expect(action.structuredContent['actions']).toMatchObject([
    { name: 'get', input: { properties: { pathParams: {} } } },
  ]);
  const tool = await agent.call('describe', { type: 'tool', name: 'run-flow' });
  expect(tool.structuredContent['output']).toMatchObject({ properties: { error: {}, waitingFor: {} } });
  const page = await agent.call('describe', { topic: 'task.call.http', query: 'redirect' });
  expect(page.structuredContent['text']).toContain('with.redirect');
  const missing = await agent.told('describe', { topic: 'task.tri' });
  expect(missing).toContain('Call describe with one of {"topic": "task.try"}');
});

test('a vague description finds the flow, and a search without hits names what there is', async () => {
  const agent = await AgentSession.start(reached);
  const vague = { type: 'flow', q: 'parcels that the carrier cannot take today' };
  const found = await agent.call('list-entities', vague);
  const names = (found.structuredContent['items'] as { name: string }[]).map(({ name }) => name);
  expect(names.slice(0, 3)).toContain('ship-orders');
  const excel = await agent.call('describe', { query: 'excel' });
  const { topics: suggested } = excel.structuredContent['suggestions'] as { topics: { topic: string }[] };
  expect(suggested[0]?.topic).toBe('guide.files');
  expect(suggested.length).toBeLessThanOrEqual(6);
  const anywhere = await agent.call('describe', { query: 'retry a call after a busy server' });
  const topics = (anywhere.structuredContent['topics'] as { topic: string }[]).map(({ topic }) => topic);
  expect(topics.join()).toMatch(/retry|task\.try|guide\.errors/);
  const nothing = await agent.call('list-entities', { type: 'template', q: 'xyzzy' });
  expect(nothing.structuredContent['items']).toEqual([]);
  expect(JSON.stringify(nothing.structuredContent['suggestions'])).toContain('introduction');
  expect(agent.calls).toBe(4);
  expect(agent.characters).toBeLessThan(20_000);
});

test('an agent repairs a failed run by what its answer says', async () => {
  const agent = await AgentSession.start(reached);
  const definition = {
    document: { dsl: '1.0.3', namespace: 'shop-ops', name: 'first-order', version: '1.0.0' },
    do: [
      { read: { call: 'shop.get', with: { path: '/order' } } },
      { first: { set: { id: '${ .items[0].id }' } } },
    ],
  };
  await agent.confirmed('create-entity', { type: 'flow', name: 'first-order', definition });
  const run = await agent.call('run-flow', { flow: 'first-order', parameters: { order: 17 } });
  expect(run.structuredContent).toMatchObject({
    status: 'faulted',
    failed: {
      task: '/do/0/read',
      definition: { call: 'shop.get', with: { path: '/order' } },
      taskInput: { order: 17 },
      runInput: { order: 17 },
      likelyFix: expect.stringContaining('check the path'),
    },
  });
  const next = (run.structuredContent['failed'] as { next: { text: string }[] }).next
    .map(({ text }) => text)
    .join('\n');
  expect(next).toMatch(
    /describe .*"topic": "\/do\/0\/read".*\n.*"\/log".*\n.*update-entity.*\n.*control .*"retry", "revision": "newest".*\n.*control .*"rerun"/,
  );
  const later = await agent.call('read-entity', { type: 'run', name: String(run.structuredContent['id']) });
  expect(later.structuredContent['definition']).toMatchObject({ failed: run.structuredContent['failed'] });
  const jsonPatch = [{ op: 'replace', path: '/do/0/read/with/path', value: '/orders' }];
  const fixed = await agent.confirmed('update-entity', { type: 'flow', name: 'first-order', jsonPatch });
  expect(fixed.structuredContent).toMatchObject({ result: 'committed' });
  expect(fixed.content[0]?.text).toMatch(/^untrusted: .*\nresult: committed\n.*\nchange: updated\n/s);
  const name = String(run.structuredContent['id']);
  const retried = await agent.call('control', { type: 'run', name, action: 'retry', revision: 'newest' });
  expect(retried.structuredContent).toMatchObject({ retryOf: name });
  const again = await agent.call('run-flow', { flow: 'first-order' });
  expect(again.structuredContent).toMatchObject({ status: 'completed', output: { id: expect.any(String) } });
  // Two of them agree to commits on production.
  expect(agent.calls).toBe(8);
  expect(agent.characters).toBeLessThan(14_000);
});

test('an agent sees if a proposal would have changed a run', async () => {
  const agent = await AgentSession.start(reached);
  const definition = {
    document: { dsl: '1.0.3', namespace: 'shop-ops', name: 'sum-up', version: '1.0.0' },
    do: [{ sum: { set: { total: '${ .net + 1 }' } } }],
  };
  await agent.confirmed('create-entity', { type: 'flow', name: 'sum-up', definition });
  const run = await agent.call('run-flow', { flow: 'sum-up', parameters: { net: 2 } });
  const name = String(run.structuredContent['id']);
  const replay = (branch: string) => agent.call('control', { type: 'run', name, action: 'replay', branch });
  expect((await replay('main')).structuredContent).toMatchObject({ run: name, result: 'same' });
  const change = { type: 'flow', name: 'sum-up', propose: true };
  const jsonPatch = [{ op: 'replace', path: '/do/0/sum/set/total', value: '${ .net + 2 }' }];
  const proposed = await agent.call('update-entity', { ...change, jsonPatch });
  const { branch = '' } = proposed.structuredContent['proposal'] as { branch?: string };
  expect((await replay(branch)).structuredContent).toMatchObject({ run: name, result: 'different' });
});

test('an agent sees what a change of a connection affects, and follows its proposal', async () => {
  const agent = await AgentSession.start(reached);
  const before = await agent.call('describe', { type: 'connection', name: 'shop' });
  const { usedBy } = before.structuredContent as {
    usedBy: { type: string; name: string; through: unknown }[];
  };
  const names = usedBy.map(({ type, name }) => `${type}/${name}`);
  expect(names).toEqual(expect.arrayContaining(['flow/ship-orders', 'flow/refund-order']));
  // A trigger uses the connection through its flow.
  const trigger = usedBy.find(({ type }) => type === 'trigger');
  expect(trigger?.through).toMatchObject({ type: 'flow' });
  const change = { type: 'connection', name: 'shop', patch: { title: 'The shop' }, propose: true };
  const proposed = await agent.call('update-entity', change);
  expect(proposed.structuredContent).toMatchObject({
    result: 'proposed',
    review: { diff: expect.stringContaining('+title: The shop'), valid: true },
  });
  const { follow } = proposed.structuredContent['review'] as { follow: string[] };
  const { id } = proposed.structuredContent['proposal'] as { id: string };
  expect(follow[0]).toContain(`read-entity {"type": "proposal", "name": "${id}"}`);
  const read = await agent.call('read-entity', { type: 'proposal', name: id });
  expect(read.structuredContent['definition']).toMatchObject({ state: 'open' });
  expect(agent.calls).toBe(3);
  expect(agent.characters).toBeLessThan(15_000);
});

test('a long run goes on without its client, which finds it again and stops it', async () => {
  const first = await AgentSession.start(reached);
  const definition = {
    document: { dsl: '1.0.3', namespace: 'shop-ops', name: 'wait-long', version: '1.0.0' },
    do: [{ pause: { wait: { hours: 1 } } }],
  };
  await first.confirmed('create-entity', { type: 'flow', name: 'wait-long', definition });
  const begun = { flow: 'wait-long', wait: 0, idempotencyKey: 'once' };
  const accepted = await first.call('run-flow', begun);
  const note = accepted.content.map(({ text }) => text).join('\n');
  const { id } = accepted.structuredContent as { id: string };
  expect(note).toContain(`control {"type": "run", "name": "${id}", "branch": "main", "action": "cancel"}`);
  // Another connection gets the same run by the same key, and finds it in the list.
  const second = await AgentSession.start(reached);
  expect((await second.call('run-flow', begun)).structuredContent).toMatchObject({ id });
  const listed = await second.call('list-entities', { type: 'run', filter: { flow: 'wait-long' } });
  expect(JSON.stringify(listed.structuredContent)).toContain(id);
  await second.call('control', { type: 'run', name: id, action: 'cancel' });
  const ended = await second.call('read-entity', { type: 'run', name: id });
  expect(ended.structuredContent['definition']).toMatchObject({ status: 'cancelled' });
});

test('an agent reads the text and the findings of a file that is not valid', async () => {
  const text = `document: { dsl: '1.0.3', namespace: shop-ops, name: half-done, version: '1.0.0' }
do:
  - read: { call: shopp.get } # not finished
`;
  await demo.commit('flows/half-done.yaml', text);
  const agent = await AgentSession.start(reached);
  const read = await eventually(async () => {
    const answer = await agent.call('read-entity', { type: 'flow', name: 'half-done' });
    return answer.isError ? undefined : answer.structuredContent;
  });
  expect(read).toMatchObject({ source: text });
  expect(read).not.toHaveProperty('definition');
  expect(JSON.stringify(read['status'])).toContain('shopp');
});
