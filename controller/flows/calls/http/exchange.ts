import type { Json } from '../../../../schemas/json/types.js';
import { ConnectorError } from '../../../connectors/contract/connector.js';
import { joinTrace } from '../../../connectors/http/trace.js';
import {
  type ActionFiles,
  describeFile,
  requireFiles,
  sendFollowing,
  storeBody,
} from '../../../connectors/index.js';
import { fromConnectorError, standardError } from '../../plan/errors.js';
import type { Scope } from '../../plan/node.js';
import type { Credentials } from './credentials.js';
import type { HttpRequest } from './request.js';
import { isAccepted, type OutputFormat, readResponse, requestRefused } from './response.js';

/** How a request is sent and its response read. */
export interface ExchangeOptions {
  readonly credentials: Credentials | undefined;
  readonly format: OutputFormat | 'file';
  /** The description of a file that is the body of the request. */
  readonly bodyFile?: Json | undefined;
  readonly files?: ActionFiles | undefined;
  readonly redirect: boolean;
  readonly trace: Readonly<Record<string, string>> | undefined;
}

/** Sends a request of a task and returns its output. Call inside `effect`. @throws FlowError */
export async function exchange(scope: Scope, request: HttpRequest, options: ExchangeOptions): Promise<Json> {
  const { credentials, format, redirect, trace } = options;
  const { host } = scope.frame.run;
  const { reference } = scope.task;
  joinTrace(request.headers, trace);
  try {
    const { signal } = scope;
    const file =
      options.bodyFile === undefined ? undefined : await requireFiles(options).open(options.bodyFile);
    if (file) describeFile(file, request.headers);
    const { method, url } = request;
    const content = () => (file ? file.read() : (request.body ?? null)) as string | null;
    const fetch = file || format === 'file' ? host.transfer : host.fetch;
    const staysOnOrigin = credentials !== undefined || host.usesSecrets;
    const send = (headers: Headers) =>
      redirect
        ? sendFollowing(
            fetch,
            { ...request, ...(file && { body: () => file.read() }), headers },
            { signal, staysOnOrigin },
          )
        : fetch(url, { method, headers, body: content(), signal, redirect: 'manual' });
    const response = credentials
      ? await credentials.send(request, send, host.fetch, scope.signal)
      : await send(request.headers);
    if (format !== 'file')
      return await readResponse(response, request, { format, redirect, instance: reference });
    if (!isAccepted(response, redirect)) throw await requestRefused(response, request, reference);
    return { ...(await storeBody(response, url, requireFiles(options))) };
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
