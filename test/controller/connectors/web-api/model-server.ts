import type { JsonObject } from '../../../../schemas/json/types.js';
import { type Handler, json, TestServer } from '../server.js';

/** The next words of the model: a text, calls of tools, or data for a schema. */
export type Turn = { text: string } | { calls: [name: string, input: unknown][] } | { data: unknown };

/** A request as the server got it. */
interface Asked {
  path: string;
  headers: Record<string, unknown>;
  body: JsonObject;
}

/** A server with both APIs of language models, whose answers the test writes. */
export class ModelServer {
  readonly asked: Asked[] = [];
  turns: Turn[] = [];
  #server!: TestServer;

  static async start(): Promise<ModelServer> {
    const model = new ModelServer();
    model.#server = await TestServer.start(model.handler);
    return model;
  }

  get url(): string {
    return this.#server.url;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  readonly handler: Handler = (request, response, body) => {
    const { url = '', headers } = request;
    const isAnthropic = headers['anthropic-version'] !== undefined;
    const key = isAnthropic ? headers['x-api-key'] : headers.authorization?.replace('Bearer ', '');
    if (key !== 'right') {
      const error = { message: `Incorrect API key provided: ${key}`, type: 'authentication_error' };
      return json(response, isAnthropic ? { type: 'error', error } : { error }, 401);
    }
    if (url === '/v1/models') return json(response, { object: 'list', data: [{ id: 'm' }] });
    const given = JSON.parse(body) as JsonObject;
    this.asked.push({ path: url, headers, body: given });
    if (given['model'] === 'busy') {
      response.setHeader('retry-after', '20');
      return json(response, { error: { message: 'Rate limit reached', type: 'requests' } }, 429);
    }
    const turn = this.turns.shift() ?? { text: 'Hello' };
    if (url === '/v1/chat/completions' && !isAnthropic) return json(response, openaiAnswer(turn, given));
    if (url === '/v1/messages' && isAnthropic) return json(response, anthropicAnswer(turn, given));
    json(response, { error: { message: `Unknown request URL: ${url}` } }, 404);
  };
}

function openaiAnswer(turn: Turn, { model }: JsonObject): object {
  const calls = 'calls' in turn ? turn.calls : [];
  const tool_calls = calls.map(([name, input], index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));
  const content = 'text' in turn ? turn.text : 'data' in turn ? JSON.stringify(turn.data) : null;
  const message = { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls }) };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: `${model}-2026`,
    choices: [{ index: 0, message, finish_reason: calls.length === 0 ? 'stop' : 'tool_calls' }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
}

function anthropicAnswer(turn: Turn, { model }: JsonObject): object {
  const calls: [string, unknown][] =
    'calls' in turn ? turn.calls : 'data' in turn ? [['answer', turn.data]] : [];
  const uses = calls.map(([name, input], index) => ({ type: 'tool_use', id: `toolu_${index}`, name, input }));
  const text = 'text' in turn ? [{ type: 'text', text: turn.text }] : [];
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: `${model}-2026`,
    content: [...text, ...uses],
    stop_reason: calls.length === 0 ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  };
}
