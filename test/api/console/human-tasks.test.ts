import { describe, expect, test } from 'vitest';
import { ExactNumber, formatJson } from '../../../api/console/data/exact-json.js';
import { sortByUrgency } from '../../../api/console/data/task-views.js';
import { readInboxView } from '../../../api/console/pages/inbox/inbox-view.js';
import {
  assignFaults,
  findQuestion,
  isApproval,
  prepareFields,
  readFields,
} from '../../../api/console/panels/form/form-fields.js';
import { formatAssignee } from '../../../api/console/parts/assignee-format.js';
import { type MarkdownNode, parseMarkdown } from '../../../api/console/parts/markdown/markdown-tree.js';
import { formatDayTime, formatDistance } from '../../../api/console/parts/time-format.js';
import { getFormFields } from '../../../api/operations/shared/form-fields.js';
import type { JsonObject } from '../../../schemas/json/types.js';

/** The fields as the service describes them. */
function getFields(schema: JsonObject) {
  return prepareFields(getFormFields(schema));
}

const form: JsonObject = {
  type: 'object',
  required: ['approved', 'size', 'beside'],
  properties: {
    approved: { type: 'boolean' },
    size: { enum: ['small', 3], default: 3 },
    country: { oneOf: [{ const: 'AT', title: 'Austria' }, { const: 'DE' }] },
    weight: { type: ['number', 'null'] },
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    note: { type: 'string', maxLength: 1000 },
    tags: { type: 'array' },
    'a/b': { type: 'string', title: 'With a slash', description: 'A hint.' },
  },
};

describe('the form of a task', () => {
  const fields = getFields(form);
  const getField = (property: string) => fields.find((field) => field.property === property);
  const read = (entered: Record<string, string>) =>
    readFields(
      fields.filter(({ kind }) => kind !== 'flag'),
      Object.fromEntries(Object.entries(entered).map(([name, text]) => [getField(name)?.id ?? '', text])),
    );

  test('has a field for each property, and for those that it only requires', () => {
    expect(fields.map(({ property, kind }) => `${property} ${kind}`)).toEqual([
      'approved flag',
      'size choice',
      'country choice',
      'weight number',
      'day date',
      'at date-time',
      'note long-text',
      'tags json',
      'a/b text',
      'beside json',
    ]);
    expect(getField('size')?.initial).toBe('1');
    expect(getField('country')?.choices.map(({ title }) => title)).toEqual(['Austria', 'DE']);
  });

  test('asks a single yes or no with buttons, and several with check boxes', () => {
    const question = findQuestion(fields);
    expect(question?.property).toBe('approved');
    expect(question && isApproval(question)).toBe(true);
    const two = getFields({ properties: { a: { type: 'boolean' }, b: { type: 'boolean' } } });
    expect(findQuestion(two)).toBeUndefined();
    expect(readFields(two, { v0: 'on' }).values).toEqual({ a: true, b: false });
  });

  test('gives values of the types that the form asks for, and none for what is empty', () => {
    const { values, faults } = read({ size: '1', weight: '12,5', note: ' ', tags: '["x"]', 'a/b': 'text' });
    expect(faults).toEqual({});
    expect(values).toEqual({ size: 3, weight: 12.5, tags: ['x'], 'a/b': 'text' });
    expect(read({ at: '2026-03-04T10:30' }).values['at']).toBe(new Date(2026, 2, 4, 10, 30).toISOString());
  });

  test('keeps all digits of a number', () => {
    const { values } = read({ weight: '12345678901234567890' });
    if (!(values['weight'] instanceof ExactNumber)) return;
    expect(formatJson(values)).toContain('12345678901234567890');
  });

  test.each(['1,000', 'many', '1.2.3', '--1'])('takes "%s" for no number', (text) => {
    const { values, faults } = read({ weight: text });
    expect(values).toEqual({});
    expect(Object.values(faults)).toEqual(['number']);
  });

  test('takes a property named like a member of objects for a value', () => {
    const odd = getFields({ properties: JSON.parse('{"__proto__": {"type": "string"}}') });
    const { values } = readFields(odd, { v0: 'x' });
    expect(Object.keys(values)).toEqual(['__proto__']);
  });

  test('shows the faults of the service at their fields', () => {
    const faults = assignFaults(fields, [
      { pointer: '/weight', message: 'must be <= 30' },
      { pointer: '/tags/0', message: 'must be string' },
      { pointer: '/a~1b', message: 'is long' },
      { pointer: '/other', message: 'is not allowed' },
    ]);
    expect(faults).toEqual({
      [getField('weight')?.id ?? '']: 'must be <= 30',
      [getField('tags')?.id ?? '']: 'must be string',
      [getField('a/b')?.id ?? '']: 'is long',
      '': '/other is not allowed',
    });
  });
});

