import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../schemas/json/types.js';
import { DemoService } from '../../fixtures/demo-service.js';
import { connectClient, type Reached } from './clients.js';

let demo: DemoService;
let reached: Reached;
beforeAll(async () => {
  demo = await DemoService.start();
  reached = await demo.listen();
});
afterAll(() => demo.stop());

interface Answer {
  structuredContent: JsonObject;
  isError?: boolean;
  content: { text: string }[];
}

test('an agent finds, runs, changes and reverts with nothing but the tools and their answers', async () => {
  const client = await connectClient(reached, 'auto');
  const call = async (name: string, args: JsonObject) =>
    (await client.callTool({ name, arguments: args })) as unknown as Answer;

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
  expect(typo.content[1]?.text).toMatch(/would be refused.*titel.*`title`/s);
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
  const admin = await connectClient(reached, 'auto');
  const made = (await admin.callTool({
    name: 'create-entity',
    arguments: { type: 'api-key', definition: { name: 'assistant', role: 'editor' } },
  })) as unknown as Answer;
  const { key } = made.structuredContent['definition'] as { key: string };
  const client = await connectClient({ ...reached, apiKey: key }, 'auto');
  const answer = (await client.callTool({
    name: 'update-entity',
    arguments: { type: 'connection', name: 'chat', patch: { title: 'The chat' } },
  })) as unknown as Answer;
  const { id } = answer.structuredContent['proposal'] as { id: string };
  expect(answer.content.map(({ text }) => text).join()).toContain('proposed');
  const merging = { type: 'proposal', name: id, patch: { state: 'merged' } };
  const refused = (await client.callTool({ name: 'update-entity', arguments: merging })) as unknown as Answer;
  expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'write_requires_proposal' } });
  const merged = (await admin.callTool({ name: 'update-entity', arguments: merging })) as unknown as Answer;
  expect(merged.structuredContent['definition']).toMatchObject({ state: 'merged' });
});
