import { expect, test } from 'vitest';
import type { Snapshot } from '../../../../controller/catalog/index.js';
import { compileFlow, type FlowPlan } from '../../../../controller/flows/index.js';
import { kinds } from '../../../../controller/kinds/index.js';
import { RunDocuments } from '../../../../controller/runs/journal/run-documents.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { Branch } from '../../catalog/branch.js';
import { MemoryHost } from '../../flows/memory-host.js';

const tree = {
  'a.yaml': 'kind: thing\nname: a\nuses: [b]\n',
  'b.yaml': 'kind: thing\nname: b\nfile: b.md\n',
  'b.md': 'the first text',
};

test('a run keeps the text that an attached file had when the run started', async () => {
  const branch = new Branch();
  const before = await branch.load(tree);
  const documents = getDocuments(before);
  const after = await branch.advance(before, { ...tree, 'b.md': 'another' });
  const again = RunDocuments.parse(documents.id, documents.text, () => undefined);
  expect(again.text).toBe(documents.text);
  expect(again.definition('thing', 'b')).toMatchObject({ body: 'the first text' });
  expect(getDocuments(after).definition('thing', 'b')).toMatchObject({ body: 'another' });
  expect(getDocuments(after).id).not.toBe(documents.id);
});

function getDocuments(snapshot: Snapshot): RunDocuments {
  const record = snapshot.get('thing', 'a');
  if (!record) throw new Error('there is no thing `a`');
  return RunDocuments.of(snapshot, record, undefined, () => undefined);
}

const functionFile = 'catalogs/shared/functions/twice/1.0.0/function.yaml';
const flows = {
  'flow.yaml': `document: { dsl: 1.0.3, namespace: test, name: double, version: 1.0.0 }
use: { catalogs: { shared: { endpoint: /catalogs/shared } } }
do: [{ go: { call: 'twice:1.0.0@shared', with: { n: 2 } } }]
`,
  [functionFile]: "set: '.n * 2'\n",
};

test('a run keeps the function of a catalog that it started with', async () => {
  const branch = new Branch(kinds);
  const before = await branch.load(flows);
  const documents = getFlow(before);
  expect(await execute(documents)).toBe(4);
  const after = await branch.advance(before, { ...flows, [functionFile]: "set: '.n * 3'\n" });
  expect(await execute(getFlow(after))).toBe(6);
  const again = RunDocuments.parse(documents.id, documents.text, compile);
  expect(await execute(again)).toBe(4);
});

test('a run has the code of the files that its flow names', async () => {
  const flow = `document: { dsl: 1.0.3, namespace: test, name: double, version: 1.0.0 }
do: [{ go: { run: { script: { language: js, source: { endpoint: 'file:code/two.js' } } } } }]
`;
  const documents = getFlow(await new Branch(kinds).load({ 'flow.yaml': flow, 'code/two.js': 'return 2' }));
  const again = RunDocuments.parse(documents.id, documents.text, compile);
  const host = new MemoryHost({
    script: async (request) => ({
      stdout: '',
      stderr: '',
      code: 0,
      output: 'code' in request ? request.code : null,
    }),
  });
  expect(await again.flow('double')?.execute({}, host)).toBe('return 2');
});

test('a flow takes what a schema in a file allows, and the next version what the changed file allows', async () => {
  const flow = `document: { dsl: 1.0.3, namespace: test, name: double, version: 1.0.0 }
input: { schema: { resource: { endpoint: 'file:/schemas/order.schema.json' } } }
do: [{ note: { set: { id: '\${ .id }' } } }]
`;
  const schema = 'schemas/order.schema.json';
  const branch = new Branch(kinds);
  const before = await branch.load({ 'flow.yaml': flow, [schema]: '{ "required": ["id"] }' });
  const after = await branch.advance(before, { 'flow.yaml': flow, [schema]: '{ "required": ["name"] }' });
  for (const [snapshot, missing] of [[before, '/id'] as const, [after, '/name'] as const]) {
    const plan = snapshot.get('flow', 'double')?.compiled as FlowPlan;
    expect(plan.acceptInput({}).findings).toEqual([{ pointer: missing, message: 'is required' }]);
    expect(plan.inputSchema).toEqual({ required: [missing.slice(1)] });
    const documents = getFlow(snapshot);
    const again = RunDocuments.parse(documents.id, documents.text, compile);
    expect(again.flow('double')?.acceptInput({}).findings).toHaveLength(1);
  }
});

test('a flow stays at its last good version when the function it calls becomes faulty', async () => {
  const branch = new Branch(kinds);
  const before = await branch.load(flows);
  const after = await branch.advance(before, { ...flows, [functionFile]: "set: '.n *'\n" });
  expect(after.status('flow', 'double')?.conditions[0]).toMatchObject({ type: 'Ready', status: 'False' });
  expect(await execute(getFlow(after))).toBe(4);
});

test('a member of a flow with the name of a function is not the text of the function', async () => {
  const forged = { ...flows, 'flow.yaml': `${flows['flow.yaml']}twice:1.0.0@shared: "set: '.n * 9'"\n` };
  const after = await new Branch(kinds).load(forged);
  expect(after.findings.map(({ rule, line }) => `${rule}:${line}`)).toEqual(['field-unknown:4']);
  const definition = getFlow(await new Branch(kinds).load(flows)).definition('flow', 'double');
  const plan = compile({ ...definition, 'twice:1.0.0@shared': "set: '.n * 9'" });
  await expect(plan?.execute({}, new MemoryHost())).rejects.toMatchObject({ body: { status: 400 } });
});

function compile(definition: JsonObject, texts?: Record<string, string>): FlowPlan | undefined {
  return compileFlow(definition, true, texts).plan;
}

function getFlow(snapshot: Snapshot): RunDocuments {
  const record = snapshot.get('flow', 'double');
  if (!record) throw new Error('there is no flow `double`');
  return RunDocuments.of(snapshot, record, undefined, compile);
}

function execute(documents: RunDocuments): Promise<Json> | undefined {
  return documents.flow('double')?.execute({}, new MemoryHost());
}
