import { describe, expect, test } from 'vitest';
import { getFields, initial, readFields } from '../../../api/forms/fields.js';
import { taskPage } from '../../../api/forms/page.js';
import { localTimes, timeHtml } from '../../../api/forms/time-in-words.js';
import { markdownOfCaller } from '../../../api/http/pages/markdown.js';
import type { HumanTask } from '../../../controller/runs/contract.js';
import type { JsonObject } from '../../../schemas/json/types.js';

function getPage(form: JsonObject, about: Partial<HumanTask> = {}): string {
  const task = {
    id: 't1',
    title: 'Publish?',
    description: null,
    flow: 'newsletter',
    branch: 'main',
    environment: null,
    dueAt: null,
    ...about,
  } as HumanTask;
  const fields = getFields(form);
  const state = { entered: initial(fields), faults: [] };
  return taskPage({ task, assignee: 'user:ada', production: 'main', fields, ...state }).body;
}

const flag = { type: 'boolean' };

describe('a form with one yes or no', () => {
  const form = { properties: { approved: flag, comment: { type: 'string' } }, required: ['approved'] };

  test('has a button for each answer, and the enter key gives neither', () => {
    const page = getPage(form);
    const buttons = [...page.matchAll(/<button[^>]*>/g)].map(([button]) => button);
    expect(buttons).toEqual([
      '<button disabled hidden>',
      '<button name="v0" value="on">',
      '<button class="other" name="v0" value="">',
    ]);
    expect(page).not.toContain('checkbox');
  });

  test.each([
    [{ v0: 'on', v1: '' }, { approved: true }],
    [
      { v0: '', v1: 'no' },
      { approved: false, comment: 'no' },
    ],
  ])('takes %j for %j', (entered, values) => {
    expect(readFields(getFields(form), entered)).toEqual({ values, faults: [] });
  });

  test('takes no answer from a form that was sent without a button', () => {
    expect(readFields(getFields(form), { v1: 'x' }).faults).toEqual([
      { pointer: '/approved', message: 'needs one of the two answers' },
    ]);
  });
});

test('a form with several has check boxes', () => {
  const page = getPage({ properties: { a: flag, b: flag } });
  expect(page.match(/type="checkbox"/g)).toHaveLength(2);
  expect(page).toContain('<button>Complete</button>');
  expect(readFields(getFields({ properties: { a: flag, b: flag } }), { v0: 'on' }).values).toEqual({
    a: true,
    b: false,
  });
});

test('the description is Markdown, in which nothing acts', () => {
  const description =
    'The **marketing** team\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<b onclick="x">x</b> ![i](https://example.com/i.png) [l](javascript:alert(1))';
  const page = getPage({}, { description });
  expect(page).toContain('<strong>marketing</strong>');
  expect(page).toContain('<td>1</td>');
  expect(page).not.toMatch(/<b |<img|href="javascript/);
});

test('a small text with a large table is shown without it', () => {
  const wide = `${'|a'.repeat(200)}\n${'|-'.repeat(200)}\n${'|\n'.repeat(4_000)}`;
  expect(markdownOfCaller(wide)).not.toContain('<td');
  expect(markdownOfCaller(wide).length).toBeLessThan(50_000);
});

test('the script of the page tells times in the zone of the reader', () => {
  const time = { dateTime: '2026-11-28T19:05:00Z', textContent: '' };

  new Function('document', localTimes.js)({ querySelectorAll: () => [time] });

  expect(time.textContent).toMatch(/^(Saturday 28|Sunday 29) November 2026 at \d\d:\d\d \S+$/);
});

test.each([
  ['2026-11-28T19:05:00Z', 'in 3 hours, on Saturday 28 November 2026 at 19:05 UTC'],
  ['2026-11-28T16:04:40Z', 'now, on Saturday 28 November 2026 at 16:04 UTC'],
  ['2026-11-25T16:05:00Z', '3 days ago, on Wednesday 25 November 2026 at 16:05 UTC'],
  ['2026-12-28T16:05:00Z', 'in 4 weeks, on Monday 28 December 2026 at 16:05 UTC'],
])('%s is told as %s', (time, words) => {
  const html = timeHtml(time, Date.parse('2026-11-28T16:05:00Z'));
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(words);
  expect(getPage({}, { dueAt: time })).toContain(`<time datetime="${time}">`);
});
