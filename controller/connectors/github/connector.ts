import { objectOr } from '../../../schemas/json/values.js';
import { defineConnector } from '../contract/connector.js';
import { toAddresses } from '../contract/destinations.js';
import { getActions, getTest } from '../web-api/actions.js';
import { anyRequest } from '../web-api/any-request.js';
import { baseUrlField, credentialField, getConfig, timeoutField } from '../web-api/config-fields.js';
import { text } from '../web-api/fields.js';
import { type GithubConfig, githubApi } from './api.js';
import { codeForms } from './code.js';
import { issueForms } from './issues.js';
import { pullRequestForms } from './pull-requests.js';
import { releaseForms } from './releases.js';

/** GitHub: issues, pull requests, releases, workflows, commit statuses and files. */
export const githubConnector = defineConnector<GithubConfig>({
  name: 'github',
  title: 'GitHub',
  description: 'GitHub: issues, pull requests, releases, workflows, commit statuses and files.',
  configSchema: {
    ...getConfig('GitHub connection', 'GitHub, or a GitHub Enterprise Server.', {
      token: credentialField(
        'Token',
        'A personal access token, or a token of an app.',
        'forge/github',
        'token',
      ),
      owner: text('Owner', 'The owner of the repository of calls that name none.', 'octocat'),
      repo: text('Repository', 'The repository of calls that name none.', 'hello-world'),
      baseUrl: baseUrlField(
        'The address of the API; `https://<host>/api/v3` for GitHub Enterprise.',
        'https://api.github.com',
      ),
      timeout: timeoutField(),
    }),
    required: ['token'],
  },
  destinations: toAddresses('baseUrl'),
  actions: getActions(githubApi, {
    ...issueForms,
    ...pullRequestForms,
    ...releaseForms,
    ...codeForms,
    request: anyRequest('/orgs/octo-org/teams'),
  }),
  test: getTest(githubApi, async (session) => {
    // Tokens of apps have no user.
    const { content } = await session.send({ method: 'GET', path: '/rate_limit' });
    const { remaining } = objectOr(
      objectOr(content)['rate'] ?? objectOr(objectOr(content)['resources'])['core'],
    );
    return remaining === undefined ? '' : `${remaining} requests are left in this hour`;
  }),
});
