import type { JsonObject } from '../../../schemas/json/types.js';
import { requireField } from '../web-api/actions.js';
import { text } from '../web-api/fields.js';
import { getPath } from '../web-api/path.js';
import type { GithubConfig } from './api.js';

/** The fields of each action that name the repository. */
export const repository: JsonObject = {
  owner: text('Owner', 'The owner of the repository; without it, the one of the connection.', 'octocat'),
  repo: text('Repository', 'The repository; without it, the one of the connection.', 'hello-world'),
};

/** Returns the path of the repository of a call. @throws ConnectorError */
export function repositoryPath({ owner, repo }: JsonObject, config: GithubConfig): string {
  const ofOwner = requireField(
    (owner as string | undefined) ?? config.owner,
    'owner',
    'A call without `owner`',
  );
  const named = requireField((repo as string | undefined) ?? config.repo, 'repo', 'A call without `repo`');
  return getPath`/repos/${ofOwner}/${named}`;
}
