import type { ProblemKinds } from './kind.js';

/** Problems with a request as such, whatever it asks for. */
export const requests = {
  body_invalid: {
    status: 422,
    title: 'The request body does not fit the operation',
    hint: 'Compare the body with the OpenAPI document, the schema of the tool or the GraphQL schema. `errors[].pointer` names each field.',
  },
  body_too_large: {
    status: 413,
    title: 'The request body is too large',
    hint: 'Send a smaller body, or raise `Limits.RequestBody`.',
  },
  error_code_unknown: {
    status: 404,
    title: 'There is no such error code',
    hint: { text: 'List the catalog with {call}.', operation: 'list-errors' },
  },
  events_missed: {
    status: 410,
    title: 'Events were removed before the client has taken them',
    hint: 'Read the current state, then subscribe again. Events are kept for an hour.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'The idempotency key was used with another body',
    hint: 'Use a new `Idempotency-Key` for a new request.',
  },
  internal: {
    status: 500,
    title: 'An unexpected error happened inside svc',
    retry: 'backoff',
    hint: 'Search the service log for the request id.',
  },
  list_page_too_large: {
    status: 400,
    title: 'The requested page has too many items',
    hint: 'Ask for fewer items and continue with `nextCursor`, or raise `Limits.ListPage`.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not take this method',
    hint: 'Use a method that the `Allow` header lists.',
  },
  not_acceptable: {
    status: 406,
    title: 'The answer is not available in any of the accepted media types',
    hint: 'Ask for `application/json`.',
  },
  not_ready: {
    status: 503,
    title: 'The service is not ready yet',
    retry: 'backoff',
    hint: {
      text: 'Wait a moment. See the progress of the branch with {call}.',
      operation: 'read-sync-status',
    },
  },
  query_invalid: {
    status: 400,
    title: 'The GraphQL query is not valid',
    hint: 'Compare the query with the schema; `/graphql` in a browser shows it.',
  },
  query_too_large: {
    status: 400,
    title: 'The GraphQL query asks for too much data',
    hint: 'Ask for less data at once: a smaller `first`, or fewer levels.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The requested range is outside of the file',
    hint: 'Ask for a range within the file. A `HEAD` request returns its size.',
  },
  rate_limited: {
    status: 429,
    title: 'The credential sent too many requests',
    retry: 'wait',
    hint: 'Wait for the number of seconds in `Retry-After`.',
  },
  request_invalid: {
    status: 400,
    title: 'The request cannot be read',
    hint: 'Check the URL and the headers, and that the body is valid JSON.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    hint: 'Send the request again over a faster connection, or with a smaller body.',
  },
  route_not_found: {
    status: 404,
    title: 'There is nothing at this path',
    hint: 'All paths start with `/api/v1/`. The page `/api/v1/docs` explains them, and `/api/v1/openapi.json` lists them.',
  },
  shutting_down: {
    status: 503,
    title: 'The service is shutting down',
    retry: 'backoff',
    hint: 'Try again in a moment.',
  },
  too_many_streams: {
    status: 429,
    title: 'The caller has too many open streams',
    hint: 'Close streams of events, logs, subscriptions or MCP that are not needed, or raise `Limits.Streams`.',
  },
  too_many_subscriptions: {
    status: 429,
    title: 'The caller has too many open subscriptions',
    hint: 'Close subscriptions that are not needed, or raise `Limits.Subscriptions`.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The media type of the body is not supported',
    hint: 'Send `Content-Type: application/json`.',
  },
} as const satisfies ProblemKinds;
