import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../eventually.js';
import { GraphService } from './graph-service.js';

let service: GraphService;

beforeAll(async () => {
  service = await GraphService.start({ SVC_Limits__Subscriptions: '3' });
});
afterAll(() => service.stop());

interface Result {
  data?: Record<string, Record<string, unknown>> | null;
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[];
}

/** Subscribes with the client of the protocol; the results are added to the list as they arrive. */
function subscribe(query: string, variables = {}, apiKey = service.apiKey, url = service.url) {
  const client = createClient({
    url: `${url}/graphql`,
    headers: { 'x-api-key': apiKey },
    retryAttempts: 0,
  });
  const results: Result[] = [];
  let outcome: string | undefined;
  const close = client.subscribe<Record<string, Record<string, unknown>>>(
    { query, variables },
    {
      next: (result) => results.push(result as Result),
      error: (error) => {
        outcome = `error: ${String(error)}`;
      },
      complete: () => {
        outcome = 'complete';
      },
    },
  );
  onTestFinished(close);
  return { results, close, ended: () => eventually(async () => outcome) };
}

const document = { dsl: '1.0.3', namespace: 'test', version: '1.0.0' };

async function begin(flow: string): Promise<string> {
  const { data } = await service.ask(
    'mutation ($flow: String!) { runFlow(flow: $flow, parameters: {}, wait: 0) { id } }',
    { flow },
  );
  return data.runFlow.id;
}

describe('subscriptions to runs', () => {
  test('a run is sent as it is, after each change, and completes with its end', async () => {
    const input = {
      document: { ...document, name: 'hear' },
      do: [{ rest: { listen: { to: { one: { with: { type: 'go' } } } } } }, { say: { set: { done: true } } }],
    };
    const made = await service.ask('mutation ($input: FlowInput!) { createFlow(input: $input) { change } }', {
      input,
    });
    expect(made.errors).toBeUndefined();
    const id = await begin('hear');
    const { results, ended } = subscribe(
      'subscription ($id: String!) { runChanged(id: $id) { id status tasks { reference status } output } }',
      { id },
    );
    await eventually(async () => results.length > 0);
    const event = { specversion: '1.0', id: 'go-1', source: '/test', type: 'go' };
    await service.post(event, { 'content-type': 'application/cloudevents+json' }, '/api/v1/platform/events');
    expect(await ended()).toBe('complete');
    expect(results.flatMap(({ errors }) => errors ?? [])).toEqual([]);
    const last = results.at(-1)?.data?.['runChanged'];
    expect(last).toMatchObject({ id, status: 'completed', output: { done: true } });
    expect(results.length).toBeGreaterThan(1);
  });

  test('a run is sent when it waits, and when it is cancelled', async () => {
    const input = {
      document: { ...document, name: 'long-pause' },
      do: [{ first: { wait: { milliseconds: 400 } } }, { rest: { wait: { hours: 1 } } }],
    };
    await service.ask('mutation ($input: FlowInput!) { createFlow(input: $input) { change } }', { input });
    const id = await begin('long-pause');
    const { results, ended } = subscribe(
      'subscription ($id: String!) { runChanged(id: $id) { status waitingFor } }',
      { id },
    );
    const inHalfAnHour = Date.now() + 30 * 60_000;
    await eventually(async () =>
      results
        .map(({ data }) => data?.['runChanged'])
        .find((run) => {
          const [, time = ''] = /^time (.+)$/.exec(String(run?.['waitingFor'])) ?? [];
          return run?.['status'] === 'waiting' && Date.parse(time) > inHalfAnHour;
        }),
    );
    await service.ask('mutation ($id: String!) { cancelRun(run: $id) { status } }', { id });
    expect(await ended()).toBe('complete');
    expect(results.at(-1)?.data?.['runChanged']?.['status']).toBe('cancelled');
  });

  test('a run that has ended is sent once', async () => {
    const { id } = await service.demo.run('restock', {});
    const { results, ended } = subscribe('subscription ($id: String!) { runChanged(id: $id) { status } }', {
      id,
    });
    expect(await ended()).toBe('complete');
    expect(results).toEqual([{ data: { runChanged: { status: 'completed' } } }]);
  });

  test('the runs of a flow are sent when they start and end, and no others', async () => {
    const { results, close } = subscribe(
      'subscription { runs(flow: "restock") { id flow status flowEntity { name } } }',
    );
    await eventually(async () => {
      await service.demo.run('service-status', {});
      await service.demo.run('restock', {});
      return results.length > 1 || undefined;
    });
    close();
    const runs = results.map(({ data }) => data?.['runs']);
    expect(new Set(runs.map((run) => run?.['flow']))).toEqual(new Set(['restock']));
    expect(runs.map((run) => run?.['status'])).toContain('completed');
    expect(runs[0]?.['flowEntity']).toEqual({ name: 'restock' });
  });
});

