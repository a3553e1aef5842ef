import type { WebApi } from '../web-api/actions.js';
import type { WebConfig } from '../web-api/config-fields.js';
import { statusRefusal } from '../web-api/refusal.js';

/** The connector's configuration with the values of its secrets. */
export interface GithubConfig extends WebConfig {
  token: string;
  owner?: string;
  repo?: string;
}

export const githubApi: WebApi<GithubConfig> = {
  server: ({ baseUrl, timeout, token }) => ({
    baseUrl,
    timeout,
    secrets: [token],
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'svc',
    },
  }),
  findRefusal(answer) {
    const refusal = statusRefusal(answer);
    const { headers } = answer;
    if (refusal?.status !== 403 && refusal?.status !== 429) return refusal;
    // The primary limit is said by headers, the secondary one by `Retry-After` or by the text alone.
    const isUsedUp = headers.get('x-ratelimit-remaining') === '0';
    if (!isUsedUp && !headers.has('retry-after') && !/rate limit/i.test(refusal.said)) return refusal;
    const seconds = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1_000;
    const resets = isUsedUp && seconds > 0 ? Math.ceil(seconds) : 60;
    return { ...refusal, status: 429, retryAfter: headers.has('retry-after') ? undefined : resets };
  },
};
