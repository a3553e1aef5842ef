import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { ConnectorError } from '../contract/connector.js';
import { answerTool, type ChatApi, type ChatMessage, type ChatRequest, type ToolCall } from './chat.js';
import { getCount, objectIn } from './reading.js';

const reasons: Readonly<Record<string, string>> = { tool_calls: 'tool', content_filter: 'filtered' };

/** Chat completions, as OpenAI and many other servers have them. */
export const openai: ChatApi = {
  address: 'https://api.openai.com',
  path: '/v1/chat/completions',
  headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  encode: (request, isPublic) => {
    const { model, maxTokens, temperature, stop, system, messages, tools = [], mayCall, answer } = request;
    const first: JsonObject[] = system === undefined ? [] : [{ role: 'system', content: system }];
    return {
      model,
      messages: [...first, ...messages.flatMap(encodeMessage)],
      // The newer name, which other servers may not know.
      [isPublic ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
      ...(temperature === undefined ? {} : { temperature }),
      ...(stop === undefined ? {} : { stop: [...stop] }),
      ...(tools.length === 0
        ? {}
        : { tools: encodeTools(tools), tool_choice: mayCall === false ? 'none' : 'auto' }),
      ...(answer === undefined
        ? {}
        : { response_format: { type: 'json_schema', json_schema: { name: answerTool, schema: answer } } }),
    };
  },
  decode(answer) {
    const { choices, usage, model } = objectOr(answer);
    const choice = objectOr(Array.isArray(choices) ? choices[0] : undefined);
    const { content, tool_calls: calls, refusal } = objectOr(choice['message']);
    if (!isObject(choice['message'])) throw unreadable();
    const finish = String(choice['finish_reason'] ?? 'stop');
    const { prompt_tokens: input, completion_tokens: output } = objectOr(usage);
    return {
      text: typeof content === 'string' ? content : typeof refusal === 'string' ? refusal : '',
      calls: Array.isArray(calls) ? calls.map(decodeCall) : [],
      finishReason: typeof refusal === 'string' ? 'filtered' : (reasons[finish] ?? finish),
      usage: { inputTokens: getCount(input), outputTokens: getCount(output) },
      model: String(model ?? ''),
    };
  },
};

function encodeTools(tools: NonNullable<ChatRequest['tools']>): JsonObject[] {
  return tools.map(({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: schema },
  }));
}

function encodeMessage(message: ChatMessage): JsonObject[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }];
    case 'tool':
      return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
    case 'assistant': {
      const calls = message.calls.map(({ id, name, arguments: callArguments }) => {
        return { id, type: 'function', function: { name, arguments: toJsonText(callArguments ?? {}) } };
      });
      if (calls.length === 0) return [{ role: 'assistant', content: message.text }];
      return [{ role: 'assistant', content: message.text === '' ? null : message.text, tool_calls: calls }];
    }
  }
}

function decodeCall(call: Json): ToolCall {
  const { id, function: called } = objectOr(call);
  const { name, arguments: callArguments } = objectOr(called);
  return { id: String(id ?? ''), name: String(name ?? ''), arguments: objectIn(callArguments) };
}

function unreadable(): ConnectorError {
  const detail = 'The server answered without `choices[0].message`: it may have another API';
  return new ConnectorError('communication', 502, 'Response not readable', detail);
}
