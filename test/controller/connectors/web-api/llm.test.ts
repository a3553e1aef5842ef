import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Connector } from '../../../../controller/connectors/index.js';
import { llmConnector } from '../../../../controller/connectors/llm/connector.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { ModelServer } from './model-server.js';
import { callAction, keepsTheWebContract } from './suite.js';

const connector = llmConnector as unknown as Connector;
const config = (api: string, baseUrl: string, apiKey = 'right') => ({ api, baseUrl, apiKey, model: 'm' });

for (const api of ['openai', 'anthropic']) {
  keepsTheWebContract({
    connector,
    handler: (...given) => new ModelServer().handler(...given),
    config: (url) => config(api, url),
    wrong: { config: (url) => config(api, url, 'sk-wrong-key'), secret: 'sk-wrong-key' },
    badConfigs: [
      [{}, ''],
      [{ api: 'gemini' }, '/api'],
      [{ api, apiKey: 'sk-plain' }, '/apiKey'],
    ],
    reads: { action: 'generate', input: { prompt: 'Hello' } },
  });
}

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start();
});
afterEach(() => server.stop());

const ask = (api: string, input: JsonObject) =>
  callAction(connector, config(api, `${server.url}/v1`), { action: 'generate', input });

describe('a text', () => {
  const input = {
    system: 'Be brief.',
    prompt: 'And now?',
    temperature: 0,
    stop: ['END'],
    maxTokens: 50,
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ],
  };
  const said = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { role: 'user', content: 'And now?' },
  ];
  const answer = {
    text: 'Now.',
    finishReason: 'stop',
    usage: { inputTokens: 10, outputTokens: 5 },
    model: 'm-2026',
  };

  test('is asked for in the form of chat completions', async () => {
    server.turns = [{ text: 'Now.' }];
    expect(await ask('openai', input)).toEqual(answer);
    expect(server.asked).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { 'idempotency-key': 'key-1:1' },
        body: {
          model: 'm',
          temperature: 0,
          stop: ['END'],
          max_tokens: 50,
          messages: [{ role: 'system', content: 'Be brief.' }, ...said],
        },
      },
    ]);
  });

  test('is asked for in the form of messages', async () => {
    server.turns = [{ text: 'Now.' }];
    expect(await ask('anthropic', input)).toEqual(answer);
    expect(server.asked[0]?.body).toEqual({
      model: 'm',
      temperature: 0,
      stop_sequences: ['END'],
      max_tokens: 50,
      system: 'Be brief.',
      messages: said,
    });
  });

  test.each(['openai', 'anthropic'])('waits as long as %s asks', async (api) => {
    await expect(ask(api, { prompt: 'Hello', model: 'busy' })).rejects.toMatchObject({
      kind: 'communication',
      status: 429,
      retryAfter: 20,
      message: expect.stringContaining('Rate limit reached'),
    });
  });

  test('of a server with another API is an error with a reason', async () => {
    const mixed = { ...config('openai', server.url), baseUrl: `${server.url}/other` };
    await expect(
      callAction(connector, mixed, { action: 'generate', input: { prompt: 'x' } }),
    ).rejects.toMatchObject({
      kind: 'communication',
      status: 404,
    });
  });

  test('needs a model', async () => {
    const { model: _, ...without } = config('openai', server.url);
    await expect(
      callAction(connector, without, { action: 'generate', input: { prompt: 'x' } }),
    ).rejects.toMatchObject({
      kind: 'configuration',
      message: expect.stringContaining('`model`'),
    });
  });
});
