import { json } from '../server.js';
import { keepsTheWebContract } from '../web-api/suite.js';
import { connector } from './api.js';

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: { '/orders': { get: { operationId: 'listOrders', responses: { 200: { description: 'All.' } } } } },
});
const config = (token: string) => (baseUrl: string) => ({
  document: 'shop.openapi.json',
  baseUrl,
  security: { token: { token } },
});

keepsTheWebContract({
  connector,
  handler: ({ headers }, response) =>
    headers.authorization === 'Bearer right'
      ? json(response, [{ id: 1 }])
      : json(response, { sent: headers.authorization ?? null }, 401),
  config: config('right'),
  wrong: { config: config('wrong-token'), secret: 'wrong-token' },
  refusals: ['communication'],
  badConfigs: [
    [{}, ''],
    [{ document: 'shop.openapi.json', baseUrl: 'shop' }, '/baseUrl'],
    [{ document: 'shop.openapi.json', timeuot: 3 }, '/timeuot'],
  ],
  reads: { action: 'listOrders', input: {} },
  texts: { document },
});
