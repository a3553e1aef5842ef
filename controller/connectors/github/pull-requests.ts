import type { Form } from '../web-api/actions.js';
import { choice, flag, getLimit, limitField, longText, named, text, whole } from '../web-api/fields.js';
import { listPages } from '../web-api/paging.js';
import { getPath } from '../web-api/path.js';
import { toList, view } from '../web-api/view.js';
import type { GithubConfig } from './api.js';
import { commentForm } from './issues.js';
import { repository, repositoryPath } from './repository.js';

const number = whole('Number', 'The number of the pull request.', 18);
const onOne = { properties: { ...repository, number }, required: ['number'] };

const pull = view('Pull request', {
  number: ['number', 'integer', 'The number of the pull request.'],
  title: ['title', 'string', 'The title of the pull request.'],
  state: ['state', 'string', '`open` or `closed`.'],
  isDraft: ['draft', 'boolean', 'Whether it is a draft.'],
  isMerged: ['merged', 'boolean', 'Whether it is merged; null in lists.'],
  mergedAt: ['merged_at', 'string', 'The time of the merge.'],
  body: ['body', 'string', 'The text, as Markdown.'],
  url: ['html_url', 'string', 'The address of its page.'],
  author: ['user.login', 'string', 'The user who opened it.'],
  head: ['head.ref', 'string', 'The branch with the changes.'],
  headSha: ['head.sha', 'string', 'The newest commit of that branch.'],
  base: ['base.ref', 'string', 'The branch that is changed.'],
  labels: ['labels[].name', 'texts', 'The names of its labels.'],
});

const merge = view('Merge', {
  sha: ['sha', 'string', 'The commit of the merge.'],
  isMerged: ['merged', 'boolean', 'Whether it is merged.'],
  message: ['message', 'string', 'The words of GitHub.'],
});

const review = view('Review', {
  id: ['id', 'integer', 'The ID of the review.'],
  author: ['user.login', 'string', 'The reviewer.'],
  state: ['state', 'string', '`APPROVED`, `CHANGES_REQUESTED`, `COMMENTED`, `DISMISSED` or `PENDING`.'],
  body: ['body', 'string', 'The text, as Markdown.'],
  commit: ['commit_id', 'string', 'The commit that was reviewed.'],
  submittedAt: ['submitted_at', 'string', 'The time of the review.'],
});

export const pullRequestForms: Readonly<Record<string, Form<GithubConfig>>> = {
  listPullRequests: {
    title: 'List pull requests',
    description: 'Lists pull requests, the newest first.',
    hints: 'reads',
    properties: {
      ...repository,
      state: choice('State', 'Only those of this state; without it, open ones.', ['open', 'closed', 'all']),
      head: text('Head', 'Only those of this branch, with its owner.', 'octocat:fix-build'),
      base: text('Base', 'Only those that change this branch.', 'main'),
      limit: limitField,
    },
    output: toList(pull),
    run: async (session, input, config) => {
      const query = named(input, { state: 'state', head: 'head', base: 'base' });
      const path = `${repositoryPath(input, config)}/pulls`;
      return (await listPages(session, path, query, getLimit(input))).map(pull.of);
    },
  },
  getPullRequest: {
    title: 'Get a pull request',
    description: 'Returns a pull request.',
    hints: 'reads',
    output: pull.schema,
    ...onOne,
    run: async (session, input, config) =>
      pull.of(await session.json('GET', repositoryPath(input, config) + getPath`/pulls/${input['number']}`)),
  },
  createPullRequest: {
    title: 'Create a pull request',
    description: 'Opens a pull request for a branch.',
    hints: 'adds',
    properties: {
      ...repository,
      title: text('Title', 'The title.', 'Fix the build'),
      head: text('Head', 'The branch with the changes.', 'fix-build'),
      base: text('Base', 'The branch that is changed.', 'main'),
      body: longText('Text', 'The text, as Markdown.', 'Closes #17.'),
      draft: flag('Draft', 'Whether it is a draft.'),
    },
    required: ['title', 'head', 'base'],
    output: pull.schema,
    run: async (session, input, config) => {
      const body = named(input, { title: 'title', head: 'head', base: 'base', body: 'body', draft: 'draft' });
      return pull.of(await session.json('POST', `${repositoryPath(input, config)}/pulls`, { body }));
    },
  },
  mergePullRequest: {
    title: 'Merge a pull request',
    description: 'Merges a pull request. One that cannot be merged is an error with the status 405 or 409.',
    hints: 'anything',
    properties: {
      ...onOne.properties,
      method: choice('Method', 'The way of merging.', ['merge', 'squash', 'rebase']),
      sha: text(
        'Commit',
        'The merge fails when the branch has another newest commit.',
        '6dcb09b5b57875f334f61aebed695e2e4193db5e',
      ),
      commitTitle: text('Title', 'The first line of the commit.', 'Fix the build (#18)'),
      commitMessage: longText('Text', 'The other lines of the commit.', 'Closes #17.'),
    },
    required: ['number'],
    output: merge.schema,
    run: async (session, input, config) => {
      const path = repositoryPath(input, config) + getPath`/pulls/${input['number']}/merge`;
      const body = named(input, {
        method: 'merge_method',
        sha: 'sha',
        commitTitle: 'commit_title',
        commitMessage: 'commit_message',
      });
      return merge.of(await session.json('PUT', path, { body }));
    },
  },
  commentPullRequest: commentForm('Comment on a pull request'),
  listReviews: {
    title: 'List reviews',
    description: 'Lists the reviews of a pull request, the oldest first.',
    hints: 'reads',
    properties: { ...onOne.properties, limit: limitField },
    required: ['number'],
    output: toList(review),
    run: async (session, input, config) => {
      const path = repositoryPath(input, config) + getPath`/pulls/${input['number']}/reviews`;
      return (await listPages(session, path, {}, getLimit(input))).map(review.of);
    },
  },
};
