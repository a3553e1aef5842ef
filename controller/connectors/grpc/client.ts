import { isIP } from 'node:net';
import type { Client, Metadata, ServiceError } from '@grpc/grpc-js';
import type { ClientContext } from '../contract/connector.js';
import type { Network } from '../contract/network.js';
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
  ) {}

  /** Connects to an address that the network rules allow, with the name of the host. */
  static async open({ config, network }: ClientContext<GrpcConfig>): Promise<GrpcClient> {
    const library = await import('@grpc/grpc-js');
    const { host, port, ssl, ca } = config;
    try {
      const address = await getHostAddress(host, network);
      const target = isIP(address) === 6 ? `ipv6:[${address}]:${port}` : `ipv4:${address}:${port}`;
      const { credentials } = library;
      const authority = ca === undefined ? null : Buffer.from(ca);
      const options = { rejectUnauthorized: ssl === 'verify' };
      const secured =
        ssl === 'disable'
          ? credentials.createInsecure()
          : credentials.createSsl(authority, null, null, options);
      const client = new library.Client(target, secured, {
        'grpc.default_authority': `${host}:${port}`,
        'grpc.enable_http_proxy': 0,
        ...(ssl === 'disable' ? {} : { 'grpc.ssl_target_name_override': host }),
        'grpc.max_receive_message_length': maxMessageBytes,
        'grpc.enable_retries': 0,
        'grpc.service_config_disable_resolution': 1,
        'grpc.use_local_subchannel_pool': 1,
      });
      return new GrpcClient(library, client, config);
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
    const stream = this.client.makeBidiStreamRequest(path, asIs, asIs, this.#metadata(), { deadline });
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
      const failure = toFailure(error, this.config);
      if (lost.has(failure.status)) this.isUsable = false;
      throw failure;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  close(): void {
    this.client.close();
  }

  #metadata(): Metadata {
    const { metadata = {}, token } = this.config;
    const sent = new this.library.Metadata();
    for (const [name, value] of Object.entries(metadata)) sent.set(name, value);
    if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
    return sent;
  }
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
