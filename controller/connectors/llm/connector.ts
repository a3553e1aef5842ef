import { objectOr } from '../../../schemas/json/values.js';
import { addressDestinations } from '../../security/policy/destination.js';
import { defineConnector } from '../contract/connector.js';
import { getActions, getTest } from '../web-api/actions.js';
import { agent } from './agent.js';
import { chatApis, llmApi } from './api.js';
import { configSchema, type LlmConfig } from './config-schema.js';
import { extract } from './extract.js';
import { generate } from './generate.js';

/** Language models: texts, data with a schema, and agents that call actions of connections. */
export const llmConnector = defineConnector<LlmConfig>({
  name: 'llm',
  title: 'Language model',
  description: 'Language models: texts, data with a schema, and agents that call actions of connections.',
  configSchema,
  destinations: ({ baseUrl, api }) =>
    addressDestinations(baseUrl ?? chatApis[api as LlmConfig['api']].address),
  actions: getActions(llmApi, { generate, extract, agent }),
  test: getTest(llmApi, async (session) => {
    const { data } = objectOr(await session.json('GET', '/v1/models'));
    return Array.isArray(data) ? `${data.length} models` : '';
  }),
});
