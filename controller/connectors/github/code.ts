import { objectOr } from '../../../schemas/json/values.js';
import { ConnectorError } from '../contract/connector.js';
import type { Form } from '../web-api/actions.js';
import { choice, named, object, text } from '../web-api/fields.js';
import { fileOutput, getFile } from '../web-api/file.js';
import { getNames, getPath } from '../web-api/path.js';
import { view } from '../web-api/view.js';
import type { GithubConfig } from './api.js';
import { repository, repositoryPath } from './repository.js';

const status = view('Status', {
  id: ['id', 'integer', 'The ID of the status.'],
  state: ['state', 'string', 'The state that was set.'],
  context: ['context', 'string', 'The name of the check.'],
  url: ['url', 'string', 'The address in the API.'],
});

const commit = text('Commit', 'The SHA of the commit.', '6dcb09b5b57875f334f61aebed695e2e4193db5e');

/** Workflows, commits and files. */
export const codeForms: Readonly<Record<string, Form<GithubConfig>>> = {
  dispatchWorkflow: {
    title: 'Start a workflow',
    description: 'Starts a workflow of GitHub Actions that has `workflow_dispatch`.',
    hints: 'adds',
    properties: {
      ...repository,
      workflow: text('Workflow', 'The name of its file, or its ID.', 'deploy.yml'),
      ref: text('Ref', 'The branch or tag.', 'main'),
      inputs: object('Inputs', 'The inputs of the workflow.', { environment: 'staging' }),
    },
    required: ['workflow', 'ref'],
    output: {
      type: 'object',
      required: ['accepted'],
      additionalProperties: false,
      properties: { accepted: { description: 'True: GitHub starts the workflow later.', type: 'boolean' } },
    },
    run: async (session, input, config) => {
      const path =
        repositoryPath(input, config) + getPath`/actions/workflows/${input['workflow']}/dispatches`;
      await session.json('POST', path, { body: named(input, { ref: 'ref', inputs: 'inputs' }) });
      return { accepted: true };
    },
  },
  setCommitStatus: {
    title: 'Set the status of a commit',
    description: 'Sets the status of a commit under a context.',
    hints: 'sets',
    properties: {
      ...repository,
      commit,
      state: choice('State', 'The state.', ['success', 'failure', 'error', 'pending']),
      context: text('Context', 'The name of the check.', 'svc/order-tests'),
      description: { ...text('Description', 'A short text.', 'All passed'), maxLength: 140 },
      targetUrl: text('Address', 'The address with the details.', 'https://svc.example.com/runs/17'),
    },
    required: ['commit', 'state'],
    output: status.schema,
    run: async (session, input, config) => {
      const path = repositoryPath(input, config) + getPath`/statuses/${input['commit']}`;
      const body = named(input, {
        state: 'state',
        context: 'context',
        description: 'description',
        targetUrl: 'target_url',
      });
      return status.of(await session.json('POST', path, { body }));
    },
  },
  readFile: {
    title: 'Read a file',
    description: 'Returns a file of at most 1 MB, as text or else as base64.',
    hints: 'reads',
    properties: {
      ...repository,
      path: text('Path', 'The path of the file.', 'docs/install.md'),
      ref: text('Ref', 'A branch, tag or commit; without it, the default branch.', 'main'),
    },
    required: ['path'],
    output: fileOutput,
    run: async (session, input, config) => {
      const path = `${repositoryPath(input, config)}/contents/${getNames(input['path'])}`;
      const file = objectOr(await session.json('GET', path, { query: named(input, { ref: 'ref' }) }));
      if (file['type'] === 'file' && file['encoding'] === 'base64') return getFile(file, file['sha']);
      const detail = `\`${input['path']}\` is no file, or one of more than 1 MB`;
      throw new ConnectorError('validation', 400, 'File not readable', detail);
    },
  },
};
