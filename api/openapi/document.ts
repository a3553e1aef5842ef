import type { Json, JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { getExample } from '../operations/shared/example-value.js';
import {
  type DocumentedRoute,
  getBody,
  getBodyTypes,
  getParams,
  isCached,
  takesBody,
} from '../operations/shared/route.js';
import { Components } from './components.js';
import { getResponses } from './responses.js';
import { getTag, tags } from './tags.js';

/** One of the two suffices. */
const credentials: JsonObject[] = [{ apiKey: [] }, { bearer: [] }];

const ifNoneMatch: Record<string, JsonObject> = {
  'if-none-match': { type: 'string', description: 'The `ETag` the caller has; 304 when it is still right.' },
};

export interface DocumentOptions {
  version: string;
  /** The address of the service, without a trailing slash. */
  baseUrl: string;
}

/** Returns the OpenAPI 3.1 document of the bound routes, derived from their operations. */
export function openApiDocument(bindings: readonly DocumentedRoute[], options: DocumentOptions): JsonObject {
  const components = new Components();
  const paths: Record<string, JsonObject> = {};
  for (const binding of bindings) {
    const path = getPath(binding);
    paths[path] = { ...paths[path], [binding.method.toLowerCase()]: operationObject(binding, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'svc',
      version: options.version,
      summary: 'Workflow automation run from Git.',
      description:
        'Flows and the entities around them are YAML files in a Git repository. This API runs flows, reads entities and changes them in commits. Errors are problem details (RFC 9457) with a `code` of the catalog and `hints` on what to do next.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'svc', url: options.baseUrl },
    },
    servers: [{ url: options.baseUrl }],
    security: [...credentials],
    tags: tags.map((tag) => ({ ...tag })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'An API key, as `POST /api/v1/platform/entities/platform/api-key` makes them.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An access token of `POST /api/v1/platform/auth/token`, of the configured issuer, or an API key.',
        },
      },
      schemas: components.schemas(),
    },
  };
}

/** Returns the path in OpenAPI's notation. */
export function getPath({ path, rest }: DocumentedRoute): string {
  return path
    .replace(/(?<!:):(\w+)/g, '{$1}')
    .replaceAll('::', ':')
    .replace(/\*$/, `{${rest ?? 'rest'}}`);
}

/** Returns the `operationId` of a route; each route has its own. */
export function getOperationId({ id, operation }: DocumentedRoute): string {
  return id ?? operation.name;
}

function operationObject(binding: DocumentedRoute, components: Components): JsonObject {
  const { operation } = binding;
  return {
    operationId: getOperationId(binding),
    summary: operation.title,
    description: operation.description,
    tags: [getTag(binding.path)],
    parameters: getParameters(binding, components),
    ...(takesBody(binding) ? bodyObject(binding, components) : {}),
    responses: getResponses(binding, components),
    ...(binding.credential ? { security: binding.credential === 'none' ? [] : [{}, ...credentials] } : {}),
    'x-permission': operation.permission,
  };
}

function getParameters(binding: DocumentedRoute, components: Components): JsonObject[] {
  const { operation, query = [], rest } = binding;
  const getSchema = (name: string): JsonSchema => operation.input.properties[name] ?? {};
  const inPath = getParams(binding).map((param) => {
    const name = param === '*' && rest !== undefined ? rest : param;
    return parameter(name, 'path', getSchema(name), true, components);
  });
  const inQuery = query.map((name) =>
    parameter(name, 'query', getSchema(name), operation.input.required?.includes(name) ?? false, components),
  );
  const headers = { ...(isCached(binding) ? ifNoneMatch : {}), ...binding.requestHeaders };
  const inHeader = Object.entries<JsonObject>(headers).map(([name, schema]) =>
    parameter(name, 'header', schema, false, components),
  );
  return [...inPath, ...inQuery, ...inHeader];
}

function parameter(
  name: string,
  place: 'path' | 'query' | 'header',
  schema: JsonSchema,
  required: boolean,
  components: Components,
): JsonObject {
  const { description, ...rest } = typeof schema === 'object' ? schema : {};
  return {
    name,
    in: place,
    ...(required ? { required } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    schema: components.place(rest),
    ...(rest['type'] === 'array' ? { explode: false } : {}),
    // Prefilled in the page's forms; only the parameters that every call needs have one.
    ...(place === 'path' && Array.isArray(rest['examples']) ? { example: rest['examples'][0] as Json } : {}),
  };
}

/** Returns the body, with an example made of the examples of its fields. */
function bodyObject(binding: DocumentedRoute, components: Components): JsonObject {
  const body = getBody(binding) as { content?: Record<string, { schema: JsonObject }> } & JsonObject;
  const types = getBodyTypes(binding).map((type) => [type, { schema: body as JsonObject }]);
  const content: Record<string, { schema: JsonObject }> = body.content ?? Object.fromEntries(types);
  const { required } = binding.operation.input;
  const isRequired =
    binding.bodies !== undefined ||
    (typeof binding.body === 'string'
      ? (required?.includes(binding.body) ?? false)
      : (binding.body ?? []).some((name) => required?.includes(name)));
  const media = Object.entries(content).map(([type, { schema }]): [string, JsonObject] => [
    type,
    { schema: components.place(schema), example: getExample(schema) as Json },
  ]);
  return { requestBody: { required: isRequired, content: Object.fromEntries(media) } };
}
