import type { Form } from '../web-api/actions.js';
import { flag, getLimit, limitField, longText, named, text } from '../web-api/fields.js';
import { listPages } from '../web-api/paging.js';
import { toList, view } from '../web-api/view.js';
import type { GithubConfig } from './api.js';
import { repository, repositoryPath } from './repository.js';

const release = view('Release', {
  id: ['id', 'integer', 'The ID of the release.'],
  tag: ['tag_name', 'string', 'The Git tag of the release.'],
  name: ['name', 'string', 'The name of the release.'],
  body: ['body', 'string', 'The text, as Markdown.'],
  url: ['html_url', 'string', 'The address of its page.'],
  isDraft: ['draft', 'boolean', 'Whether it is a draft.'],
  isPrerelease: ['prerelease', 'boolean', 'Whether it is a pre-release.'],
  publishedAt: ['published_at', 'string', 'The time of publication.'],
});

export const releaseForms: Readonly<Record<string, Form<GithubConfig>>> = {
  createRelease: {
    title: 'Create a release',
    description: 'Publishes a release; GitHub creates a tag that is not there.',
    hints: 'adds',
    properties: {
      ...repository,
      tag: text('Tag', 'The tag of the release.', 'v1.2.0'),
      target: text('Target', 'The branch or commit of a new tag.', 'main'),
      name: text('Name', 'The name of the release.', '1.2.0'),
      body: longText('Text', 'The text, as Markdown.', 'Fixes the build.'),
      draft: flag('Draft', 'Whether it stays a draft.'),
      prerelease: flag('Pre-release', 'Whether it is a pre-release.'),
      generateNotes: flag('Notes', 'Whether GitHub writes the notes.'),
    },
    required: ['tag'],
    output: release.schema,
    run: async (session, input, config) => {
      const body = named(input, {
        tag: 'tag_name',
        target: 'target_commitish',
        name: 'name',
        body: 'body',
        draft: 'draft',
        prerelease: 'prerelease',
        generateNotes: 'generate_release_notes',
      });
      return release.of(await session.json('POST', `${repositoryPath(input, config)}/releases`, { body }));
    },
  },
  listReleases: {
    title: 'List releases',
    description: 'Lists releases, the newest first.',
    hints: 'reads',
    properties: { ...repository, limit: limitField },
    output: toList(release),
    run: async (session, input, config) => {
      const path = `${repositoryPath(input, config)}/releases`;
      return (await listPages(session, path, {}, getLimit(input))).map(release.of);
    },
  },
  latestRelease: {
    title: 'Get the latest release',
    description: 'Returns the latest release that is neither a draft nor a pre-release.',
    hints: 'reads',
    properties: repository,
    output: release.schema,
    run: async (session, input, config) =>
      release.of(await session.json('GET', `${repositoryPath(input, config)}/releases/latest`)),
  },
};
