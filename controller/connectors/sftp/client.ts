import type { Readable } from 'node:stream';
import type { Client, SFTPWrapper } from 'ssh2';
import { untilAborted, within } from '../../concurrency/signals.js';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import { transferring } from '../contract/transfer.js';
import { networkFailure } from '../network/failures.js';
import type { SshConfig } from '../ssh/config-schema.js';
import { connectSsh, place } from '../ssh/connect.js';
import { Files } from './files.js';

/** A connection to a server, with one session of SFTP that all calls share. */
export class SftpClient {
  #isLost = false;
  readonly #lost: Promise<never>;
  readonly #files: Files;

  constructor(
    private readonly client: Client,
    session: SFTPWrapper,
    private readonly config: SshConfig,
  ) {
    this.#files = new Files(session);
    this.#lost = new Promise((_, reject) => {
      const lose = () => {
        this.#isLost = true;
        reject(new Error('the server closed the connection'));
      };
      client.on('close', lose);
      session.on('close', lose);
    });
    this.#lost.catch(() => {});
  }

  static async open(context: ClientContext<SshConfig>): Promise<SftpClient> {
    const { config, signal } = context;
    const client = await connectSsh(context);
    const end = () => client.destroy();
    signal.addEventListener('abort', end);
    try {
      const session = await new Promise<SFTPWrapper>((resolve, reject) => {
        client.on('close', () => reject(new Error('the server closed the connection')));
        client.sftp((error, opened) => (error ? reject(error) : resolve(opened)));
      });
      return new SftpClient(client, session, config);
    } catch (error) {
      client.destroy();
      throw networkFailure(error, place(config));
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  get isReady(): boolean {
    return !this.#isLost;
  }

  /**
   * Works with the files within the time of the connection. A server that does not answer in time loses the connection;
   * work that is cancelled does not, as others share it.
   * @throws ConnectorError
   */
  async use<Result>(
    signal: AbortSignal,
    work: (files: Files, limited: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const ms = this.config.timeout * 1_000;
    return this.#work(signal, () =>
      within(ms, signal, (limited) => this.#race(work(this.#files, limited), limited)),
    );
  }

  /** As `use`, for transfers: the time is that between two pieces. @throws ConnectorError */
  async transfer<Result>(
    signal: AbortSignal,
    work: (files: Files, limited: AbortSignal, watch: (content: Readable) => Readable) => Promise<Result>,
  ): Promise<Result> {
    const ms = this.config.timeout * 1_000;
    return this.#work(signal, () =>
      transferring(ms, signal, (limited, watch) => this.#race(work(this.#files, limited, watch), limited)),
    );
  }

  #race<Result>(work: Promise<Result>, limited: AbortSignal): Promise<Result> {
    return untilAborted(Promise.race([work, this.#lost]), limited);
  }

  async #work<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ConnectorError) throw error;
      if (signal.aborted) throw signal.reason;
      if (error instanceof DOMException && error.name === 'TimeoutError') {
        this.close();
        const detail = `${place(this.config)} did not answer within ${this.config.timeout} s`;
        throw new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause: error });
      }
      throw networkFailure(error, place(this.config));
    }
  }

  close(): void {
    this.#isLost = true;
    this.client.destroy();
  }
}
