import { expect, test } from 'vitest';
import { otherWords } from '../../../api/manual/topics/other-words.js';
import { builtManual } from '../../built-manual.js';

const manual = builtManual();

test('a topic is found by its name, in any case', () => {
  expect(manual.find('task.call')?.name).toBe('task.call');
  expect(manual.find('setting.limits.file')?.name).toBe('setting.Limits.File');
  expect(manual.find('task.cal')).toBeUndefined();
});

test('every topic stands below the chapter that its name begins with', () => {
  for (const { name } of manual.topics) {
    const [chapter] = name.split('.');
    let above = manual.parent(name);
    while (above && manual.parent(above.name)) above = manual.parent(above.name);
    expect(above?.name ?? name).toBe(chapter);
  }
});

test('a text has the title, the summary, and a list of the topics below', () => {
  const text = manual.text(manual.find('metric') as never);
  expect(text).toContain('# Metrics');
  expect(text).toContain('- `metric.svc_queue_lag_seconds`: Waiting time of the run');
});

test('names are unique', () => {
  const names = manual.topics.map(({ name }) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
});

test('a search finds codes by their words, and the best comes first', () => {
  expect(manual.search('queue full')[0]?.name).toBe('error.queue_full');
  expect(manual.search('cron').map(({ name }) => name)).toContain('kind.trigger.schedule.cron');
  expect(manual.search('qqqqzzzz')).toEqual([]);
});

test.each([
  ['reverse proxy', 'guide.tls'],
  ['rotate secret', 'guide.connections'],
  ['approval', 'guide.approvals'],
  ['approve a proposal', 'operation.approve-proposal'],
  ['n8n', 'guide.coming-from'],
  ['webhook signature', 'guide.triggers'],
  ['send mail', 'connector.smtp.actions.send'],
  ['group by', 'expression.group_by'],
  ['call http', 'task.call.http'],
  ['Jira', 'app.jira'],
  ['google sheets', 'app.google-sheets'],
  ['retry', 'task.retry'],
])('a search for "%s" finds %s first', (query, name) => {
  expect(manual.search(query)[0]?.name).toBe(name);
});

test('words that no topic has all of find topics that have some', () => {
  expect(manual.search('parse qqqqzzzz')).not.toEqual([]);
});

test('a name without its chapter, and a mistyped one, lead to the topic', () => {
  expect(manual.near('queue_full')[0]?.name).toBe('error.queue_full');
  expect(manual.near('task.cal')[0]?.name).toBe('task.call');
});

test.each([
  ['debug', 'guide.failed-runs'],
  ['dashboard', 'guide.operating'],
  ['excel', 'guide.files'],
  ['ClickUp', 'connector.openapi'],
  ['single sign-on', 'guide.sign-in'],
  ['obsrvability', 'guide.operating'],
  ['workbok', 'guide.files'],
])('a search for "%s" suggests %s', (query, name) => {
  expect(manual.suggest(query).topics.map((topic) => topic.name)).toContain(name);
});

test('words that pages have need no suggestion', () => {
  const none = { notes: [], topics: [], corrected: undefined };
  expect(manual.suggest('retry after an error')).toEqual(none);
  expect(manual.suggest('webhook signature')).toEqual(none);
});

test('each word that readers use leads to topics that exist, from one entry', () => {
  const words = otherWords.flatMap((entry) => entry.words);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  expect(words.filter((word) => !/^[\p{Ll}\p{N}]+( [\p{Ll}\p{N}]+)*$/u.test(word))).toEqual([]);
  const names = otherWords.flatMap((entry) => [
    ...entry.topics,
    ...[...entry.note.matchAll(/`([a-z]+\.[\w.]+)`/g)].map(([, name = '']) => name),
  ]);
  expect(names.filter((name) => manual.find(name) === undefined)).toEqual([]);
});
