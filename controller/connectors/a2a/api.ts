import type { Json } from '../../../schemas/json/types.js';
import { isObject, member, objectOr } from '../../../schemas/json/values.js';
import type { WebApi } from '../web-api/actions.js';
import { type Refusal, statusRefusal } from '../web-api/refusal.js';
import type { A2aConfig } from './config-schema.js';

export const a2aApi: WebApi<A2aConfig> = {
  server: ({ url, card = '', timeout, token, headers = {} }) => ({
    baseUrl: url ?? card,
    timeout,
    secrets: [token, ...Object.values(headers)],
    // The credentials go with the requests that may carry them.
    headers: {},
  }),
  findRefusal: (answer) => errorIn(answer.content) ?? statusRefusal(answer),
};

/** The headers that sign in at the agent. */
export function getCredentials({ token, headers = {} }: A2aConfig): Record<string, string> {
  return { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
}

/** HTTP statuses for codes of errors (JSON-RPC 2.0, section 5.1; A2A, section 8). */
const statuses: Readonly<Record<number, number>> = {
  [-32700]: 400,
  [-32600]: 400,
  [-32601]: 422,
  [-32602]: 422,
  [-32001]: 404,
  [-32002]: 409,
  [-32003]: 422,
  [-32004]: 422,
  [-32005]: 422,
};

/** Finds the error of an answer of JSON-RPC. */
export function errorIn(content: Json): Refusal | undefined {
  const error = isObject(content) ? member(content, 'error') : undefined;
  if (!isObject(error)) return undefined;
  const { code, message } = objectOr(error);
  return { status: statuses[Number(code)] ?? 502, said: String(message ?? `the error ${String(code)}`) };
}
