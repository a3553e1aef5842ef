import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compileFlow } from '../../../controller/flows/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { MemoryHost } from './memory-host.js';

const document = { dsl: '1.0.3', namespace: 'test', name: 'announcing', version: '1.0.0' };
const event = { with: { type: 'com.example.placed.v1', data: { order: '${ .orderId }' } } };
const announce = { announce: { emit: { event } } };

function findingsOf(tasks: JsonObject[], flow: JsonObject = {}) {
  const { findings } = compileFlow({ document, do: tasks, ...flow });
  return findings.filter(({ rule }) => rule === 'input-lost');
}
const set = (value: string) => ({ keep: { set: { value } } });

const followedBy = (task: string) =>
  parse(`announce: { then: ${task}, emit: { event: { with: { type: com.example.placed.v1 } } } }`);

async function outputOf(tasks: JsonObject[], host = new MemoryHost()) {
  const { plan, findings } = compileFlow({ document, do: tasks });
  if (!plan) throw new Error(JSON.stringify(findings));
  return { output: await plan.execute({ orderId: 7 }, host), host };
}

test('the output of `emit` is the event that was sent', async () => {
  const { output, host } = await outputOf([announce]);
  expect(output).toEqual([...host.journal.emitted.values()][0]);
  expect(output).toMatchObject({ specversion: '1.0', type: 'com.example.placed.v1', data: { order: 7 } });
});

test('with `output.as: ${ $input }` it is the input', async () => {
  const kept = { announce: { ...announce.announce, output: { as: '${ $input }' } } };
  expect((await outputOf([kept])).output).toEqual({ orderId: 7 });
});

test.each<[string, JsonObject[], JsonObject?]>([
  ['in the next task', [announce, set('${ .orderId }')]],
  ['as `$input`', [announce, set('${ $input.orderId }')]],
  ['in a condition', [announce, { keep: { if: '.orderId > 1', set: {} } }]],
  ['in `input.from`', [announce, { keep: { input: { from: '.orderId' }, set: {} } }]],
  ['after a wait', [announce, { rest: { wait: 'PT1S' } }, set('${ .orderId }')]],
  ['in a block behind it', [announce, { inner: { do: [set('${ .orderId }')] } }]],
  ['behind the block', [{ outer: { do: [announce] } }, set('${ .orderId }')]],
  ['in a case', [announce, parse('choose: { switch: [{ large: { when: .orderId > 5, then: end } }] }')]],
  ['behind a jump', [followedBy('keep'), { other: { set: { a: 1 } } }, set('${ .orderId }')]],
  ['in its own `output.as`', [{ announce: { ...announce.announce, output: { as: '.orderId' } } }]],
  ['in its `export.as`', [{ announce: { ...announce.announce, export: { as: '{ id: .orderId }' } } }]],
  ['in the output of the flow', [announce], { output: { as: '.orderId' } }],
])('a read of the lost input %s is a finding', (_, tasks, flow) => {
  const findings = findingsOf(tasks, flow);
  expect(findings).toMatchObject([{ severity: 'warning', message: expect.stringContaining('announce') }]);
  expect(findings[0]?.hint).toContain('output');
});

test.each<[string, JsonObject[], JsonObject?]>([
  ['attributes and data of the event', [announce, set('${ .type + (.data.order | tostring) + .id }')]],
  ['what may be missing', [announce, set('${ .orderId // "none" }')]],
  ['data that a task in between gives', [announce, { other: { set: { orderId: 1 } } }, set('${ .orderId }')]],
  [
    'the input that `output.as` keeps',
    [{ announce: { ...announce.announce, output: { as: '${ $input }' } } }, set('${ .orderId }')],
  ],
  ['the flow’s input from `$workflow`', [announce, set('${ $workflow.input.orderId }')]],
  [
    'the event in a filter',
    [announce, { hear: { listen: { to: { one: { with: { type: 'a', data: '${ .orderId == 1 }' } } } } } }],
  ],
])('reading %s is none', (_, tasks, flow) => {
  expect(findingsOf(tasks, flow)).toEqual([]);
});
