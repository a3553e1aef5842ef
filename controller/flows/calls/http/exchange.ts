import type { Json } from '../../../../schemas/json/types.js';
import { ConnectorError } from '../../../connectors/contract/connector.js';
import { joinTrace } from '../../../connectors/http/trace.js';
import { sendFollowing } from '../../../connectors/index.js';
import { fromConnectorError, standardError } from '../../plan/errors.js';
import type { Scope } from '../../plan/node.js';
import type { Credentials } from './credentials.js';
import type { HttpRequest } from './request.js';
import { type OutputFormat, readResponse } from './response.js';

/** How a request is sent and its response read. */
export interface ExchangeOptions {
  readonly credentials: Credentials | undefined;
  readonly format: OutputFormat;
  readonly redirect: boolean;
  readonly trace: Readonly<Record<string, string>> | undefined;
}

/** Sends a request of a task and returns its output. Call inside `effect`. @throws FlowError */
export async function exchange(scope: Scope, request: HttpRequest, options: ExchangeOptions): Promise<Json> {
  const { credentials, format, redirect, trace } = options;
  const { host } = scope.frame.run;
  const { fetch } = host;
  const { reference } = scope.task;
  joinTrace(request.headers, trace);
  try {
    const { signal } = scope;
    const { method, url, body = null } = request;
    const staysOnOrigin = credentials !== undefined || host.usesSecrets;
    const send = (headers: Headers) =>
      redirect
        ? sendFollowing(fetch, { ...request, headers }, { signal, staysOnOrigin })
        : fetch(url, { method, headers, body, signal, redirect: 'manual' });
    const response = credentials
      ? await credentials.send(request, send, fetch, scope.signal)
      : await send(request.headers);
    return await readResponse(response, request, { format, redirect, instance: reference });
  } catch (error) {
    throw failed(error, request, reference);
  }
}

/** Converts an error of `fetch` to an error of the flow. */
function failed(error: unknown, request: HttpRequest, instance: string): unknown {
  if (error instanceof ConnectorError) return fromConnectorError(error, instance);
  if (!(error instanceof TypeError)) return error;
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return standardError('communication', {
    status: 503,
    detail: `${request.method} ${request.url.origin} failed: ${cause}`,
    instance,
    cause: error,
  });
}
