import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, member, objectOr } from '../../../schemas/json/values.js';
import type { HttpAuth } from '../http/credentials/auth-schema.js';
import type { TlsConfig } from '../http/credentials/tls.js';
import type { WebApi } from '../web-api/actions.js';
import { type Refusal, statusRefusal } from '../web-api/refusal.js';
import type { ApiAnswer } from '../web-api/request.js';

/** The connector's configuration with the values of its secrets. */
export interface GraphqlConfig {
  endpoint: string;
  /** The path of a file of the repository. */
  schema?: string;
  token?: string;
  auth?: HttpAuth;
  tls?: TlsConfig;
  headers?: Readonly<Record<string, string>>;
  /** Seconds. */
  timeout: number;
}

export const graphqlApi: WebApi<GraphqlConfig> = {
  server: ({ endpoint, token, headers = {}, timeout }) => ({
    baseUrl: endpoint,
    timeout,
    secrets: [token, ...Object.values(headers)],
    headers: {
      accept: 'application/graphql-response+json, application/json;q=0.9',
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  }),
  findRefusal,
};

/** HTTP statuses for the codes that servers commonly state in `extensions.code`. */
const statuses: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_USER_INPUT: 400,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  RATE_LIMITED: 429,
};

/** Finds the errors of an answer without any data, also one with the status 200 (GraphQL over HTTP). */
function findRefusal(answer: ApiAnswer): Refusal | undefined {
  const { content } = answer;
  const errors = errorsIn(content);
  const data = isObject(content) ? member(content, 'data') : undefined;
  if (errors.length === 0 || (data ?? null) !== null) return statusRefusal(answer);
  return refusalBy(errors, answer.status);
}

/** @param status that of the answer */
export function refusalBy(errors: readonly JsonObject[], status: number): Refusal {
  const code = errors.map(({ extensions }) => String(objectOr(extensions)['code'])).find(hasStatus);
  const ownStatus = status >= 200 && status < 300 ? 422 : status;
  return { status: (code && statuses[code]) || ownStatus, said: errors.map(toSentence).join('; ') };
}

export function errorsIn(content: Json): JsonObject[] {
  const errors = isObject(content) ? member(content, 'errors') : undefined;
  return Array.isArray(errors) ? errors.map((each) => objectOr(each)) : [];
}

function hasStatus(code: string): boolean {
  return Object.hasOwn(statuses, code);
}

/** `shop.orders: not allowed` for an error with a path. */
function toSentence({ message, path }: JsonObject): string {
  const said = typeof message === 'string' ? message : 'an error without a message';
  return Array.isArray(path) && path.length > 0 ? `${path.join('.')}: ${said}` : said;
}
