import type { JsonObject } from '../../../schemas/json/types.js';
import { requireField, type WebApi } from '../web-api/actions.js';
import type { WebConfig } from '../web-api/config-fields.js';
import { text } from '../web-api/fields.js';
import { getPath } from '../web-api/path.js';
import { statusRefusal } from '../web-api/refusal.js';

/** The connector's configuration with the values of its secrets. */
export interface GitlabConfig extends WebConfig {
  token: string;
  project?: string;
}

export const gitlabApi: WebApi<GitlabConfig> = {
  server: ({ baseUrl, timeout, token }) => ({
    timeout,
    secrets: [token],
    // GitLab takes all its tokens, also those of OAuth, as bearer tokens.
    headers: { authorization: `Bearer ${token}` },
    baseUrl: `${baseUrl.replace(/\/+$/, '').replace(/\/api\/v4$/, '')}/api/v4`,
  }),
  findRefusal: statusRefusal,
};

/** The field of each action that names the project. */
export const project: JsonObject = {
  project: text('Project', 'Its ID or full path; without it, the one of the connection.', 'shop/orders'),
};

/** Returns the path of the project of a call. @throws ConnectorError */
export function projectPath({ project }: JsonObject, config: GitlabConfig): string {
  const named = requireField(
    (project as string | undefined) ?? config.project,
    'project',
    'A call without `project`',
  );
  return getPath`/projects/${named}`;
}
