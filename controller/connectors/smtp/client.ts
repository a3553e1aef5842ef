import type { Socket } from 'node:net';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { untilAborted } from '../../concurrency/signals.js';
import type { ClientContext } from '../contract/connector.js';
import { tlsOptions } from '../contract/server-fields.js';
import { guardSocket } from '../network/guard-socket.js';
import type { SmtpConfig } from './config-schema.js';
import { timedOut, toFailure } from './failures.js';
import type { Mail } from './message.js';

/** The recipients that the server took and refused. */
interface SendOutcome {
  accepted: string[];
  rejected: string[];
}

/** The most bytes that a server sends for one mail: the library takes each line for an answer, which costs time. */
const maxAnswerBytes = 256 * 1024;

/** The port of servers that speak TLS from the first byte (RFC 8314). */
const tlsPort = 465;

/** A session with a server; mails of all callers go over it, one behind the other. */
export class SmtpClient {
  /** The end of the mail before. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly connection: SMTPConnection,
    private readonly config: SmtpConfig,
    private readonly answers: Answers,
  ) {}

  static async open({ config, network, signal }: ClientContext<SmtpConfig>): Promise<SmtpClient> {
    const { default: Connection } = await import('nodemailer/lib/smtp-connection');
    const { host, port, username, password } = config;
    const tls = tlsOptions(config);
    const secure = tls !== undefined && port === tlsPort;
    const socket = await network.connect({ host, port, tls: secure ? tls : undefined }, signal);
    const answers = new Answers();
    answers.limit(socket);
    const connection = new Connection({
      host,
      port,
      connection: socket,
      secure,
      secured: secure,
      socketCloseTimeout: 0,
      ...(tls === undefined ? { ignoreTLS: true } : { requireTLS: !secure, tls }),
    });
    // After STARTTLS, the library reads from another socket.
    const internals = connection as unknown as Internals;
    const upgrade = internals._upgradeConnection.bind(connection);
    internals._upgradeConnection = (done) => {
      upgrade(done);
      const { _socket: secured } = internals;
      // A session that has ended stays on the socket without TLS.
      if (secured === socket) return;
      guardSocket(secured, `${host}:${port}`);
      answers.limit(secured);
    };
    const close = () => connection.close();
    signal.addEventListener('abort', close);
    try {
      await new Promise<void>((resolve, reject) => {
        // Listened to for good, because an error without a listener ends the process.
        connection.on('error', reject).on('end', () => reject(new Error('the server ended the session')));
        connection.connect((error) => (error ? reject(error) : resolve()));
      });
      const auth = { user: username, pass: password };
      if (username !== undefined) await answered((done) => connection.login(auth, done));
      return new SmtpClient(connection, config, answers);
    } catch (error) {
      connection.close();
      socket.destroy();
      throw toFailure(answers.failure ?? error, config);
    } finally {
      signal.removeEventListener('abort', close);
    }
  }

  get isReady(): boolean {
    return !this.connection.destroyed;
  }

  /** Sends a mail, or nothing when the signal aborts before its turn. @throws ConnectorError */
  send({ envelope, content }: Mail, signal: AbortSignal): Promise<SendOutcome> {
    return this.#inTurn(signal, () =>
      answered<SendOutcome>((done) => this.connection.send(envelope, content, done)),
    );
  }

  /** Asks for an answer of the server. @throws ConnectorError */
  async check(signal: AbortSignal): Promise<void> {
    await this.#inTurn(signal, () => answered((done) => this.connection.reset(done)));
  }

  close(): void {
    this.connection.close();
  }

  /** A mail on its way is not cut by the signal: the mails of other callers wait behind it. */
  async #inTurn<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const limit = AbortSignal.timeout(this.config.timeout * 1_000);
    const turn = this.#last.then(async () => {
      signal.throwIfAborted();
      limit.throwIfAborted();
      this.answers.received = 0;
      try {
        return await untilAborted(work(), limit);
      } catch (error) {
        // The rest of an unfinished dialogue would be taken for the answer to the next mail.
        if (limit.aborted) this.connection.close();
        else await this.#reset();
        throw error;
      }
    });
    this.#last = turn.catch(() => {});
    try {
      return await untilAborted(untilAborted(turn, limit), signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (limit.aborted) throw timedOut(this.config, error);
      throw toFailure(this.answers.failure ?? error, this.config);
    }
  }

  /** Forgets the refused mail. */
  async #reset(): Promise<void> {
    if (!this.isReady) return;
    const limit = AbortSignal.timeout(this.config.timeout * 1_000);
    const reset = answered((done) => this.connection.reset(done));
    await untilAborted(reset, limit).catch(() => this.connection.close());
  }
}

/** Counts what the server sends, and ends a connection with too much. */
class Answers {
  /** Bytes since the last mail began. */
  received = 0;
  failure: Error | undefined;

  limit(socket: Socket): void {
    const count = ({ length }: Buffer): void => {
      this.received += length;
      if (this.received <= maxAnswerBytes) return;
      this.failure = new Error(`the server sent more than ${maxAnswerBytes} bytes for one mail`);
      socket.destroy(this.failure);
    };
    // With the library's listener: an earlier one would let what arrives before pass unheard.
    if (socket.listenerCount('data') > 0) socket.on('data', count);
    else
      socket.on('newListener', function listen(event) {
        if (event !== 'data') return;
        socket.off('newListener', listen);
        socket.on('data', count);
      });
  }
}

/** The parts of the library that have no other name. */
interface Internals {
  _socket: Socket;
  /** Puts a socket with TLS into the place of the one before. */
  _upgradeConnection(done: (error: Error | null) => void): void;
}

/** @throws the error that the callback gets */
function answered<Result>(
  start: (done: (error: Error | null | undefined, result?: Result) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    start((error, result) => (error ? reject(error) : resolve(result as Result)));
  });
}
