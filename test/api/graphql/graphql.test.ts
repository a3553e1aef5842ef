import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GraphService } from './graph-service.js';

let service: GraphService;
let url = '';
let apiKey = '';

beforeAll(async () => {
  service = await GraphService.start();
  ({ url, apiKey } = service);
});
afterAll(() => service.stop());

const ask: GraphService['ask'] = (...of) => service.ask(...of);

async function rest(path: string) {
  const answer = await fetch(`${url}${path}`, { headers: { 'x-api-key': apiKey } });
  return JSON.parse(await answer.text());
}

describe('GraphQL over HTTP', () => {
  test('keeps every rule of the specification', async () => {
    const results = await auditServer({
      url: `${url}/graphql`,
      fetchFn: (to: string, init: RequestInit = {}) =>
        fetch(to, { ...init, headers: { ...init.headers, 'x-api-key': apiKey } }),
    });
    expect(results.length).toBeGreaterThan(55);
    expect(results.filter(({ status }) => status !== 'ok').map(({ id, name }) => `${id} ${name}`)).toEqual(
      [],
    );
  });

  test('needs a credential, except for the page in a browser', async () => {
    const refused = await fetch(`${url}/graphql?query={__typename}`);
    expect(refused.status).toBe(401);
    expect(JSON.parse(await refused.text()).code).toBe('unauthenticated');

    const page = await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const html = await page.text();
    expect(html).not.toMatch(/https?:|\/\//);
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(assets.length).toBeGreaterThan(5);
    for (const asset of assets) {
      expect(asset).toMatch(/^\/graphql\/assets\/|^\/favicon\.ico$/);
      expect((await fetch(url + asset)).status).toBe(200);
    }
  });
});

describe('entities', () => {
  test('a flow has the fields of its kind, those of all entities, and what it uses', async () => {
    const { data, errors } = await ask(`{
      flow(name: "ship-orders") {
        __typename name path document { version title } status { conditions { type status } }
        usedConnections { name connector } uses { __typename type }
      }
    }`);
    expect(errors).toBeUndefined();
    expect(data.flow).toMatchObject({ __typename: 'Flow', path: 'flows/ship-orders.yaml' });
    expect(data.flow.document.version).toMatch(/^\d/);
    expect(data.flow.usedConnections[0].connector).toBe('http');
    expect(data.flow.uses.length).toBeGreaterThanOrEqual(data.flow.usedConnections.length);
  });

  test('a list continues after the cursor of any of its edges', async () => {
    const all = (await rest('/api/v1/main/flows?limit=100')).items.map(({ name }: { name: string }) => name);
    const seen: string[] = [];
    let after: string | null = null;
    for (;;) {
      const { data } = await ask(
        'query ($after: String) { flows(first: 4, after: $after) { edges { cursor node { name } } pageInfo { hasNextPage } } }',
        { after },
      );
      // All but the last edge, so that the next page starts in the middle of one.
      const { edges, pageInfo } = data.flows;
      const taken = pageInfo.hasNextPage ? edges.slice(0, 3) : edges;
      seen.push(...taken.map(({ node }: { node: { name: string } }) => node.name));
      after = taken.at(-1).cursor;
      if (!pageInfo.hasNextPage) break;
    }
    expect(seen).toEqual(all);
  });

  test('one refused field does not affect the other fields', async () => {
    const { data, errors } = await ask(
      '{ a: flow(name: "ship-ordes") { name } b: flow(name: "restock") { name } }',
    );
    expect(data).toEqual({ a: null, b: { name: 'restock' } });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.path).toEqual(['a']);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'flow_not_found',
      status: 404,
      hints: [{ text: expect.stringContaining('ship-orders') }],
    });
  });
});

describe('runs', () => {
  test('a flow is run, and its run leads to the timeline and back to the flow', async () => {
    const { data, errors } = await ask(`mutation {
      runFlow(flow: "restock", parameters: {}) { id status tasks { reference status } flowEntity { name runs(first: 1) { nodes { id } } } }
    }`);
    expect(errors).toBeUndefined();
    expect(data.runFlow.status).toBe('completed');
    expect(data.runFlow.tasks.length).toBeGreaterThan(0);
    expect(data.runFlow.flowEntity.runs.nodes[0].id).toBe(data.runFlow.id);
  });

  test('wrong parameters are refused with the pointer of each', async () => {
    const { errors } = await ask(
      'mutation ($p: JSON) { runFlow(flow: "accept-order", parameters: $p) { id } }',
      {
        p: { externalId: 7 },
      },
    );
    expect(errors?.[0]?.extensions.code).toBe('parameters_invalid');
    expect(errors?.[0]?.extensions.errors?.map(({ pointer }) => pointer)).toContain('/externalId');
  });
});

describe('limits', () => {
  const nested = (levels: number): string =>
    levels === 0 ? '{ name }' : `{ name usedFlows ${nested(levels - 1)} }`;

  test.each([
    ['too deep', `{ flow(name: "restock") ${nested(15)} }`],
    ['too wide', '{ flows(first: 200) { nodes { runs(first: 200) { nodes { id } } } } }'],
    [
      'too wide by aliases',
      `{ ${Array.from({ length: 400 }, (_, index) => `a${index}: flows { nodes { name } }`).join(' ')} }`,
    ],
    [
      'too wide by fragments',
      `{ flows { nodes { ...a } } } fragment a on Flow { ...b ...b } fragment b on Flow { x: runs { nodes { id } } ${Array.from({ length: 9 }, (_, index) => `x${index}: runs { nodes { id } }`).join(' ')} }`,
    ],
  ])('a query that is %s is refused before any lookup', async (_what, query) => {
    const { data, errors } = await ask(query);
    expect(data).toBeUndefined();
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'query_too_large', status: 400 });
  });

  test('the size of a page counts when a variable gives it', async () => {
    const query = 'query ($n: Int) { flows(first: $n) { nodes { runs(first: $n) { nodes { id } } } } }';
    expect((await ask(query, { n: 5 })).errors).toBeUndefined();
    expect((await ask(query, { n: 200 })).errors?.[0]?.extensions.code).toBe('query_too_large');
  });

  test('a body that is not GraphQL is refused with a code', async () => {
    const { errors } = await ask('{ flows(');
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'query_invalid',
      hints: [{ text: expect.any(String) }],
    });
    const unknown = await ask('{ flowz { nodes { name } } }');
    expect(unknown.errors?.[0]?.message).toContain('Did you mean');
  });

  test('a thousand fragments that hold each other end in an answer', async () => {
    const fragments = Array.from(
      { length: 300 },
      (_, index) => `fragment f${index} on Flow { ...f${(index + 1) % 300} }`,
    );
    const { errors } = await ask(`{ flows { nodes { ...f0 } } } ${fragments.join(' ')}`);
    expect(errors?.[0]?.extensions.code).toBe('query_too_large');
  });
});
