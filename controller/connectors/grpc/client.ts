import { isIP } from 'node:net';
import type { ChannelCredentials, Client, Metadata, ServiceError } from '@grpc/grpc-js';
import { serverOrigin } from '../../security/policy/destination.js';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import type { Network } from '../contract/network.js';
import { openAccess, type ServerAccess } from '../http/client.js';
import type { SentRequest } from '../http/credentials/signature.js';
import { openSecureContext } from '../http/credentials/tls.js';
import { repeatedSecrets } from '../http/credentials/without-secrets.js';
import type { GrpcConfig } from './config-schema.js';
import { toFailure } from './failures.js';

/** The most bytes of one message. */
const maxMessageBytes = 8 * 1024 * 1024;
/** The most messages of one stream, and their bytes. */
const maxMessages = 10_000;
const maxBytes = 32 * 1024 * 1024;

/** The statuses of calls that the server has not answered, or not by the rules. */
const lost: ReadonlySet<number> = new Set([408, 500, 503]);

type Library = typeof import('@grpc/grpc-js');
const asIs = (bytes: Buffer): Buffer => bytes;

interface SignedIn {
  readonly metadata: Metadata;
  /** The request as its credentials see it. */
  readonly request: SentRequest;
  /** Texts of the metadata that no error shows. */
  readonly secrets: readonly string[];
}

/** A channel to a server, shared by all callers; messages are bytes. */
export class GrpcClient {
  /**
   * False after the loss of the server: its name may have another address by now. The channel itself would wait before it connects
   * again, up to two minutes, and a connection that has fallen silent fails further calls.
   */
  isUsable = true;

  private constructor(
    private readonly library: Library,
    private readonly client: Client,
    private readonly config: GrpcConfig,
    private readonly access: ServerAccess,
  ) {}

  /** Connects to an address that the network rules allow, with the name of the host. */
  static async open({ config, network, consent }: ClientContext<GrpcConfig>): Promise<GrpcClient> {
    const library = await import('@grpc/grpc-js');
    const { host, port, ssl } = config;
    requireOneWay(config);
    try {
      const access = openAccess({ auth: config.auth }, serverOrigin(host, port), { network, consent });
      const address = await getHostAddress(host, network);
      const target = isIP(address) === 6 ? `ipv6:[${address}]:${port}` : `ipv4:${address}:${port}`;
      const client = new library.Client(target, getChannelCredentials(library, config), {
        'grpc.default_authority': `${host}:${port}`,
        'grpc.enable_http_proxy': 0,
        ...(ssl === 'disable' ? {} : { 'grpc.ssl_target_name_override': host }),
        'grpc.max_receive_message_length': maxMessageBytes,
        'grpc.enable_retries': 0,
        'grpc.service_config_disable_resolution': 1,
        'grpc.use_local_subchannel_pool': 1,
      });
      return new GrpcClient(library, client, config, access);
    } catch (error) {
      throw toFailure(error, config);
    }
  }

