import type { JsonObject } from '../../../schemas/json/types.js';
import { defineConnector } from '../contract/connector.js';
import { toAddresses } from '../contract/destinations.js';
import { type Form, getActions, getTest } from '../web-api/actions.js';
import { choice, object } from '../web-api/fields.js';
import { getAgent } from './agent.js';
import { a2aApi } from './api.js';
import { type A2aConfig, configSchema } from './config-schema.js';
import { methods } from './methods.js';
import { ask } from './request.js';

const parameters: JsonObject = object(
  'Parameters',
  'The parameters of the method. A message without `messageId` and `role` gets them.',
  { message: { parts: [{ kind: 'text', text: 'Where is order 17?' }] } },
);

const output: JsonObject = {
  title: 'Result',
  description: 'The result of the method; a list of events for a method that streams.',
};

const request: Form<A2aConfig> = {
  title: 'Send a request',
  description: 'Sends a request of the protocol to the agent, and returns its result.',
  hints: 'anything',
  properties: {
    method: choice('Method', 'The method, as version 0.3 names it.', Object.keys(methods)),
    parameters,
  },
  required: ['method'],
  output,
  run: (session, { method, parameters: passedParameters = {} }, config) =>
    ask(session, { method: String(method), parameters: passedParameters as JsonObject }, config),
};

/** Agents of the Agent2Agent protocol, versions 0.3 and 1.0, over JSON-RPC. */
export const a2aConnector = defineConnector<A2aConfig>({
  name: 'a2a',
  title: 'A2A',
  description: 'An agent that answers over the Agent2Agent protocol: messages and tasks.',
  configSchema,
  destinations: toAddresses('url', 'card'),
  actions: getActions(a2aApi, { request }),
  test: getTest(a2aApi, async (session, config) => {
    const { address } = await getAgent(session, config);
    // Every agent knows the method, and none knows the task.
    await ask(session, { method: 'tasks/get', parameters: { id: 'svc-test' } }, config).catch(ignoreUnknown);
    return config.card === undefined ? '' : `the agent at ${new URL(address).host}`;
  }),
});

function ignoreUnknown(error: { status?: number }): void {
  if (error.status !== 404) throw error;
}
