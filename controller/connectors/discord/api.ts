import { isObject } from '../../../schemas/json/values.js';
import type { WebApi } from '../web-api/actions.js';
import type { WebConfig } from '../web-api/config-fields.js';
import { statusRefusal } from '../web-api/refusal.js';

/** The connector's configuration with the values of its secrets. */
export interface DiscordConfig extends WebConfig {
  token?: string;
  webhook?: string;
}

export const discordApi: WebApi<DiscordConfig> = {
  server: ({ baseUrl, timeout, token, webhook }) => ({
    baseUrl,
    timeout,
    secrets: [token, webhook],
    headers: {
      'user-agent': 'DiscordBot (svc, 1)',
      ...(token === undefined ? {} : { authorization: `Bot ${token}` }),
    },
  }),
  findRefusal(answer) {
    const refusal = statusRefusal(answer);
    const { content } = answer;
    // The body has parts of seconds, and the header of some answers is missing.
    const seconds = isObject(content) ? content['retry_after'] : undefined;
    if (refusal?.status !== 429 || typeof seconds !== 'number') return refusal;
    return { ...refusal, retryAfter: Math.max(1, Math.ceil(seconds)) };
  },
};
