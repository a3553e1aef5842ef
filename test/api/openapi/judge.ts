import { Ajv2020 as Ajv, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { getPath, openApiDocument } from '../../../api/openapi/document.js';
import { routes } from '../../../api/operations/registry.js';
import type { DocumentedRoute } from '../../../api/operations/shared/route.js';
import { signInRoutes } from '../../../api/operations/sign-in/routes.js';
import { gitSyncRoute } from '../../../api/webhooks/git-sync-route.js';
import type { JsonObject } from '../../../schemas/json/types.js';

export interface SeenAnswer {
  method: string;
  /** Path and query. */
  url: string;
  status: number;
  contentType: string | undefined;
  body: string;
}

const documented: readonly DocumentedRoute[] = [...routes, ...signInRoutes, gitSyncRoute];
export const document = openApiDocument(documented, { version: '0.0.0', baseUrl: 'http://127.0.0.1' });
const ajv = new Ajv({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
ajv.addSchema({ $id: 'document', ...document });

/** More exact paths first, as the router prefers them. */
const paths = [...new Set(documented.map(getPath))]
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({ path, pattern: getPattern(path) }));
const compiled = new Map<string, ValidateFunction>();

/** Returns how an answer differs from the OpenAPI document, undefined for an answer as documented. */
export function judge(answer: SeenAnswer): string | undefined {
  const path = answer.url.split('?', 1)[0] ?? '';
  const where = paths.find(({ pattern }) => pattern.test(path))?.path;
  const method = answer.method === 'HEAD' ? 'get' : answer.method.toLowerCase();
  const operation = where === undefined ? undefined : at(document, ['paths', where, method]);
  // An address that is not documented does not exist, and its answer says so.
  if (!operation) return undefined;
  const name = `${answer.method} ${answer.url}: ${answer.status}`;
  const responses = operation['responses'] as JsonObject;
  const key = responses[answer.status] ? String(answer.status) : `${String(answer.status)[0]}XX`;
  const response = responses[key] as JsonObject | undefined;
  if (!response) return `${name} is not documented`;
  if (answer.body === '' || answer.method === 'HEAD') return undefined;
  const content = (response['content'] ?? {}) as JsonObject;
  const type = answer.contentType?.split(';', 1)[0] ?? '';
  if (!content[type]) return `${name} answers ${type || 'an unknown type'}, which is not documented`;
  if (!type.endsWith('json')) return undefined;
  const validate = validatorFor(['paths', where ?? '', method, 'responses', key, 'content', type, 'schema']);
  if (validate(JSON.parse(answer.body))) return undefined;
  return `${name} does not fit its schema: ${ajv.errorsText(validate.errors)}`;
}

function validatorFor(pointer: readonly string[]): ValidateFunction {
  const reference = `document#/${pointer.map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/')}`;
  let validate = compiled.get(reference);
  if (!validate) {
    validate = ajv.compile({ $ref: reference });
    compiled.set(reference, validate);
  }
  return validate;
}

function at(value: JsonObject, keys: readonly string[]): JsonObject | undefined {
  let found: JsonObject | undefined = value;
  for (const key of keys) found = found?.[key] as JsonObject | undefined;
  return found;
}

function getPattern(path: string): RegExp {
  const isRest = routes.some((route) => route.rest !== undefined && getPath(route) === path);
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${isRest ? escaped.replace(/\[\^\/\]\+$/, '.+') : escaped}/?$`);
}
