import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr, pointerTo } from '../../../schemas/json/values.js';
import { type ActionContext, ConnectorError, type InputFault } from '../contract/connector.js';
import type { HttpConnection } from './client.js';
import type { HttpConfig } from './config-schema.js';
import { exchange } from './exchange.js';
import { moveFile } from './move-file.js';
import { paginate } from './paginate.js';
import type { Paginate } from './paging/paginate-schema.js';
import { buildRequest, type HttpInput, pathFault } from './request.js';
import { headerFault, methodFault } from './unsendable.js';

/** Sends the request of an action, or one for each page of a list. @throws ConnectorError */
export async function runRequest(
  context: ActionContext<HttpConfig, HttpConnection>,
  values: JsonObject,
): Promise<Json> {
  const input = values as unknown as HttpInput & { paginate?: Paginate };
  if (input.paginate !== undefined) {
    if (input.output === undefined || input.output === 'content')
      return paginate(context, input, input.paginate);
    throw new ConnectorError('validation', 400, 'Request not usable', twoOutputs);
  }
  if (input.bodyFile !== undefined || input.output === 'file') return moveFile(context, input);
  const { status, headers, content } = await exchange(context, () => buildRequest(context, input));
  if (input.output !== 'response') return content;
  return { statusCode: status, headers: Object.fromEntries(headers), content };
}

const twoOutputs = '`paginate` returns the items of all pages, so `output` can only be `content`';

/** Finds what no request can have, a `{name}` of the path without a value, and outputs that exclude each other. */
export function requestFault(
  input: JsonObject,
  isKnown: (value: Json | undefined) => boolean,
): InputFault | undefined {
  const unsendable = unsendableFault(input, isKnown);
  if (unsendable) return unsendable;
  const { paginate: pages, output = 'content' } = input;
  if (pages === undefined || output === 'content' || !isKnown(output)) return pathFault(input, isKnown);
  return { pointer: '/output', message: twoOutputs, hint: 'Remove `output`, or `paginate`.' };
}

function unsendableFault(
  { method, headers, body, bodyFile }: JsonObject,
  isKnown: (value: Json | undefined) => boolean,
): InputFault | undefined {
  if (typeof method === 'string' && isKnown(method)) {
    const message = methodFault(method);
    if (message !== undefined) return { pointer: '/method', message };
    const field = body === undefined ? 'bodyFile' : 'body';
    if (/^(?:get|head)$/i.test(method) && (body ?? bodyFile) !== undefined)
      return { pointer: `/${field}`, message: `${method.toUpperCase()} requests have no \`${field}\`` };
  }
  for (const name of Object.keys(objectOr(headers))) {
    const message = headerFault(name);
    if (message !== undefined) return { pointer: pointerTo('/headers', name), message };
  }
  return undefined;
}
