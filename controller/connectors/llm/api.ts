import type { WebApi } from '../web-api/actions.js';
import { statusRefusal } from '../web-api/refusal.js';
import { anthropic } from './anthropic.js';
import type { ChatApi } from './chat.js';
import type { LlmConfig } from './config-schema.js';
import { openai } from './openai.js';

export const chatApis: Readonly<Record<LlmConfig['api'], ChatApi>> = { openai, anthropic };

export const llmApi: WebApi<LlmConfig> = {
  server: ({ api, baseUrl, apiKey, timeout }) => ({
    timeout,
    secrets: [apiKey],
    headers: chatApis[api].headers(apiKey),
    baseUrl: (baseUrl ?? chatApis[api].address).replace(/\/+$/, '').replace(/\/v1$/, ''),
  }),
  findRefusal: statusRefusal,
};
