import { describe, expect, test } from 'vitest';
import { FlowError } from '../../../controller/flows/index.js';
import { MemoryHost } from './memory-host.js';
import { findings, plan } from './support.js';

function call(target: string, parameters = ''): string {
  return `do:\n  - it:\n      call: ${target}\n${parameters && `      with: ${parameters}\n`}`;
}

describe('mappings and templates', () => {
  const echo = new MemoryHost({ transform: (key, kind, name, input) => [key, kind, name, input] });

  test('`with` is what a mapping gets, its output the output of the task', async () => {
    const flow = plan(call('mapping/order-to-message', "{ id: '${ .order }' }"));
    expect(await flow.execute({ order: 7 }, echo)).toEqual([
      '/do/0/it:output',
      'mapping',
      'order-to-message',
      { id: 7 },
    ]);
    expect(flow.entities).toMatchObject([
      { kind: 'mapping', name: 'order-to-message', pointer: '/do/0/it/call' },
    ]);
  });

  test('without `with` the task passes on its input', async () => {
    const output = await plan(call('template/welcome')).execute({ name: 'Ada' }, echo);
    expect(output).toEqual(['/do/0/it:output', 'template', 'welcome', { name: 'Ada' }]);
  });

  test('an error of a mapping names the task and can be caught', async () => {
    const type = 'https://open-workflow-specification.org/spec/1.0.0/errors/validation';
    const host = new MemoryHost({
      transform: () => {
        throw new FlowError({ type, status: 400, detail: 'no' });
      },
    });
    await expect(plan(call('mapping/x')).execute({}, host)).rejects.toMatchObject({
      body: { type, status: 400, instance: '/do/0/it' },
    });
    const caught = `do:
  - attempt:
      try:
        - it: { call: mapping/x }
      catch:
        do:
          - recover: { set: { caught: true } }
`;
    expect(await plan(caught).execute({}, host)).toEqual({ caught: true });
  });
});

describe('stores', () => {
  test('an action is an effect, performed once with its parameters', async () => {
    const host = new MemoryHost({
      store: async (name, action, input, context) => [name, action, input, context.idempotencyKey],
    });
    const flow = plan(call('store/seen.increment', "{ key: '${ .id }', by: 2 }"));
    const output = ['seen', 'increment', { key: 'a', by: 2 }, 'run-1/do/0/it'];
    expect(await flow.execute({ id: 'a' }, host)).toEqual(output);
    const again = new MemoryHost({ journal: host.journal });
    expect(await flow.execute({ id: 'a' }, again)).toEqual(output);
    expect(again.performed).toEqual([]);
    expect(flow.entities).toMatchObject([{ kind: 'store', name: 'seen' }]);
  });
});

describe('a name that cannot be called is a finding', () => {
  test.each([
    ['mappings/a', 'cannot be called', 'Did you mean `mapping`?'],
    ['script/a', 'cannot be called', 'Scripts are run'],
    ['folio/a', 'cannot be called', 'Entities are called'],
    ['mapping/a/b', 'cannot be called', 'Entities are called'],
    ['mapping/A_b', 'not the name of a mapping', undefined],
    ['mapping/a.run', 'a mapping has no actions', 'Write `mapping/a`.'],
    ['store/a', 'names no action', 'A store has `get`'],
    ['store/a.sett', 'no action `sett`', 'Did you mean `set`?'],
  ])('%s', (target, message, hint) => {
    const [finding, ...more] = findings(call(target));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'error', pointer: '/do/0/it/call' });
    expect(finding?.message).toContain(message);
    if (hint === undefined) expect(finding?.hint).toBeUndefined();
    else expect(finding?.hint).toContain(hint);
  });

  test('an action is told which parameters it lacks and which it does not take', () => {
    expect(findings(call('store/a.set', '{ key: k, tll: PT1S }'))).toMatchObject([
      {
        pointer: '/do/0/it/with/tll',
        message: '`store/a.set` takes no argument `tll`',
        hint: 'Did you mean `ttl`?',
      },
      { pointer: '/do/0/it/with', message: '`store/a.set` needs the argument `value`' },
    ]);
    expect(findings(call('store/a.list'))).toEqual([]);
  });
});
