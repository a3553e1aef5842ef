import { httpConnector } from '../../../../controller/connectors/http/connector.js';
import type { Connector } from '../../../../controller/connectors/index.js';
import { json } from '../server.js';
import { keepsTheWebContract } from '../web-api/suite.js';

const auth = (token: string) => ({ type: 'bearer', token });

keepsTheWebContract({
  connector: httpConnector as unknown as Connector,
  handler: ({ headers }, response) =>
    headers.authorization === 'Bearer right'
      ? json(response, { total: 80 })
      : json(response, { sent: headers.authorization ?? null }, 401),
  config: (baseUrl) => ({ baseUrl, auth: auth('right') }),
  wrong: { config: (baseUrl) => ({ baseUrl, auth: auth('wrong-token') }), secret: 'wrong-token' },
  // Errors of HTTP keep the status of the server.
  refusals: ['communication'],
  badConfigs: [
    [{}, ''],
    [{ baseUrl: 'shop.example.com' }, '/baseUrl'],
    [{ baseUrl: 'https://shop.example.com', auth: auth('plain') }, '/auth/token'],
    [{ baseUrl: 'https://shop.example.com', timeuot: 3 }, '/timeuot'],
  ],
  reads: { action: 'get', input: { path: '/orders' } },
});
