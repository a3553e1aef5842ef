import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealService } from '../../identity/real-service.js';
import { AgentSession } from '../../mcp/sessions.js';
import { type BusinessFlow, businessFlows, vagueQueries } from './business-flows.js';

let service: RealService;
let url: string;
beforeAll(async () => {
  const files = businessFlows.map((flow) => [`flows/${flow[0]}.yaml`, toFile(flow)]);
  service = await RealService.start(Object.fromEntries(files), { SVC_Limits__RequestsPerMinute: '100000' });
  url = await service.app.listen({ port: 0, host: '127.0.0.1' });
}, 60_000);
afterAll(() => service.remove());

function toFile([name, title, summary, tasks]: BusinessFlow): string {
  const steps = tasks.split(' ').map((task) => `  - ${task}:\n      set: { done: true }`);
  const document = { dsl: '1.0.3', namespace: 'company', name, version: '1.0.0', title, summary };
  return `document: ${JSON.stringify(document)}\ndo:\n${steps.join('\n')}\n`;
}

async function search(query: string): Promise<string[]> {
  const path = `/api/v1/live/entities/platform/flow?q=${encodeURIComponent(query)}`;
  const { items } = (await service.call('GET', path)).json() as { items: { name: string }[] };
  return items.map(({ name }) => name);
}

test('of 40 vague queries, 36 have the flow that is meant in the first three', async () => {
  const misses: string[] = [];
  for (const [query, flow] of vagueQueries) {
    const rank = (await search(query)).indexOf(flow);
    if (rank < 0 || rank > 2) misses.push(`${query}: ${rank}`);
  }
  expect(misses).toEqual(misses.slice(0, 4));
});

test('REST, GraphQL and the tools rank alike', async () => {
  const agent = await AgentSession.start({ url, apiKey: service.adminKey });
  for (const [query] of vagueQueries.slice(0, 5)) {
    const overRest = (await search(query)).slice(0, 5);
    const { structuredContent } = await agent.call('list-entities', { type: 'flow', q: query, limit: 5 });
    expect((structuredContent['items'] as { name: string }[]).map(({ name }) => name)).toEqual(overRest);
    const text = `{ flows(branch: "live", q: ${JSON.stringify(query)}, first: 5) { nodes { name } } }`;
    const { data } = (await service.call('POST', '/graphql', { query: text })).json();
    expect(data.flows.nodes.map(({ name }: { name: string }) => name)).toEqual(overRest);
  }
});
