import { defineConnector } from '../contract/connector.js';
import { findConsent } from '../http/credentials/destinations.js';
import { authKeys } from '../http/credentials/keys.js';
import { getStateOfLimit } from '../http/limits/rate-limit-schema.js';
import { actionsIn } from './actions.js';
import { ApiClient, isAddress } from './client.js';
import { configSchema } from './config-schema.js';
import type { OpenApiConfig } from './credentials/config.js';
import { getDestinations } from './destinations.js';
import { isFault, readDocument } from './document/read.js';
import { findDocument } from './find-document.js';
import { completeConfig, findCallFault, findPresetFaults } from './presets/complete.js';
import { isPresetFile, readPreset } from './presets/read-preset.js';
import { probe } from './probe.js';

function describedFile(holds: 'document' | 'preset', file: string) {
  return { holds, file: file.replace(/^file:(?:\/\/(?=\/))?/, ''), pointer: `/${holds}` };
}

/** HTTP APIs with a description in OpenAPI or Swagger. */
export const openApiConnector = defineConnector<OpenApiConfig, ApiClient>({
  name: 'openapi',
  title: 'OpenAPI',
  description: 'An HTTP API with a description (OpenAPI 3, Swagger 2): each operation is an action.',
  configSchema,
  getStateOfNode: ({ rateLimit }) => getStateOfLimit(rateLimit),
  complete: completeConfig,
  findFaults: findPresetFaults,
  destinations: getDestinations,
  keys: authKeys,
  consent: findConsent,
  client: { open: ApiClient.open, close: ({ access }) => access.close() },
  actions: {},
  described: {
    files({ document, preset }) {
      const file = typeof document !== 'string' || isAddress(document) ? undefined : document;
      return [
        ...(file === undefined ? [] : [describedFile('document', file)]),
        ...(typeof preset === 'string' && isPresetFile(preset) ? [describedFile('preset', preset)] : []),
      ];
    },
    check(text, holds) {
      const content = holds === 'preset' ? readPreset(text) : readDocument(text);
      return isFault(content) ? content : undefined;
    },
    actions(config, texts) {
      const document = findDocument(config, texts);
      return document && actionsIn(document, completeConfig(config, texts), findCallFault(config, texts));
    },
    async discover(context) {
      return actionsIn(await context.client.document(context), context.config);
    },
  },
  test: probe,
});
