import { Readable } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { untilAborted, within } from '../../concurrency/signals.js';
import { encodedPart } from '../contract/address-parts.js';
import type { ConnectionContext } from '../contract/connector.js';
import { maxMessageBytes } from '../contract/messages.js';
import type { S3Config } from './config-schema.js';
import { toFailure } from './failures.js';

type Library = typeof import('@aws-sdk/client-s3');
type Network = ConnectionContext<S3Config>['network'];

/** How much time the work with a bucket has. */
export type Pace = 'call' | 'transfer';

/** Work with a bucket, by the client library. */
export type BucketWork<Result> = (client: S3Client, library: Library, signal: AbortSignal) => Promise<Result>;

/**
 * Works with the bucket of a connection within its time; transfers limit the time of their steps. The client makes no sockets of its own: every request takes the
 * way of the service to the network.
 * @throws ConnectorError
 */
export async function inBucket<Result>(
  { config, network, signal }: Pick<ConnectionContext<S3Config>, 'config' | 'network' | 'signal'>,
  work: BucketWork<Result>,
  pace: Pace = 'call',
): Promise<Result> {
  const library = await import('@aws-sdk/client-s3');
  const settings: S3ClientConfig = {
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
    // The library would warn on the console; every error reaches the flow.
    logger: silent,
    expectContinueHeader: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      handle: (request: Request, options?: Options) => exchange(network, request, pace, options),
    } as never,
  };
  const client = withoutVersionWarning(() => new library.S3Client(settings));
  try {
    if (pace === 'transfer') return await untilAborted(work(client, library, signal), signal);
    return await within(config.timeout * 1_000, signal, (limited) =>
      untilAborted(work(client, library, limited), limited),
    );
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toFailure(error, config);
  } finally {
    client.destroy();
  }
}

const warningSwitch = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';

/** Makes a client that does not print how long the library supports this Node: its version is fixed by that of svc. */
function withoutVersionWarning<Client>(create: () => Client): Client {
  const before = process.env[warningSwitch];
  process.env[warningSwitch] = 'true';
  try {
    return create();
  } finally {
    if (before === undefined) delete process.env[warningSwitch];
    else process.env[warningSwitch] = before;
  }
}

const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** A request as the library hands it over. */
interface Request {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: string | Uint8Array | Readable;
}

interface Options {
  abortSignal?: AbortSignal;
}

async function exchange(network: Network, request: Request, pace: Pace, { abortSignal }: Options = {}) {
  const { method, protocol, hostname, port, path, query, headers, body } = request;
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encoded(name)}=${encoded(each ?? '')}`),
  );
  const address = `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`;
  const { host: _host, 'content-length': length, ...others } = headers;
  const isStream = body instanceof Readable;
  // The length of any other body is known.
  const sent = isStream && length !== undefined ? { ...others, 'content-length': length } : others;
  const isContent = pace === 'transfer' && method === 'GET';
  const fetch = isContent || isStream ? network.transfer : network.fetch;
  const response = await fetch(`${address}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`, {
    method,
    headers: sent,
    redirect: 'manual',
    ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body: body as never }),
    ...(abortSignal === undefined ? {} : { signal: abortSignal }),
  });
  const content = response.body ?? [];
  const stream = Readable.from(isContent ? content : short(content as AsyncIterable<Uint8Array>), {
    objectMode: false,
  });
  return {
    response: {
      statusCode: response.status,
      reason: response.statusText,
      headers: Object.fromEntries(response.headers),
      body: stream,
    },
  };
}

/** The answer to an upload is short; the library reads it to its end. */
async function* short(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxMessageBytes) throw new Error(`the answer has more than ${maxMessageBytes} bytes`);
    yield chunk;
  }
}

/** Percent-encoding as signatures expect it (RFC 3986, section 2.3). */
function encoded(text: string): string {
  return encodedPart(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
