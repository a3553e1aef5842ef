import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Form } from '../web-api/actions.js';
import {
  choice,
  flag,
  getLimit,
  limitField,
  longText,
  named,
  text,
  texts,
  whole,
} from '../web-api/fields.js';
import { listPages } from '../web-api/paging.js';
import { getPath } from '../web-api/path.js';
import { toList, view } from '../web-api/view.js';
import { type GitlabConfig, project, projectPath } from './api.js';

const number = whole('Number', 'The number in the project (`iid`).', 17);
const fields = {
  title: text('Title', 'The title.', 'The build is broken'),
  description: longText('Text', 'The text, as Markdown.', 'Since this morning.'),
  labels: texts('Labels', 'The names of the labels.', ['bug']),
  dueDate: text('Due date', 'The day.', '2026-12-01'),
  confidential: flag('Confidential', 'Whether only members see it.'),
};
const names = {
  title: 'title',
  description: 'description',
  dueDate: 'due_date',
  confidential: 'confidential',
};

const issue = view('Issue', {
  number: ['iid', 'integer', 'The number of the issue.'],
  title: ['title', 'string', 'The title of the issue.'],
  state: ['state', 'string', '`opened` or `closed`.'],
  description: ['description', 'string', 'The text, as Markdown.'],
  url: ['web_url', 'string', 'The address of its page.'],
  author: ['author.username', 'string', 'The user who wrote it.'],
  labels: ['labels[]', 'texts', 'The names of its labels.'],
  assignees: ['assignees[].username', 'texts', 'The names of the users it is assigned to.'],
  createdAt: ['created_at', 'string', 'The time of creation.'],
  updatedAt: ['updated_at', 'string', 'The time of the last change.'],
});

const note = view('Comment', {
  id: ['id', 'integer', 'The ID of the comment.'],
  body: ['body', 'string', 'The text, as Markdown.'],
  author: ['author.username', 'string', 'The user who wrote it.'],
});

/** Adds a comment. @param nouns `issues` or `merge_requests` */
export function noteForm(title: string, nouns: string): Form<GitlabConfig> {
  return {
    title,
    description: 'Adds a comment.',
    hints: 'adds',
    required: ['number', 'body'],
    output: note.schema,
    properties: { ...project, number, body: fields.description },
    run: async (session, { body = null, ...input }, config) => {
      const path = projectPath(input, config) + getPath`/${nouns}/${input['number']}/notes`;
      return note.of(await session.json('POST', path, { body: { body } }));
    },
  };
}

/** Returns a list as GitLab writes it: with commas. */
function joined(list: Json | undefined): Json {
  return Array.isArray(list) ? list.join(',') : null;
}

function getBody(input: JsonObject): JsonObject {
  const labels = input['labels'] === undefined ? {} : { labels: joined(input['labels']) };
  return { ...named(input, names), ...labels };
}

export const issueForms: Readonly<Record<string, Form<GitlabConfig>>> = {
  createIssue: {
    title: 'Create an issue',
    description: 'Creates an issue.',
    hints: 'adds',
    output: issue.schema,
    properties: { ...project, ...fields },
    required: ['title'],
    run: async (session, input, config) =>
      issue.of(await session.json('POST', `${projectPath(input, config)}/issues`, { body: getBody(input) })),
  },
  updateIssue: {
    title: 'Update an issue',
    description: 'Changes the given fields of an issue, or closes or reopens it.',
    hints: 'changes',
    properties: {
      ...project,
      number,
      ...fields,
      event: choice('Event', 'Closes or reopens it.', ['close', 'reopen']),
    },
    required: ['number'],
    output: issue.schema,
    run: async (session, input, config) => {
      const path = projectPath(input, config) + getPath`/issues/${input['number']}`;
      const body = { ...getBody(input), ...named(input, { event: 'state_event' }) };
      return issue.of(await session.json('PUT', path, { body }));
    },
  },
  getIssue: {
    title: 'Get an issue',
    description: 'Returns an issue.',
    hints: 'reads',
    output: issue.schema,
    properties: { ...project, number },
    required: ['number'],
    run: async (session, input, config) =>
      issue.of(await session.json('GET', projectPath(input, config) + getPath`/issues/${input['number']}`)),
  },
  listIssues: {
    title: 'List issues',
    description: 'Lists issues, the newest first.',
    hints: 'reads',
    properties: {
      ...project,
      state: choice('State', 'Only issues of this state; without it, all.', ['opened', 'closed', 'all']),
      labels: texts('Labels', 'Only issues with all of these labels.', ['bug']),
      search: text('Search', 'Only issues with these words in title or text.', 'build'),
      limit: limitField,
    },
    output: toList(issue),
    run: async (session, input, config) => {
      const query = {
        ...named(input, { state: 'state', search: 'search' }),
        labels: joined(input['labels']),
      };
      const path = `${projectPath(input, config)}/issues`;
      return (await listPages(session, path, query, getLimit(input))).map(issue.of);
    },
  },
  commentIssue: noteForm('Comment on an issue', 'issues'),
};
