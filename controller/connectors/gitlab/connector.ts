import { objectOr } from '../../../schemas/json/values.js';
import { defineConnector } from '../contract/connector.js';
import { toAddresses } from '../contract/destinations.js';
import { getActions, getTest } from '../web-api/actions.js';
import { anyRequest } from '../web-api/any-request.js';
import { baseUrlField, credentialField, getConfig, timeoutField } from '../web-api/config-fields.js';
import { text } from '../web-api/fields.js';
import { type GitlabConfig, gitlabApi } from './api.js';
import { codeForms } from './code.js';
import { issueForms } from './issues.js';
import { mergeRequestForms } from './merge-requests.js';

/** GitLab: issues, merge requests, releases, pipelines, commit statuses and files. */
export const gitlabConnector = defineConnector<GitlabConfig>({
  name: 'gitlab',
  title: 'GitLab',
  description: 'GitLab: issues, merge requests, releases, pipelines, commit statuses and files.',
  configSchema: {
    ...getConfig('GitLab connection', 'GitLab.com, or a GitLab server of your own.', {
      token: credentialField('Token', 'A personal, project or group access token.', 'forge/gitlab', 'token'),
      project: text('Project', 'The ID or full path of the project of calls that name none.', 'shop/orders'),
      baseUrl: baseUrlField('The address of the server.', 'https://gitlab.com'),
      timeout: timeoutField(),
    }),
    required: ['token'],
  },
  destinations: toAddresses('baseUrl'),
  actions: getActions(gitlabApi, {
    ...issueForms,
    ...mergeRequestForms,
    ...codeForms,
    request: anyRequest('/groups/shop/members'),
  }),
  test: getTest(gitlabApi, async (session) => {
    const { username } = objectOr(await session.json('GET', '/user'));
    return `the user \`${username}\``;
  }),
});
