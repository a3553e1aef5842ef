import { describe, expect, onTestFinished, test } from 'vitest';
import { budgets } from '../../../api/mcp/listing/budgets.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { DemoService } from '../../fixtures/demo-service.js';
import { RealService } from '../identity/real-service.js';
import { connectClient, type Reached } from './clients.js';

interface Answer {
  structuredContent: JsonObject;
  isError?: boolean;
  content: { text: string }[];
}

const maxAnswered = 40_000;
const flowCount = 200;
const taggedCount = 25;

/** A flow with an input schema that is far larger than a tool may be. */
function largeFlow(index: number): string {
  const name = `flow-${String(index).padStart(3, '0')}`;
  const properties = Array.from({ length: 12 }, (_, at) => {
    return `        field${at}: { type: string, description: '${'What this field is for, in many words. '.repeat(3)}' }`;
  });
  const tags = index < taggedCount ? '\n  tags: { mcp: true }' : '';
  return `document:
  dsl: '1.0.3'
  namespace: test
  name: ${name}
  version: '1.0.0'
  title: Flow number ${index}
  summary: ${`Does thing ${index} for a customer. `.repeat(5)}${tags}
input:
  schema:
    document:
      type: object
      properties:
${properties.join('\n')}
do:
  - make: { set: { text: '\${ [range(30000)] | map(tostring) | join(" ") }' } }
`;
}

async function startLarge(): Promise<Reached> {
  const flows = Array.from({ length: flowCount }, (_, index) => [`flows/f${index}.yaml`, largeFlow(index)]);
  const folio = `kind: folio\nname: long\ntitle: Long\nbody: |\n  ${'word "quoted" '.repeat(10_000)}\n`;
  const service = await RealService.start(
    { ...Object.fromEntries(flows), 'folios/long.yaml': folio },
    { SVC_Limits__RequestsPerMinute: '100000' },
  );
  onTestFinished(() => service.remove());
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
  return { url, apiKey: service.adminKey };
}

async function startDemo(): Promise<Reached> {
  const demo = await DemoService.start();
  onTestFinished(() => demo.stop());
  return demo.listen();
}

describe.each([
  ['the demo repository', startDemo, 0],
  [`${flowCount} flows, of which ${taggedCount} are tools`, startLarge, budgets.flows],
])('with %s', (_name, start, offered) => {
  test('the list of tools keeps every budget', { timeout: 60_000 }, async () => {
    const client = await connectClient(await start(), 'auto');
    const { tools } = await client.listTools();
    const flows = tools.filter(({ description }) => /This is the flow `/.test(description ?? ''));
    const own = tools.filter((tool) => !flows.includes(tool));
    expect(JSON.stringify(own).length).toBeLessThanOrEqual(budgets.list);
    for (const { name, description = '', outputSchema } of tools) {
      expect([name, description.length <= budgets.description]).toEqual([name, true]);
      expect([name, JSON.stringify(outputSchema).length <= budgets.outputSchema]).toEqual([name, true]);
    }
    expect(flows.length).toBe(offered);
    for (const flow of flows) {
      expect([flow.name, JSON.stringify(flow).length <= budgets.flowTool]).toEqual([flow.name, true]);
    }
  });
});

test('the list of tools of a viewer has at most 10,000 characters', async () => {
  const service = await RealService.start({});
  onTestFinished(() => service.remove());
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
  const client = await connectClient({ url, apiKey: await service.key('viewer', 'viewer') }, 'auto');
  expect(JSON.stringify((await client.listTools()).tools).length).toBeLessThanOrEqual(budgets.viewerList);
});

test('an answer has at most 40,000 characters, and a cursor or a pointer leads to the rest', async () => {
  const reached = await startLarge();
  const client = await connectClient(reached, 'auto');
  const sizes: number[] = [];
  const call = async (name: string, args: JsonObject): Promise<Answer> => {
    const answer = (await client.callTool({ name, arguments: args })) as unknown as Answer;
    sizes.push(JSON.stringify(answer).length);
    return answer;
  };
  // Lists: every flow is reached page by page, in short and whole.
  for (const fields of [[], ['*']]) {
    const names = new Set<string>();
    let cursor: JsonObject = {};
    do {
      const { structuredContent } = await call('list-entities', {
        type: 'flow',
        limit: 200,
        fields,
        ...cursor,
      });
      for (const { name } of structuredContent['items'] as { name: string }[]) names.add(name);
      const { nextCursor } = structuredContent as { nextCursor?: string };
      cursor = nextCursor === undefined ? {} : { cursor: nextCursor };
    } while ('cursor' in cursor);
    expect([...names].filter((name) => /^flow-\d{3}$/.test(name))).toHaveLength(flowCount);
  }
  // A long text is read on by its pointer.
  const folio = await call('read-entity', { type: 'folio', name: 'long' });
  const [cut] = folio.structuredContent['cut'] as { pointer: string; rest: { arguments: JsonObject } }[];
  expect(cut?.pointer).toBe('/definition/body');
  expect(folio.content.map(({ text }) => text).join()).toContain('Read on with read-entity');
  let body = (folio.structuredContent['definition'] as { body: string }).body;
  let next: JsonObject | undefined = cut?.rest.arguments;
  while (next) {
    const { structuredContent }: Answer = await call('read-entity', next);
    body += structuredContent['part'];
    const { nextOffset } = structuredContent as { nextOffset?: number };
    next = nextOffset === undefined ? undefined : { ...next, offset: nextOffset };
  }
  expect(body.trim()).toBe('word "quoted" '.repeat(10_000).trim());
  // The output of a run is read on from the run.
  const run = await call('run-flow', { flow: 'flow-100' });
  expect(run.structuredContent).toMatchObject({ status: 'completed', flow: 'flow-100' });
  const [rest] = run.structuredContent['cut'] as { rest: { arguments: JsonObject } }[];
  const { structuredContent: more } = await call('read-entity', rest?.rest.arguments ?? {});
  const { text } = run.structuredContent['output'] as { text: string };
  const all = Array.from({ length: 30_000 }, (_, index) => index).join(' ');
  expect(all.startsWith(text + more['part'])).toBe(true);
  // Lists of runs have neither input nor output.
  const runs = await call('list-entities', { type: 'run' });
  expect(Object.keys((runs.structuredContent['items'] as JsonObject[])[0] ?? {})).not.toContain('output');
  const log = await call('read-entity', {
    type: 'run',
    name: String(run.structuredContent['id']),
    pointer: '/log',
  });
  expect(log.structuredContent).toMatchObject({ pointer: '/log' });
  expect(log.structuredContent).not.toHaveProperty('nextOffset');
  expect(Math.max(...sizes)).toBeLessThanOrEqual(maxAnswered);
}, 60_000);
