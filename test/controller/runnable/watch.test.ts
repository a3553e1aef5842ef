import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GitService } from '../../api/operations/entities/writes/git-service.js';
import { eventually } from '../../eventually.js';

const names = ['a', 'b', 'c', 'd'];
const secret = '/api/v1/platform/entities/platform/secret';
const connection = (name: string, path: string) => ({
  kind: 'connection',
  name,
  connector: 'github',
  config: { token: { secret: `forge/${path}`, key: 'token' } },
});
const flow = (name: string, uses: readonly string[], subflow: string | undefined) => ({
  document: { dsl: '1.0.3', namespace: 'test', name, version: '1.0.0' },
  do: [
    ...uses.map((each, index) => ({
      [`call${index}`]: { call: `${each}.request`, with: { method: 'GET', path: '/' } },
    })),
    ...(subflow === undefined || subflow >= name
      ? [{ idle: { set: {} } }]
      : [{ run: { run: { workflow: { namespace: 'test', name: subflow, version: 'latest', input: {} } } } }]),
  ],
});

const name = fc.constantFrom(...names);
const steps = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('connection' as const), name, path: name }),
    fc.record({
      act: fc.constant('flow' as const),
      name,
      uses: fc.subarray(names),
      subflow: fc.option(name, { nil: undefined }),
    }),
    fc.record({ act: fc.constant('store' as const), name }),
    fc.record({ act: fc.constant('remove' as const), name }),
    fc.record({ act: fc.constant('delete' as const), name }),
  ),
  { minLength: 25, maxLength: 25 },
);

test('the entities that cannot run are those that a look at each of them finds, after whatever changes', async () => {
  const git = await GitService.start({ 'empty.yaml': 'kind: environment\nname: unused\n' });
  const entities = '/api/v1/main/entities/platform';
  const [sequence = []] = fc.sample(steps, { numRuns: 1, seed: 7 });
  /** Creates or replaces an entity; one whose references are missing is refused, and nothing changes. */
  const write = async (type: string, entity: string, definition: object) => {
    const put = await git.call('PUT', `${entities}/${type}/${entity}`, definition);
    if (put.statusCode === 404) await git.call('POST', `${entities}/${type}`, definition);
  };
  const lengths = new Set<number>();
  for (const step of sequence) {
    if (step.act === 'connection') await write('connection', step.name, connection(step.name, step.path));
    if (step.act === 'flow') await write('flow', step.name, flow(step.name, step.uses, step.subflow));
    if (step.act === 'store')
      await git.call('POST', secret, { path: `forge/${step.name}`, value: { token: 'long-enough-value' } });
    if (step.act === 'remove') await git.call('DELETE', `${secret}/forge%2F${step.name}`);
    if (step.act === 'delete') await git.call('DELETE', `${entities}/flow/${step.name}`);
    const { runnable, reconciler } = git.service.controller;
    const look = () => {
      const snapshot = reconciler.peek('main');
      const all = ['connection', 'flow'].flatMap((kind) =>
        (snapshot?.list(kind) ?? []).map((record) => ({ kind, name: record.name })),
      );
      return all
        .filter(
          (each) => snapshot && runnable.find(snapshot, each.kind, each.name)?.condition.status === 'False',
        )
        .map((each) => `${each.kind}/${each.name}`)
        .toSorted();
    };
    const listed = () =>
      runnable
        .list('main')
        .map((each) => `${each.kind}/${each.name}`)
        .toSorted();
    await eventually(() => JSON.stringify(listed()) === JSON.stringify(look()));
    expect(listed(), JSON.stringify(step)).toEqual(look());
    lengths.add(look().length);
  }
  // The steps have made a difference.
  expect(lengths.size).toBeGreaterThan(2);
});
