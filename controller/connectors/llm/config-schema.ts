import type { JsonObject } from '../../../schemas/json/types.js';
import {
  baseUrlField,
  credentialField,
  getConfig,
  timeoutField,
  type WebConfig,
} from '../web-api/config-fields.js';
import { choice, text, whole } from '../web-api/fields.js';

/** The connector's configuration with the values of its secrets. */
export interface LlmConfig extends Partial<WebConfig> {
  api: 'openai' | 'anthropic';
  apiKey?: string;
  model?: string;
  maxTokens: number;
  timeout: number;
}

export const configSchema: JsonObject = {
  ...getConfig('LLM connection', 'A language model: an OpenAI-compatible server, or Anthropic.', {
    api: choice(
      'API',
      '`openai`: chat completions, which many servers have (`/v1/chat/completions`). `anthropic`: messages (`/v1/messages`).',
      ['openai', 'anthropic'],
    ),
    apiKey: credentialField('Key', 'The API key; left out where the server asks for none.', 'llm/api', 'key'),
    model: text('Model', 'The model of calls that name none.', 'gpt-5-mini'),
    maxTokens: {
      ...whole('Tokens', 'The most tokens of one answer, where a call says nothing else.', 4_096),
      default: 4_096,
      maximum: 1_000_000,
    },
    baseUrl: baseUrlField(
      'The address of the server, with or without `/v1`; without it, the public one of the API.',
      undefined,
      'http://localhost:11434',
    ),
    timeout: timeoutField(120),
  }),
  required: ['api'],
};
