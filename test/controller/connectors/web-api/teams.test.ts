import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connector } from '../../../../controller/connectors/index.js';
import { teamsConnector } from '../../../../controller/connectors/teams/connector.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { type Handler, json, TestServer } from '../server.js';
import { callAction, keepsTheWebContract } from './suite.js';

const connector = teamsConnector as unknown as Connector;
let posted: JsonObject[] = [];

/** Answers as the webhook of a workflow: 202 without a body. */
const handler: Handler = (request, response, body) => {
  const url = new URL(request.url ?? '', 'http://teams');
  if (url.pathname === '/busy')
    return void response.end('Webhook message delivery failed: HTTP error 429 with ContextId x');
  if (url.pathname !== '/workflows/1') return void response.writeHead(404).end();
  if (url.searchParams.get('sig') !== 'right')
    return json(
      response,
      { error: { code: 'DirectApiAuthorizationRequired', message: 'The signature is not valid.' } },
      401,
    );
  posted.push(JSON.parse(body));
  response.writeHead(202).end();
};

const webhook = (url: string, sig = 'right') => ({ webhook: `${url}/workflows/1?api-version=1&sig=${sig}` });

keepsTheWebContract({
  connector,
  handler,
  config: (url) => webhook(url),
  wrong: { config: (url) => webhook(url, 'wrong-signature'), secret: 'wrong-signature' },
  badConfigs: [
    [{}, ''],
    [{ webhook: 'https://example.com/x' }, '/webhook'],
  ],
  reads: { action: 'send', input: { text: 'Paid' } },
});

describe('messages of Teams', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(handler);
  });
  afterAll(() => server.stop());
  const send = (input: JsonObject, config: JsonObject = webhook(server.url)) => {
    posted = [];
    return callAction(connector, config, { action: 'send', input });
  };

  test('a title, a text and facts become an Adaptive Card', async () => {
    expect(await send({ title: 'Order', text: 'Paid', facts: { Total: 80, Note: null } })).toEqual({
      status: 202,
    });
    expect(posted).toMatchObject([
      {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              type: 'AdaptiveCard',
              body: [
                { type: 'TextBlock', text: 'Order' },
                { type: 'TextBlock', text: 'Paid' },
                {
                  type: 'FactSet',
                  facts: [
                    { title: 'Total', value: '80' },
                    { title: 'Note', value: '' },
                  ],
                },
              ],
            },
          },
        ],
      },
    ]);
  });

  test('a card is sent as it is', async () => {
    const card = { type: 'AdaptiveCard', version: '1.5', body: [] };
    await send({ card });
    expect(posted).toMatchObject([{ attachments: [{ content: card }] }]);
  });

  test('an address that is none is an error, without the address', async () => {
    const failure = await send({ text: 'Paid' }, { webhook: 'no-address' }).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'validation' });
    expect(failure.message).not.toContain('no-address');
  });

  test('a failure inside an answer of success is an error', async () => {
    await expect(send({ text: 'Paid' }, { webhook: `${server.url}/busy` })).rejects.toMatchObject({
      kind: 'communication',
      status: 429,
    });
  });
});
