import { isObject } from '../../../schemas/json/values.js';
import { parseRetryAfter } from '../../concurrency/retry-after.js';
import type { WebApi } from '../web-api/actions.js';
import type { WebConfig } from '../web-api/config-fields.js';
import { type Refusal, statusRefusal } from '../web-api/refusal.js';
import type { ApiAnswer } from '../web-api/request.js';

/** The connector's configuration with the values of its secrets. */
export interface SlackConfig extends WebConfig {
  token?: string;
  webhook?: string;
}

/** The errors that have another status than 400; Slack answers 200 with `ok: false`. */
const statuses: ReadonlyMap<unknown, number> = new Map([
  ...each(
    401,
    'not_authed invalid_auth account_inactive token_revoked token_expired no_permission org_login_required',
  ),
  ...each(403, 'missing_scope not_allowed_token_type access_denied ekm_access_denied restricted_action'),
  ...each(403, 'not_in_channel cant_update_message team_access_not_granted is_archived'),
  ...each(404, 'channel_not_found users_not_found user_not_found message_not_found no_reaction'),
  ...each(409, 'already_reacted'),
  ...each(429, 'ratelimited rate_limited message_limit_exceeded'),
  ...each(500, 'internal_error fatal_error'),
  ...each(503, 'service_unavailable request_timeout'),
]);

function each(status: number, errors: string): [string, number][] {
  return errors.split(' ').map((error) => [error, status]);
}

export const slackApi: WebApi<SlackConfig> = {
  server: ({ baseUrl, timeout, token, webhook }) => ({
    baseUrl,
    timeout,
    secrets: [token, webhook],
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  }),
  findRefusal(answer: ApiAnswer): Refusal | undefined {
    const { status, content, headers } = answer;
    if (!isObject(content) || content['ok'] !== false) return statusRefusal(answer);
    const { error, needed, response_metadata: more } = content;
    const messages = isObject(more) && Array.isArray(more['messages']) ? more['messages'].join(' ') : '';
    const scope = needed === undefined ? '' : `; the token needs the scope \`${needed}\``;
    return {
      status: status === 200 ? (statuses.get(error) ?? 400) : status,
      said: `${error ?? 'unknown_error'}${scope} ${messages}`,
      retryAfter: parseRetryAfter(headers.get('retry-after')),
    };
  },
};
