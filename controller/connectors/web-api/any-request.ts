import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { ConnectorError } from '../contract/connector.js';
import type { Form } from './actions.js';
import { choice, object, text } from './fields.js';
import { wholeAnswer } from './view.js';

/** Any request of an API, for what has no action. @param example a path below the base address */
export function anyRequest<Config>(example: string): Form<Config> {
  return {
    title: 'Request',
    description: 'Sends any request of the API, with the credentials of the connection.',
    hints: 'anything',
    properties: {
      method: choice('Method', 'The method.', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      path: { ...text('Path', 'The path after the base address.', example), pattern: '^/', maxLength: 4_000 },
      query: object('Query', 'Query parameters; a list repeats the parameter.', { per_page: 10 }),
      body: { title: 'Body', description: 'Sent as JSON.', examples: [{ name: 'svc' }] },
    },
    required: ['method', 'path'],
    output: wholeAnswer,
    run: (session, { method, path, query, body }): Promise<Json> => {
      const isRead = method === 'GET';
      if (isRead && body !== undefined) throw bodyOfRead();
      return session.json(String(method), String(path), { query: query as JsonObject | undefined, body });
    },
  };
}

function bodyOfRead(): ConnectorError {
  return new ConnectorError(
    'validation',
    400,
    'Request not usable',
    'GET requests have no `body`: use `query`',
  );
}