describe('a description in Markdown', () => {
  const tagsOf = (nodes: readonly MarkdownNode[]): string[] =>
    nodes.flatMap((node) => (typeof node === 'string' ? [] : [node.tag, ...tagsOf(node.children)]));

  test('becomes elements', () => {
    expect(parseMarkdown('a **b** `c`')).toEqual([
      {
        tag: 'p',
        children: ['a ', { tag: 'strong', children: ['b'] }, ' ', { tag: 'code', children: ['c'] }],
      },
    ]);
    expect(tagsOf(parseMarkdown('- a\n- b'))).toEqual(['ul', 'li', 'li']);
    expect(tagsOf(parseMarkdown('| a |\n|---|\n| b |'))).toContain('td');
  });

  test('has no HTML, no image and no address of a script', () => {
    const text = '<b onclick=x>y</b> ![i](http://x/y.png) [a](javascript:alert(1)) [b](data:text/html,x)';
    expect(tagsOf(parseMarkdown(text)).filter((tag) => tag !== 'p' && tag !== 'a')).toEqual([]);
    expect(JSON.stringify(parseMarkdown(text))).not.toMatch(/"href":"(javascript|data):/);
    expect(JSON.stringify(parseMarkdown(text))).toContain('<b onclick=x>');
  });

  test('is bounded', () => {
    expect(tagsOf(parseMarkdown('x'.repeat(60_000)))).toEqual(['pre']);
    expect(
      tagsOf(parseMarkdown(`|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n${'|\n'.repeat(200)}`)),
    ).not.toContain('td');
  });
});

test('people are called by their names, and the reader is called you', () => {
  expect(formatAssignee('ada', 'user:ada')).toBe('you');
  expect(formatAssignee('user:bo', 'user:ada')).toBe('bo');
  expect(formatAssignee('team:billing', 'user:ada')).toBe('team billing');
  expect(formatAssignee('role:editor', undefined)).toBe('each editor');
});

test('the tasks that are due first stand first, then the oldest', () => {
  const task = (id: string, openedAt: string, dueAt: string | null) =>
    ({ id, openedAt, dueAt }) as Parameters<typeof sortByUrgency>[0][number];
  const sorted = sortByUrgency([
    task('new', '2026-03-02', null),
    task('old', '2026-03-01', null),
    task('late', '2026-03-02', '2026-03-09T00:00:00Z'),
    task('soon', '2026-03-02', '2026-03-03T00:00:00Z'),
  ]);
  expect(sorted.map(({ id }) => id)).toEqual(['soon', 'late', 'old', 'new']);
});

test('the view of the inbox is read from an address', () => {
  expect(readInboxView({ view: 'completed' })).toEqual({ view: 'completed' });
  expect(readInboxView({ view: 'mine' })).toEqual({});
  expect(readInboxView({ view: 'x' })).toEqual({});
});

test('a time is told as people say it', () => {
  const now = new Date(2026, 2, 4, 18, 0).getTime();
  const at = (day: number, hour: number) => new Date(2026, 2, day, hour, 0).getTime();
  expect(formatDistance(at(4, 20), now)).toBe('in 2 hours');
  expect(formatDistance(now + 20_000, now)).toBe('now');
  expect(formatDayTime(at(4, 20), now)).toMatch(/^today at /);
  expect(formatDayTime(at(5, 2), now)).toMatch(/^tomorrow at 0?2/);
  expect(formatDayTime(at(3, 2), now)).toMatch(/^yesterday at /);
  expect(formatDayTime(at(7, 2), now)).toMatch(/^on Saturday at /);
  expect(formatDayTime(at(12, 2), now)).toMatch(/^on 12 March at /);
});
