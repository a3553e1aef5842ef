import type { Socket } from 'node:net';
import mysql, {
  type Connection,
  type ConnectionOptions,
  type FieldPacket,
  type ResultSetHeader,
} from 'mysql2';
import { untilAborted } from '../../../concurrency/signals.js';
import { guardSocket } from '../../network/guard-socket.js';
import { unreachable } from '../engine/errors.js';

/** Takes the answer of a statement while it arrives. */
export interface Reader {
  fields(fields: readonly FieldPacket[]): void;
  row(row: readonly unknown[]): void;
  /** The most bytes of one row. */
  maxRowBytes: number;
}

/** The parts of the driver that have no other name. */
interface Internals {
  stream: Socket;
  /** Puts a socket with TLS into the place of the one before. */
  startTLS(done: (error?: Error) => void): void;
}

/** The longest wait for an answer beyond the time of a statement, in which the server stops it; ms. */
const graceMs = 2_000;

/**
 * A connection that runs one statement at a time, each with its values apart from its text. A server that does not
 * answer loses the connection.
 */
export class MysqlConnection {
  #lost: unknown;
  #reject: ((error: unknown) => void) | undefined;

  private constructor(
    private readonly connection: Connection,
    /** How long the server may take for a statement; ms. */
    private readonly statementMs: number,
  ) {
    connection.on('error', (error) => this.#lose(error));
    connection.on('end', () => this.#lose(unreachable('The server closed the connection')));
  }

  /** @throws an error of the driver; the reason of the signal */
  static async open(
    options: ConnectionOptions,
    statementMs: number,
    signal: AbortSignal,
  ): Promise<MysqlConnection> {
    signal.throwIfAborted();
    const driver = mysql.createConnection(options);
    guardUpgrade(driver as unknown as Internals, `${options.host}:${options.port}`);
    const opened = new MysqlConnection(driver, statementMs);
    const connected = new Promise<void>((resolve, reject) => {
      opened.#reject = reject;
      driver.once('connect', () => resolve());
    });
    try {
      await untilAborted(connected, signal);
      return opened;
    } catch (error) {
      opened.end();
      throw error;
    } finally {
      opened.#reject = undefined;
    }
  }

  get isAlive(): boolean {
    return this.#lost === undefined;
  }

  /** The number by which another connection stops the statement of this one. */
  get id(): number {
    return this.connection.threadId;
  }

  /** Runs a statement of svc without values and rows. @throws an error of the driver */
  command(sql: string): Promise<void> {
    return this.#ask((done) => this.connection.query(sql, done));
  }

  /** Ends the session: temporary tables, variables, locks and prepared statements are gone. */
  reset(): Promise<void> {
    return this.#ask((done) => this.connection.reset(done));
  }

  /** Runs a statement. Resolves with the rows that it wrote. @throws an error of the driver */
  async run(sql: string, values: readonly unknown[], reader: Reader): Promise<number> {
    let changes = 0;
    let isFirst = true;
    let bytes = 0;
    const { stream } = this.connection as unknown as Internals;
    const count = ({ length }: Buffer): void => {
      bytes += length;
      if (bytes > reader.maxRowBytes) this.end(new RowTooLarge());
    };
    stream.on('data', count);
    try {
      await this.#ask((done) => {
        const options = { sql, values: [...values] as never[], rowsAsArray: true };
        const query = this.connection.execute(options as never) as unknown as NodeJS.EventEmitter;
        query.on('error', done);
        query.on('end', () => done(null));
        query.on('fields', (fields: readonly FieldPacket[] | undefined) => {
          // A procedure may answer with several lists of rows, of which the first counts.
          if (fields && isFirst) reader.fields(fields);
        });
        query.on('result', (result: ResultSetHeader | unknown[], index = 0) => {
          bytes = 0;
          if (!Array.isArray(result)) changes = result.affectedRows;
          else if (index === 0) reader.row(result);
          else isFirst = false;
        });
      });
    } finally {
      stream.off('data', count);
    }
    return changes;
  }

  /** Closes the connection; the running statement fails with `reason`. */
  end(reason: unknown = new Error('The connection was closed')): void {
    this.#lose(reason);
  }

  #ask(send: (done: (error: unknown) => void) => unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== undefined) return reject(this.#lost);
      const timer = setTimeout(() => this.end(new NoAnswer()), this.statementMs + graceMs);
      const settle = (error: unknown): void => {
        clearTimeout(timer);
        if (this.#reject === settle) this.#reject = undefined;
        if (error) reject(error);
        else resolve();
      };
      this.#reject = settle;
      try {
        send(settle);
      } catch (error) {
        settle(error);
      }
    });
  }

  #lose(reason: unknown): void {
    if (this.#lost === undefined) {
      this.#lost = reason;
      this.connection.destroy();
    }
    this.#reject?.(reason);
  }
}

/** A row has more bytes than the reader takes. */
export class RowTooLarge extends Error {}

/** The server answers no more. */
export class NoAnswer extends Error {}

/** Guards the socket with TLS from its first event on. */
function guardUpgrade(driver: Internals, place: string): void {
  const startTls = driver.startTLS.bind(driver);
  driver.startTLS = (done) => {
    startTls(done);
    guardSocket(driver.stream, place);
  };
}
