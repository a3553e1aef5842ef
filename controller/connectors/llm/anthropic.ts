import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { ConnectorError } from '../contract/connector.js';
import { answerTool, type ChatApi, type ChatMessage, type ChatRequest } from './chat.js';
import { getCount, objectIn } from './reading.js';

const reasons: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  tool_use: 'tool',
  refusal: 'filtered',
};

/** The messages API of Anthropic. */
export const anthropic: ChatApi = {
  address: 'https://api.anthropic.com',
  path: '/v1/messages',
  headers: (apiKey) => ({
    'anthropic-version': '2023-06-01',
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
  }),
  encode: (request) => {
    const { model, maxTokens, temperature, stop, system, messages } = request;
    return {
      model,
      max_tokens: maxTokens,
      messages: messages.map(encodeMessage),
      ...(system === undefined ? {} : { system }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(stop === undefined ? {} : { stop_sequences: [...stop] }),
      ...encodeTools(request),
    };
  },
  decode(answer) {
    const { content, stop_reason: stopped, usage, model } = objectOr(answer);
    if (!Array.isArray(content)) throw unreadable();
    const blocks = content.map(objectOr);
    const ofType = (type: string) => blocks.filter((block) => block['type'] === type);
    const finish = String(stopped ?? 'end_turn');
    const { input_tokens: input, cache_read_input_tokens: read, output_tokens: output } = objectOr(usage);
    return {
      text: ofType('text')
        .map(({ text }) => String(text ?? ''))
        .join(''),
      calls: ofType('tool_use').map(({ id, name, input: callArguments }) => {
        return { id: String(id ?? ''), name: String(name ?? ''), arguments: objectIn(callArguments) };
      }),
      finishReason: reasons[finish] ?? finish,
      usage: { inputTokens: getCount(input) + getCount(read), outputTokens: getCount(output) },
      model: String(model ?? ''),
    };
  },
};

function encodeTools({ tools = [], mayCall, answer }: ChatRequest): JsonObject {
  if (answer !== undefined) {
    const description = 'Takes the answer.';
    return {
      tools: [{ name: answerTool, description, input_schema: answer }],
      tool_choice: { type: 'tool', name: answerTool },
    };
  }
  if (tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
    tool_choice: { type: mayCall === false ? 'none' : 'auto' },
  };
}

function encodeMessage(message: ChatMessage): JsonObject {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text };
    case 'tool': {
      const content = message.results.map(({ id, text, isError }): Json => {
        return {
          type: 'tool_result',
          tool_use_id: id,
          content: text,
          ...(isError ? { is_error: true } : {}),
        };
      });
      return { role: 'user', content };
    }
    case 'assistant': {
      if (message.calls.length === 0) return { role: 'assistant', content: message.text };
      const said: Json[] = message.text === '' ? [] : [{ type: 'text', text: message.text }];
      const calls = message.calls.map(({ id, name, arguments: callArguments }): Json => {
        return { type: 'tool_use', id, name, input: callArguments ?? {} };
      });
      return { role: 'assistant', content: [...said, ...calls] };
    }
  }
}

function unreadable(): ConnectorError {
  const detail = 'The server answered without `content`: it may have another API';
  return new ConnectorError('communication', 502, 'Response not readable', detail);
}
