import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeTool } from '../../../api/mcp/listing/tools.js';
import { tools } from '../../../api/operations/registry.js';
import { getName } from '../../../api/operations/shared/tool.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { DemoService } from '../../fixtures/demo-service.js';
import type { Reached } from './clients.js';
import { AgentSession } from './sessions.js';

let demo: DemoService;
let reached: Reached;
beforeAll(async () => {
  demo = await DemoService.start();
  reached = await demo.listen();
});
afterAll(() => demo.stop());

const flow = { type: 'flow', name: 'restock' };
const connection = { type: 'connection', name: 'chat' };
const key = { id: '0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11' };
const ticket = { subject: 'Sync stalls', body: 'Since 10:00.' };
const title = { title: 'The chat' };

/** At least one call of each tool that succeeds, where one can, and one that is refused. */
const calls: readonly [string, JsonObject][] = [
  ['describe', {}],
  ['describe', { query: 'refund' }],
  ['describe', { type: 'connection', name: 'shop' }],
  ['describe', { ...flow, topic: '/do/0/nothing' }],
  ['run-flow', { flow: 'customer-profile', parameters: { customerId: 'c-101' } }],
  ['run-flow', { flow: 'customer-profile', parameters: {} }],
  ['run-flow', { flow: 'customer-profile', parameters: { customerId: 'c-999' } }],
  ['control', { type: 'trigger', name: 'nightly-sales-report', action: 'pause' }],
  ['control', { type: 'run', name: 'x', action: 'pause' }],
  ['invoke-connector-action', { connection: 'shop', action: 'get', input: { path: '/orders' } }],
  ['invoke-connector-action', { connection: 'shop', action: 'nothing' }],
  ['read-entity', flow],
  ['read-entity', { type: 'branch', name: 'main' }],
  ['read-entity', { ...flow, name: 'restok' }],
  ['list-entities', { type: 'flow' }],
  ['list-entities', { type: 'flow', q: 'refund' }],
  ['list-entities', { type: 'run' }],
  ['list-entities', { type: 'flows' }],
  ['create-entity', { type: 'folio', name: 'note', definition: { title: 'Note', body: 'x' }, dryRun: true }],
  ['create-entity', { type: 'folio', name: 'note', definition: { title: 'Note', body: 'x' }, propose: true }],
  ['create-entity', { type: 'folio', name: 'note', definition: { titel: 'Note' } }],
  ['update-entity', { ...connection, patch: title }],
  ['update-entity', { ...connection, patch: { titel: 'x' }, dryRun: true }],
  ['revert-entity', { ...connection, commitHash: 'HEAD' }],
  ['revert-entity', { ...connection, commitHash: '0000000' }],
  ['plan-change', { branch: 'main' }],
  ['plan-change', { proposal: 'none' }],
  ['restore-backup', key],
  ['rotate-api-key', key],
  ['delete-api-key', key],
  ['submit-support-request', ticket],
  ['submit-support-request', {}],
  ['submit-feature-request', ticket],
];

test('the calls of this file are those of every tool', () => {
  expect(new Set(calls.map(([name]) => name))).toEqual(new Set(tools.map(getName)));
});

test.each(calls)(
  'the halves of the answer to %s %j have the same facts, and no null of the service',
  async (name, args) => {
    const agent = await AgentSession.start(reached);
    // The session compares the halves of each answer.
    const answer = await agent.confirmed(name, args);
    expect(findNulls(answer.structuredContent, '')).toEqual([]);
  },
);

test('each tool describes what it answers, each member with its type', () => {
  for (const tool of tools) {
    const { outputSchema } = describeTool(tool) as unknown as { outputSchema: { properties: JsonObject } };
    const { properties } = outputSchema;
    expect([getName(tool), Object.keys(properties)]).not.toEqual([getName(tool), []]);
    for (const member of Object.values(properties)) expect(member).toEqual({ type: expect.any(String) });
  }
});

/** Returns where an answer has null; data of flows and of their callers may have it. */
function findNulls(value: Json, pointer: string): string[] {
  if (value === null) return [pointer];
  if (typeof value !== 'object' || /\/(?:output|input|body|default)$/.test(pointer)) return [];
  return Object.entries(value).flatMap(([name, member]) => findNulls(member, `${pointer}/${name}`));
}
