import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { untilAborted, within } from '../../concurrency/signals.js';
import type { ConnectionContext } from '../contract/connector.js';
import type { S3Config } from './config-schema.js';
import { failureOf } from './failures.js';

type Library = typeof import('@aws-sdk/client-s3');
type Network = ConnectionContext<S3Config>['network'];

/**
 * Works with the bucket of a connection within its time. The client makes no sockets of its own: every request takes the
 * way of the service to the network.
 * @throws ConnectorError
 */
export async function inBucket<Result>(
  { config, network, signal }: Pick<ConnectionContext<S3Config>, 'config' | 'network' | 'signal'>,
  work: (client: S3Client, library: Library, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const library = await import('@aws-sdk/client-s3');
  const client = new library.S3Client({
    region: config.region,
    ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint }),
    forcePathStyle: config.pathStyle ?? false,
    credentials: {
      accessKeyId: config.accessKeyId,
      secretAccessKey: config.secretAccessKey,
      ...(config.sessionToken === undefined ? {} : { sessionToken: config.sessionToken }),
    },
    // Flows say themselves how often they try; other servers do not know the newer checksums.
    maxAttempts: 1,
    expectContinueHeader: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      handle: (request: Request, options?: Options) => exchange(network, request, options),
    } as never,
  });
  try {
    return await within(config.timeout * 1_000, signal, (limited) =>
      untilAborted(work(client, library, limited), limited),
    );
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw failureOf(error, config);
  } finally {
    client.destroy();
  }
}

/** A request as the library hands it over. */
interface Request {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

interface Options {
  abortSignal?: AbortSignal;
}

async function exchange(network: Network, request: Request, { abortSignal }: Options = {}) {
  const { method, protocol, hostname, port, path, query, headers, body } = request;
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encoded(name)}=${encoded(each ?? '')}`),
  );
  const address = `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`;
  const { host: _host, 'content-length': _length, ...sent } = headers;
  const response = await network.fetch(
    `${address}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`,
    {
      method,
      headers: sent,
      redirect: 'manual',
      ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body: body as never }),
      ...(abortSignal === undefined ? {} : { signal: abortSignal }),
    },
  );
  const stream = response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as never);
  return {
    response: {
      statusCode: response.status,
      reason: response.statusText,
      headers: Object.fromEntries(response.headers),
      body: stream,
    },
  };
}

/** Percent-encoding as signatures expect it (RFC 3986, section 2.3). */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