describe('subscriptions to a branch', () => {
  test('a changed entity is sent with its new version, after it is in service', async () => {
    const changes = subscribe(
      'subscription { entityChanged(type: "folio") { change name revision entity { ... on Folio { title } } } }',
    );
    const syncs = subscribe('subscription { branchSynced { isApplied revision changes { created } } }');
    let count = 0;
    const committed = await eventually(async () => {
      count += 1;
      const { data } = await service.ask(
        'mutation ($input: FolioInput!) { createFolio(input: $input) { commit } }',
        { input: { name: `note-${count}`, title: `Note ${count}`, body: 'Hello' } },
      );
      return changes.results.length > 0 && syncs.results.length > 0 ? data.createFolio.commit : undefined;
    });
    expect(committed).toMatch(/^[0-9a-f]{40}$/);
    const [first] = changes.results;
    const { name } = first?.data?.['entityChanged'] ?? {};
    expect(first?.data?.['entityChanged']).toMatchObject({
      change: 'created',
      entity: { title: `Note ${String(name).slice('note-'.length)}` },
    });
    expect(syncs.results[0]?.data?.['branchSynced']).toMatchObject({
      isApplied: true,
      changes: { created: 1 },
    });
  });

  test('events are sent as the stream of events has them', async () => {
    const { results } = subscribe(
      'subscription { events(types: ["dev.svc.entity.*"]) { seq isMissed event { type data } } }',
    );
    let count = 0;
    await eventually(async () => {
      count += 1;
      await service.ask('mutation ($input: FolioInput!) { createFolio(input: $input) { commit } }', {
        input: { name: `event-${count}`, title: 'Event', body: 'Hello' },
      });
      return results[0];
    });
    expect(results[0]?.data?.['events']).toMatchObject({
      isMissed: false,
      event: { type: 'dev.svc.entity.created.v1', data: { kind: 'folio' } },
    });
  });
});

test('GraphiQL shows the results of a subscription until it is stopped', async () => {
  const { id } = await service.demo.run('restock', {});
  const ask = service.graphiQL();
  const query = `subscription { runChanged(id: "${id}") { status } }`;
  const seen: unknown[] = [];
  for await (const result of await ask({ query })) seen.push(result);
  expect(seen).toEqual([{ data: { runChanged: { status: 'completed' } } }]);

  const open = await ask({ query: 'subscription { runs { id } }' });
  const next = open.next();
  await open.return?.();
  expect(await next).toMatchObject({ done: true });
  expect(await ask({ query: '{ flow(name: "restock") { name } }' })).toEqual({
    data: { flow: { name: 'restock' } },
  });
});

describe('a stream', () => {
  test('answers a query and a fault as its results', async () => {
    const query = subscribe('{ flow(name: "restock") { name } }');
    expect(await query.ended()).toBe('complete');
    expect(query.results).toEqual([{ data: { flow: { name: 'restock' } } }]);
    const fault = subscribe('subscription { runChanged { status } }');
    expect(await fault.ended()).toBe('complete');
    expect(fault.results[0]?.errors?.[0]?.extensions?.['code']).toBe('query_invalid');
    const deep = subscribe(
      `subscription { runs { flowEntity ${'{ usedFlows '.repeat(14)} { name } ${'}'.repeat(14)} } }`,
    );
    expect(await deep.ended()).toBe('complete');
    expect(deep.results[0]?.errors?.[0]?.extensions?.['code']).toBe('query_too_large');
  });

  test.each([
    ['runChanged(id: "0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11")', 'run_not_found'],
    ['runs(branch: "no-such")', 'branch_not_found'],
    ['entityChanged(branch: "no-such")', 'branch_not_found'],
  ])('ends with the problem of %s', async (field, code) => {
    const { results, ended } = subscribe(`subscription { ${field} { branch } }`);
    expect(await ended()).toBe('complete');
    expect(results[0]?.errors?.[0]?.extensions?.['code']).toBe(code);
  });

  test('a caller has a limited number of subscriptions', async () => {
    const key = await service.getRoleKey('viewer');
    const open = [1, 2, 3].map(() => subscribe('subscription { runs { id } }', {}, key));
    await eventually(async () => {
      await service.demo.run('restock', {});
      return open.every(({ results }) => results.length > 0) || undefined;
    });
    const { results: refused, ended } = subscribe('subscription { runs { id } }', {}, key);
    await ended();
    expect(refused[0]?.errors?.[0]?.extensions).toMatchObject({
      code: 'too_many_subscriptions',
      status: 429,
    });
    for (const { close } of open) close();
    const { id } = await service.demo.run('restock', {});
    await eventually(async () => {
      const { results, ended } = subscribe(
        'subscription ($id: String!) { runChanged(id: $id) { id } }',
        { id },
        key,
      );
      await ended();
      return results[0]?.data ?? undefined;
    });
  });

  test('ends without `complete` when the credential is no longer valid', async () => {
    const { data } = await service.ask('mutation { createApiKey(name: "short", role: viewer) { id key } }');
    const { results, ended } = subscribe('subscription { runs { id } }', {}, data.createApiKey.key);
    await eventually(async () => {
      await service.demo.run('restock', {});
      return results[0];
    });
    const removed = await service.ask('mutation ($id: String!) { deleteApiKey(id: $id) }', {
      id: data.createApiKey.id,
    });
    expect(removed.errors).toBeUndefined();
    expect(await ended()).toMatch(/^error/);
  });

  test('ends without `complete` when the service stops', async () => {
    const other = await GraphService.start();
    const { results, ended } = subscribe('subscription { runs { id } }', {}, other.apiKey, other.url);
    await eventually(async () => {
      await other.demo.run('restock', {});
      return results[0];
    });
    await other.stop();
    expect(await ended()).toMatch(/^error/);
  });

  test('a subscription whose client accepts JSON only is refused with the header to send', async () => {
    const { errors } = await service.ask('subscription { runs { id } }');
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'query_invalid',
      hints: [{ text: expect.stringContaining('Accept: text/event-stream') }],
    });
  });
});
