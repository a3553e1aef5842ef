import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { ConnectorError } from '../contract/connector.js';
import type { WebApi } from '../web-api/actions.js';
import type { WebConfig } from '../web-api/config-fields.js';
import { statusRefusal } from '../web-api/refusal.js';

/** The connector's configuration with the values of its secrets. */
export interface PrometheusConfig extends WebConfig {
  token?: string;
  user?: string;
  password?: string;
}

export const prometheusApi: WebApi<PrometheusConfig> = {
  server: ({ baseUrl, timeout, token, user, password }) => {
    const basic = Buffer.from(`${user}:${password}`).toString('base64');
    const authorization = token === undefined ? password && `Basic ${basic}` : `Bearer ${token}`;
    return {
      baseUrl,
      timeout,
      secrets: [token, password, password && basic],
      headers: authorization === undefined ? {} : { authorization },
    };
  },
  findRefusal: statusRefusal,
};

/** Returns the `data` of an answer. @throws ConnectorError for an answer of another kind of server */
export function getData(answer: Json): Json {
  if (isObject(answer) && answer['status'] === 'success') return answer['data'] ?? null;
  const detail = 'The server does not answer as the query API of Prometheus does; check `baseUrl`';
  throw new ConnectorError('communication', 502, 'Response not readable', detail);
}
