import type { Form } from '../web-api/actions.js';
import { choice, flag, getLimit, limitField, longText, named, text, whole } from '../web-api/fields.js';
import { listPages } from '../web-api/paging.js';
import { getPath } from '../web-api/path.js';
import { toList, view } from '../web-api/view.js';
import { type GitlabConfig, project, projectPath } from './api.js';
import { noteForm } from './issues.js';

const onOne = {
  properties: { ...project, number: whole('Number', 'The number in the project (`iid`).', 18) },
  required: ['number'],
};

const mergeRequest = view('Merge request', {
  number: ['iid', 'integer', 'The number of the merge request.'],
  title: ['title', 'string', 'The title of the merge request.'],
  state: ['state', 'string', '`opened`, `closed`, `locked` or `merged`.'],
  isDraft: ['draft', 'boolean', 'Whether it is a draft.'],
  description: ['description', 'string', 'The text, as Markdown.'],
  url: ['web_url', 'string', 'The address of its page.'],
  author: ['author.username', 'string', 'The user who opened it.'],
  source: ['source_branch', 'string', 'The branch with the changes.'],
  target: ['target_branch', 'string', 'The branch that is changed.'],
  sha: ['sha', 'string', 'The newest commit of the source.'],
  mergeCommit: ['merge_commit_sha', 'string', 'The commit of the merge.'],
  mergeStatus: ['detailed_merge_status', 'string', 'Whether it can be merged, in the words of GitLab.'],
  labels: ['labels[]', 'texts', 'The names of its labels.'],
});

const approvals = view('Approvals', {
  isApproved: ['approved', 'boolean', 'Whether it has all the approvals that it needs.'],
  missing: ['approvals_left', 'integer', 'The approvals that are missing.'],
  approvedBy: ['approved_by[].user.username', 'texts', 'The names of those who approved it.'],
});

export const mergeRequestForms: Readonly<Record<string, Form<GitlabConfig>>> = {
  listMergeRequests: {
    title: 'List merge requests',
    description: 'Lists merge requests, the newest first.',
    hints: 'reads',
    properties: {
      ...project,
      state: choice('State', 'Only those of this state; without it, all.', [
        'opened',
        'closed',
        'merged',
        'all',
      ]),
      source: text('Source', 'Only those of this branch.', 'fix-build'),
      target: text('Target', 'Only those that change this branch.', 'main'),
      limit: limitField,
    },
    output: toList(mergeRequest),
    run: async (session, input, config) => {
      const query = named(input, { state: 'state', source: 'source_branch', target: 'target_branch' });
      const path = `${projectPath(input, config)}/merge_requests`;
      return (await listPages(session, path, query, getLimit(input))).map(mergeRequest.of);
    },
  },
  getMergeRequest: {
    title: 'Get a merge request',
    description: 'Returns a merge request.',
    hints: 'reads',
    ...onOne,
    output: mergeRequest.schema,
    run: async (session, input, config) => {
      const path = projectPath(input, config) + getPath`/merge_requests/${input['number']}`;
      return mergeRequest.of(await session.json('GET', path));
    },
  },
  createMergeRequest: {
    title: 'Create a merge request',
    description: 'Opens a merge request for a branch.',
    hints: 'adds',
    properties: {
      ...project,
      title: text('Title', 'The title; one that begins with `Draft:` makes a draft.', 'Fix the build'),
      source: text('Source', 'The branch with the changes.', 'fix-build'),
      target: text('Target', 'The branch that is changed.', 'main'),
      description: longText('Text', 'The text, as Markdown.', 'Closes #17.'),
      removeSource: flag('Remove', 'Whether the source branch is removed after the merge.'),
    },
    required: ['title', 'source', 'target'],
    output: mergeRequest.schema,
    run: async (session, input, config) => {
      const body = named(input, {
        title: 'title',
        source: 'source_branch',
        target: 'target_branch',
        description: 'description',
        removeSource: 'remove_source_branch',
      });
      const path = `${projectPath(input, config)}/merge_requests`;
      return mergeRequest.of(await session.json('POST', path, { body }));
    },
  },
  mergeMergeRequest: {
    title: 'Merge a merge request',
    description:
      'Merges a merge request. One that cannot be merged is an error with the status 405, 409 or 422.',
    hints: 'anything',
    properties: {
      ...onOne.properties,
      squash: flag('Squash', 'Whether its commits become one.'),
      sha: text(
        'Commit',
        'The merge fails when the source has another newest commit.',
        '6dcb09b5b57875f334f61aebed695e2e4193db5e',
      ),
      message: longText('Message', 'The message of the commit.', 'Fix the build'),
    },
    required: ['number'],
    output: mergeRequest.schema,
    run: async (session, input, config) => {
      const path = projectPath(input, config) + getPath`/merge_requests/${input['number']}/merge`;
      const body = named(input, { squash: 'squash', sha: 'sha', message: 'merge_commit_message' });
      return mergeRequest.of(await session.json('PUT', path, { body }));
    },
  },
  commentMergeRequest: noteForm('Comment on a merge request', 'merge_requests'),
  getApprovals: {
    title: 'Get approvals',
    description: 'Returns the approvals of a merge request.',
    hints: 'reads',
    ...onOne,
    output: approvals.schema,
    run: async (session, input, config) => {
      const path = projectPath(input, config) + getPath`/merge_requests/${input['number']}/approvals`;
      return approvals.of(await session.json('GET', path));
    },
  },
};
