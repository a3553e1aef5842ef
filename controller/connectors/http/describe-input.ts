import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { describeSent } from './describe-sent.js';
import { buildRequest, type HttpInput } from './request.js';

/** Stands for the base address, which is not a part of the input. */
const config = { baseUrl: 'http://connection.invalid' };

/** Describes the request that an input makes; an input that makes none stays as it is. */
export function describeInput(input: HttpInput): JsonObject {
  const { path: _, pathParams: _params, query: _query, headers: _headers, body: _body, ...others } = input;
  const rest = others as unknown as JsonObject;
  try {
    const request = buildRequest({ config, idempotencyKey: '', trace: undefined }, input);
    if (request.headers.get('idempotency-key') === '') request.headers.delete('idempotency-key');
    return { ...rest, method: request.method, ...describeSent(request) };
  } catch {
    return input as unknown as { [name: string]: Json };
  }
}