  /**
   * Sends the messages of a call, and returns those of the answer. On the wire all sorts of methods are the same.
   * @param path `/<package>.<service>/<method>`
   * @throws ConnectorError
   */
  async call(path: string, requests: readonly Buffer[], signal: AbortSignal): Promise<Buffer[]> {
    const deadline = new Date(Date.now() + this.config.timeout * 1_000);
    const { credentials } = this.access;
    const first = await this.#signedIn(path, signal);
    try {
      return await this.#exchange(path, requests, { ...first, deadline, signal });
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.status !== 401 || signal.aborted) throw error;
      const response = new Response(null, { status: 401, headers: getDate(error.cause) });
      if (!credentials?.isRetried?.(response, first.request))
        throw withAdvice(error, credentials?.getAdvice?.());
      const second = await this.#signedIn(path, signal);
      return await this.#exchange(path, requests, { ...second, deadline, signal }).catch((again) => {
        throw withAdvice(again, credentials.getAdvice?.());
      });
    }
  }

  async #exchange(
    path: string,
    requests: readonly Buffer[],
    { metadata, secrets, deadline, signal }: SignedIn & { deadline: Date; signal: AbortSignal },
  ): Promise<Buffer[]> {
    const stream = this.client.makeBidiStreamRequest(path, asIs, asIs, metadata, { deadline });
    const cancel = (): void => stream.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<Buffer[]>((resolve, reject) => {
        const answers: Buffer[] = [];
        let bytes = 0;
        stream.on('data', (message: Buffer) => {
          answers.push(message);
          bytes += message.length;
          if (answers.length <= maxMessages && bytes <= maxBytes) return;
          stream.cancel();
          reject(tooMany(this.library));
        });
        stream.on('error', reject);
        stream.on('end', () => resolve(answers));
        for (const request of requests) stream.write(request);
        stream.end();
        if (signal.aborted) cancel();
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const failure = toFailure(error, this.config, secrets);
      if (lost.has(failure.status)) this.isUsable = false;
      throw failure;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  close(): void {
    this.client.close();
    void this.access.close();
  }

  async #signedIn(path: string, signal: AbortSignal): Promise<SignedIn> {
    const { metadata: own = {}, token, auth, host, port } = this.config;
    const metadata = new this.library.Metadata();
    for (const [name, value] of Object.entries(own)) metadata.set(name, value);
    if (token !== undefined) metadata.set('authorization', `Bearer ${token}`);
    const url = new URL(`${serverOrigin(host, port)}${path}`);
    const request = { method: 'POST', url, headers: new Headers(), body: null };
    const { authorityFetch: fetch, credentials } = this.access;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(this.config.timeout * 1_000))]);
    await credentials?.add(request, { fetch, signal: limited })?.catch((error) => {
      if (!limited.aborted || signal.aborted) throw error;
      const late = `No token for ${host}:${port} came within ${this.config.timeout} s`;
      throw new ConnectorError('timeout', 408, 'Request Timeout', late, { cause: error });
    });
    for (const [name, value] of request.headers) metadata.set(name, value);
    return { metadata, request, secrets: repeatedSecrets([auth], request.headers, [token]) };
  }
}

/** @throws ConnectorError for fields that exclude each other, or have no effect */
function requireOneWay({ token, auth, certificate, ssl }: GrpcConfig): void {
  if (token !== undefined && auth)
    throw unusable('`token` and `auth` both say how to sign in: remove one of them');
  if (certificate !== undefined && ssl === 'disable')
    throw unusable('`certificate` is shown with TLS only: set `ssl: verify`');
}

function unusable(detail: string): ConnectorError {
  return new ConnectorError('configuration', 400, 'Sign-in not usable', detail);
}

function getChannelCredentials({ credentials }: Library, config: GrpcConfig): ChannelCredentials {
  const { ssl } = config;
  if (ssl === 'disable') return credentials.createInsecure();
  return credentials.createFromSecureContext(openSecureContext(config, ''), {
    rejectUnauthorized: ssl === 'verify',
  });
}

/** Returns the time of the server, where the metadata of a refusal has it. */
function getDate(cause: unknown): Headers {
  const { metadata } = cause as Partial<ServiceError>;
  const [date] = metadata?.get('date') ?? [];
  return new Headers(date === undefined ? {} : { date: String(date) });
}

function withAdvice(error: unknown, advice: string | undefined): unknown {
  if (advice === undefined || !(error instanceof ConnectorError) || error.status !== 401) return error;
  const { kind, status, title, message, cause } = error;
  return new ConnectorError(kind, status, title, `${message}. ${advice}`, { cause });
}

function tooMany({ status }: Library): Partial<ServiceError> {
  const details = `the answer has more than ${maxMessages} messages or ${maxBytes} bytes`;
  return { code: status.RESOURCE_EXHAUSTED, details };
}

/** Resolves the host under the network rules; the channel connects to nothing else. */
function getHostAddress(host: string, network: Network): Promise<string> {
  network.check(host);
  if (isIP(host) !== 0) return Promise.resolve(host);
  return new Promise((resolve, reject) => {
    network.lookup(host, { all: false }, (error, address) => {
      if (error) reject(error);
      else resolve(String(address));
    });
  });
}
