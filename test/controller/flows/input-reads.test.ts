import { expect, test } from 'vitest';
import { compileFlow } from '../../../controller/flows/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';

const document = { dsl: '1.0.3', namespace: 'test', name: 'reading', version: '1.0.0' };
const closed = { type: 'object', additionalProperties: false };
const order = { ...closed, properties: { id: { type: 'string' }, lines: { type: 'array' } } };
const schema = { ...closed, properties: { order, note: { type: 'string' } } };

function findingsOf(tasks: JsonObject[], more: JsonObject = {}, inputSchema: JsonObject = schema) {
  const { input = {}, ...parts } = more;
  const flow = { document, input: { schema: { document: inputSchema }, ...(input as JsonObject) }, ...parts };
  const { findings } = compileFlow({ ...flow, do: tasks });
  return findings.filter(({ rule }) => rule === 'input-field-unknown');
}

const setting = (value: string) => ({ first: { set: { value } } });

test.each([
  ['${ .oder }', '`.oder` is always null', 'order'],
  ['${ .order.number }', '`.order.number` is always null', 'properties'],
  ['${ .order | .lnies | length }', '`.order.lnies` is always null', 'lines'],
  ['${ .order as $o | $o.idd }', '`.order.idd` is always null', 'id'],
  ['${ $workflow.input.notes }', '`$workflow.input.notes` is always null', 'note'],
  ['${ $workflow.input["nota"] }', '`$workflow.input.nota` is always null', 'note'],
])('the first task with %j is a finding', (value, message, hint) => {
  const [found, ...more] = findingsOf([setting(value)]);
  expect(found).toMatchObject({ severity: 'warning', pointer: '/do/0/first/set/value' });
  expect(found?.message).toContain(message);
  expect(found?.hint).toContain(hint);
  expect(more).toEqual([]);
});

test.each([
  '${ .order.id }',
  '${ .order.lines[0].price }',
  '${ .other // "none" }',
  '${ .other? }',
  '${ .other == null }',
  '${ [.order.lines[] | .price] }',
  '${ .order.lines | map(.price) }',
  '${ .note.length }',
])('the first task with %j is none', (value) => {
  expect(findingsOf([setting(value)])).toEqual([]);
});

test('where the input was transformed, or another task came before, only `$workflow.input` is the input', () => {
  const misspelt = setting('${ .oder }');
  const ofVariable = setting('${ $workflow.input.oder }');
  const later = [{ before: { set: { oder: 1 } } }, misspelt];
  expect(findingsOf(later)).toEqual([]);
  expect(findingsOf([{ before: { set: { oder: 1 } } }, ofVariable])).toHaveLength(1);
  expect(findingsOf([misspelt], { input: { from: '${ { oder: .order } }' } })).toEqual([]);
  expect(
    findingsOf([{ first: { input: { from: '${ { oder: .order } }' }, set: { value: '${ .oder }' } } }]),
  ).toEqual([]);
  expect(findingsOf([{ first: { input: { from: '${ .oder }' }, set: { value: 1 } } }])).toHaveLength(1);
  expect(findingsOf([{ first: { set: { value: 1 }, output: { as: '${ .oder }' } } }])).toEqual([]);
  expect(findingsOf([{ first: { if: '${ .oder }', set: { value: 1 } } }])).toHaveLength(1);
  expect(findingsOf([misspelt], { use: { extensions: [{ log: { extend: 'all', before: [] } }] } })).toEqual(
    [],
  );
});

test('a schema that allows other fields is none', () => {
  const reading = [setting('${ .oder }')];
  expect(findingsOf(reading, {}, { ...schema, additionalProperties: true })).toEqual([]);
  expect(findingsOf(reading, {}, { type: 'object', properties: { order } })).toEqual([]);
  expect(findingsOf(reading, {}, { ...schema, patternProperties: { '^o': {} } })).toEqual([]);
  expect(findingsOf(reading, {}, { ...schema, $ref: '#/$defs/order' })).toEqual([]);
});
