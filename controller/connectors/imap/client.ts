import type { Socket } from 'node:net';
import { connect as startTls } from 'node:tls';
import type { ImapFlow } from 'imapflow';
import { untilAborted, within } from '../../concurrency/signals.js';
import type { ClientContext } from '../contract/connector.js';
import { tlsOptions } from '../contract/server-fields.js';
import { guardSocket } from '../network/guard-socket.js';
import type { ImapConfig } from './config-schema.js';
import { timedOut, toFailure } from './failures.js';

/** The port of servers that speak TLS from the first byte (RFC 8314). */
const tlsPort = 993;
/** The most bytes of one answer, and of one mail. */
const maxAnswerBytes = 32 * 1024 * 1024;

/** A session with a server; the library lets the work of one caller on a mailbox end before that of the next. */
export class ImapClient {
  constructor(
    private readonly session: ImapFlow,
    private readonly config: ImapConfig,
  ) {}

  static async open({ config, network, signal }: ClientContext<ImapConfig>): Promise<ImapClient> {
    const { ImapFlow } = await import('imapflow');
    const { host, port, username: user, password: pass } = config;
    const tls = tlsOptions(config);
    const secure = tls !== undefined && port === tlsPort;
    const socket = await network.connect({ host, port, tls: secure ? tls : undefined }, signal);
    const session = new ImapFlow({
      host,
      port,
      secure,
      auth: { user, pass },
      logger: false,
      emitLogs: false,
      doSTARTTLS: tls !== undefined && !secure,
      maxResponseSize: maxAnswerBytes,
      disableAutoIdle: true,
      greetingTimeout: config.timeout * 1_000,
      maxLiteralSize: maxAnswerBytes,
      transport: {
        connect(_, onConnect) {
          setImmediate(onConnect);
          return socket;
        },
        upgrade(plain, _, onSecure) {
          const secured = startTls({ socket: plain as Socket, servername: host, ...tls }, onSecure);
          guardSocket(secured, `${host}:${port}`);
          return secured as never;
        },
      },
    });
    // An error without a listener ends the process; the commands under way get it too.
    session.on('error', () => {});
    const close = () => session.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      await session.connect();
      return new ImapClient(session, config);
    } catch (error) {
      session.close();
      socket.destroy();
      throw toFailure(error, config);
    } finally {
      signal.removeEventListener('abort', close);
    }
  }

  get isReady(): boolean {
    return this.session.usable;
  }

  /** Works with the session within the time of the connection. @throws ConnectorError */
  async use<Result>(work: (session: ImapFlow) => Promise<Result>): Promise<Result> {
    const { config } = this;
    try {
      return await within(config.timeout * 1_000, undefined, (signal) =>
        untilAborted(work(this.session), signal),
      );
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw toFailure(error, config);
      // The answer that is still to come belongs to this call.
      this.close();
      throw timedOut(config, error);
    }
  }

  /** As `use`, with a mailbox selected. @throws ConnectorError */
  in<Result>(mailbox: string, work: (session: ImapFlow) => Promise<Result>): Promise<Result> {
    return this.use(async (session) => {
      const lock = await session.getMailboxLock(mailbox);
      try {
        return await work(session);
      } finally {
        lock.release();
      }
    });
  }

  /** Resolves when the server reports a new mail, after a while, and when the signal aborts. */
  async untilChange(ms: number, signal: AbortSignal): Promise<void> {
    const { session } = this;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        session.off('exists', done);
        session.off('close', done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      session.once('exists', done);
      session.once('close', done);
      signal.addEventListener('abort', done);
      if (signal.aborted || !session.usable) done();
      else session.idle().catch(done);
    });
  }

  close(): void {
    this.session.close();
  }
}
