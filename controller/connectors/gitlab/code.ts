import { objectOr } from '../../../schemas/json/values.js';
import type { Form } from '../web-api/actions.js';
import { choice, getLimit, limitField, longText, named, object, text } from '../web-api/fields.js';
import { fileOutput, getFile } from '../web-api/file.js';
import { listPages } from '../web-api/paging.js';
import { getPath } from '../web-api/path.js';
import { toList, view } from '../web-api/view.js';
import { type GitlabConfig, project, projectPath } from './api.js';

const release = view('Release', {
  tag: ['tag_name', 'string', 'The Git tag of the release.'],
  name: ['name', 'string', 'The name of the release.'],
  description: ['description', 'string', 'The text, as Markdown.'],
  releasedAt: ['released_at', 'string', 'The time of publication.'],
  url: ['_links.self', 'string', 'The address of its page.'],
});

const pipeline = view('Pipeline', {
  id: ['id', 'integer', 'The ID of the pipeline.'],
  status: ['status', 'string', 'The status, such as `running` or `success`.'],
  ref: ['ref', 'string', 'The branch or tag that it runs for.'],
  sha: ['sha', 'string', 'The commit that it runs for.'],
  url: ['web_url', 'string', 'The address of its page.'],
});

const status = view('Status', {
  id: ['id', 'integer', 'The ID of the status.'],
  state: ['status', 'string', 'The state that was set.'],
  name: ['name', 'string', 'The name of the check.'],
});

const ref = text('Ref', 'A branch or tag.', 'main');

/** Releases, pipelines, commits and files. */
export const codeForms: Readonly<Record<string, Form<GitlabConfig>>> = {
  createRelease: {
    title: 'Create a release',
    description: 'Creates a release; `ref` is for a tag that is not there.',
    hints: 'adds',
    properties: {
      ...project,
      ref,
      tag: text('Tag', 'The tag of the release.', 'v1.2.0'),
      name: text('Name', 'The name of the release.', '1.2.0'),
      description: longText('Text', 'The text, as Markdown.', 'Fixes the build.'),
    },
    required: ['tag'],
    output: release.schema,
    run: async (session, input, config) => {
      const body = named(input, { tag: 'tag_name', ref: 'ref', name: 'name', description: 'description' });
      return release.of(await session.json('POST', `${projectPath(input, config)}/releases`, { body }));
    },
  },
  listReleases: {
    title: 'List releases',
    description: 'Lists releases, the newest first.',
    hints: 'reads',
    properties: { ...project, limit: limitField },
    output: toList(release),
    run: async (session, input, config) => {
      const path = `${projectPath(input, config)}/releases`;
      return (await listPages(session, path, {}, getLimit(input))).map(release.of);
    },
  },
  latestRelease: {
    title: 'Get the latest release',
    description: 'Returns the latest release.',
    hints: 'reads',
    properties: project,
    output: release.schema,
    run: async (session, input, config) =>
      release.of(await session.json('GET', `${projectPath(input, config)}/releases/permalink/latest`)),
  },
  startPipeline: {
    title: 'Start a pipeline',
    description: 'Starts a pipeline for a branch or tag.',
    hints: 'adds',
    properties: {
      ...project,
      ref,
      variables: object('Variables', 'Names and values.', { TARGET: 'staging' }),
    },
    required: ['ref'],
    output: pipeline.schema,
    run: async (session, input, config) => {
      const variableEntries = Object.entries(objectOr(input['variables']));
      const variables = variableEntries.map(([key, value]) => ({ key, value: String(value) }));
      const body = { ref: input['ref'] ?? null, ...(variables.length === 0 ? {} : { variables }) };
      return pipeline.of(await session.json('POST', `${projectPath(input, config)}/pipeline`, { body }));
    },
  },
  getPipeline: {
    title: 'Get a pipeline',
    description: 'Returns a pipeline.',
    hints: 'reads',
    output: pipeline.schema,
    properties: {
      ...project,
      id: { title: 'ID', description: 'Its ID.', type: 'integer', examples: [4711] },
    },
    required: ['id'],
    run: async (session, input, config) =>
      pipeline.of(await session.json('GET', projectPath(input, config) + getPath`/pipelines/${input['id']}`)),
  },
  setCommitStatus: {
    title: 'Set the status of a commit',
    description: 'Sets the status of a commit under a name.',
    hints: 'sets',
    properties: {
      ...project,
      commit: text('Commit', 'The SHA of the commit.', '6dcb09b5b57875f334f61aebed695e2e4193db5e'),
      state: choice('State', 'The state.', ['success', 'failed', 'pending', 'running', 'canceled']),
      name: text('Name', 'The name of the check.', 'svc/order-tests'),
      description: text('Description', 'A short text.', 'All passed'),
      targetUrl: text('Address', 'The address with the details.', 'https://svc.example.com/runs/17'),
    },
    required: ['commit', 'state'],
    output: status.schema,
    run: async (session, input, config) => {
      const names = { state: 'state', name: 'name', description: 'description', targetUrl: 'target_url' };
      const path = projectPath(input, config) + getPath`/statuses/${input['commit']}`;
      return status.of(await session.json('POST', path, { body: named(input, names) }));
    },
  },
  readFile: {
    title: 'Read a file',
    description: 'Returns a file, as text or else as base64.',
    hints: 'reads',
    properties: {
      ...project,
      path: text('Path', 'The path of the file.', 'docs/install.md'),
      ref: { ...ref, description: 'A branch, tag or commit; without it, the default branch.' },
    },
    required: ['path'],
    output: fileOutput,
    run: async (session, input, config) => {
      const path = projectPath(input, config) + getPath`/repository/files/${input['path']}`;
      const file = objectOr(await session.json('GET', path, { query: { ref: input['ref'] ?? 'HEAD' } }));
      return getFile(file, file['blob_id']);
    },
  },
};
