import { defineConnector } from '../contract/connector.js';
import { findConsent } from '../http/credentials/destinations.js';
import { authKeys } from '../http/credentials/keys.js';
import { actionsIn } from './actions.js';
import { ApiClient, isAddress } from './client.js';
import { configSchema } from './config-schema.js';
import type { OpenApiConfig } from './credentials/config.js';
import { getDestinations } from './destinations.js';
import { isFault, readDocument } from './document/read.js';
import { probe } from './probe.js';

/** HTTP APIs with a description in OpenAPI or Swagger. */
export const openApiConnector = defineConnector<OpenApiConfig, ApiClient>({
  name: 'openapi',
  title: 'OpenAPI',
  description: 'An HTTP API with a description (OpenAPI 3, Swagger 2): each operation is an action.',
  configSchema,
  getStateOfNode: ({ rateLimit }) => (rateLimit === undefined ? undefined : 'rate-limit'),
  destinations: getDestinations,
  keys: authKeys,
  consent: findConsent,
  client: { open: ApiClient.open, close: ({ access }) => access.close() },
  actions: {},
  described: {
    files({ document }) {
      if (typeof document !== 'string' || isAddress(document)) return [];
      return [
        { holds: 'document', file: document.replace(/^file:(?:\/\/(?=\/))?/, ''), pointer: '/document' },
      ];
    },
    check(text) {
      const document = readDocument(text);
      return isFault(document) ? document : undefined;
    },
    actions(config, { document: text }) {
      const document = text === undefined ? undefined : readDocument(text);
      return document && !isFault(document) ? actionsIn(document, config) : undefined;
    },
    async discover(context) {
      return actionsIn(await context.client.document(context), context.config);
    },
  },
  test: probe,
});
