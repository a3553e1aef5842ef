import type { Form } from '../web-api/actions.js';
import { choice, getLimit, limitField, longText, named, text, texts, whole } from '../web-api/fields.js';
import { listPages } from '../web-api/paging.js';
import { getPath } from '../web-api/path.js';
import { toList, view } from '../web-api/view.js';
import type { GithubConfig } from './api.js';
import { repository, repositoryPath } from './repository.js';

const number = whole('Number', 'The number of the issue or pull request.', 17);
const fields = {
  title: text('Title', 'The title.', 'The build is broken'),
  body: longText('Text', 'The text, as Markdown.', 'Since this morning.'),
  labels: texts('Labels', 'The names of the labels.', ['bug']),
  assignees: texts('Assignees', 'The names of users.', ['octocat']),
  milestone: whole('Milestone', 'The number of the milestone.', 3),
};
const names = Object.fromEntries(
  [...Object.keys(fields), 'state', 'state_reason'].map((name) => [name, name]),
);

const issue = view('Issue', {
  number: ['number', 'integer', 'The number of the issue.'],
  title: ['title', 'string', 'The title of the issue.'],
  state: ['state', 'string', '`open` or `closed`.'],
  body: ['body', 'string', 'The text, as Markdown.'],
  url: ['html_url', 'string', 'The address of its page.'],
  author: ['user.login', 'string', 'The user who wrote it.'],
  labels: ['labels[].name', 'texts', 'The names of its labels.'],
  assignees: ['assignees[].login', 'texts', 'The names of the users it is assigned to.'],
  createdAt: ['created_at', 'string', 'The time of creation.'],
  updatedAt: ['updated_at', 'string', 'The time of the last change.'],
});

const comment = view('Comment', {
  id: ['id', 'integer', 'The ID of the comment.'],
  url: ['html_url', 'string', 'The address of its page.'],
  body: ['body', 'string', 'The text, as Markdown.'],
});

/** Adds a comment to an issue or a pull request, which share their numbers. */
export function commentForm(title: string): Form<GithubConfig> {
  return {
    title,
    description: 'Adds a comment.',
    hints: 'adds',
    required: ['number', 'body'],
    output: comment.schema,
    properties: { ...repository, number, body: fields.body },
    run: async (session, { body = null, ...input }, config) => {
      const path = repositoryPath(input, config) + getPath`/issues/${input['number']}/comments`;
      return comment.of(await session.json('POST', path, { body: { body } }));
    },
  };
}

export const issueForms: Readonly<Record<string, Form<GithubConfig>>> = {
  createIssue: {
    title: 'Create an issue',
    description: 'Creates an issue.',
    hints: 'adds',
    properties: { ...repository, ...fields },
    required: ['title'],
    output: issue.schema,
    run: async (session, input, config) => {
      const path = `${repositoryPath(input, config)}/issues`;
      return issue.of(await session.json('POST', path, { body: named(input, names) }));
    },
  },
  updateIssue: {
    title: 'Update an issue',
    description: 'Changes the given fields of an issue, its state among them; lists replace those before.',
    hints: 'changes',
    properties: {
      ...repository,
      number,
      ...fields,
      state: choice('State', 'The new state.', ['closed', 'open']),
      reason: choice('Reason', 'The reason of the state.', ['completed', 'not_planned', 'reopened']),
    },
    required: ['number'],
    output: issue.schema,
    run: async (session, input, config) => {
      const path = repositoryPath(input, config) + getPath`/issues/${input['number']}`;
      const body = named(input, { ...names, reason: 'state_reason' });
      return issue.of(await session.json('PATCH', path, { body }));
    },
  },
  getIssue: {
    title: 'Get an issue',
    description: 'Returns an issue.',
    hints: 'reads',
    output: issue.schema,
    properties: { ...repository, number },
    required: ['number'],
    run: async (session, input, config) =>
      issue.of(
        await session.json('GET', repositoryPath(input, config) + getPath`/issues/${input['number']}`),
      ),
  },
  listIssues: {
    title: 'List issues',
    description: 'Lists issues, the newest first. GitHub lists pull requests among them.',
    hints: 'reads',
    properties: {
      ...repository,
      state: choice('State', 'Only issues of this state; without it, open ones.', ['open', 'closed', 'all']),
      labels: texts('Labels', 'Only issues with all of these labels.', ['bug']),
      assignee: text('Assignee', 'Only issues of this user.', 'octocat'),
      since: text('Since', 'Only issues that changed after this time.', '2026-11-23T00:00:00Z'),
      limit: limitField,
    },
    output: toList(issue),
    run: async (session, input, config) => {
      const { labels } = input;
      const query = {
        ...named(input, { state: 'state', assignee: 'assignee', since: 'since' }),
        labels: Array.isArray(labels) ? labels.join(',') : null,
      };
      const path = `${repositoryPath(input, config)}/issues`;
      return (await listPages(session, path, query, getLimit(input))).map(issue.of);
    },
  },
  commentIssue: commentForm('Comment on an issue'),
};
