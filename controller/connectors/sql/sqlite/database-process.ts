import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { codeRoot, isSource } from '../../../../schemas/code-root.js';
import { shortened } from '../../../../schemas/shortened.js';
import { ConnectorError } from '../../contract/connector.js';
import type { RunOptions, Session, SqlRows, SqlValue } from '../engine/engine.js';
import { ConstraintError, misconfigured, tookTooLong, tooLarge, unreachable } from '../engine/errors.js';
import type { Answer, Ask } from './protocol.js';
import { readJsonColumns } from './values.js';

export interface ProcessOptions {
  /** Absolute. */
  file: string;
  create: boolean;
  maxBytes: number;
  /** Seconds. */
  statementTimeout: number;
}

/** A process with the database open; answers one request at a time. Killing it rolls back its statement. */
export class DatabaseProcess implements Session {
  readonly #child: ChildProcess;
  #waiting: { resolve(answer: Answer): void; reject(error: unknown): void } | undefined;
  #isAlive = true;

  constructor(private readonly options: ProcessOptions) {
    this.#child = start();
    this.#child.on('message', (answer) => this.#settle((waiting) => waiting.resolve(answer as Answer)));
    this.#child.once('error', (error) => this.#gone(unreachable(error.message, error)));
    this.#child.once('exit', (code, signal) =>
      this.#gone(unreachable(`The process of the database ended (${signal ?? code})`)),
    );
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  async open(): Promise<void> {
    const { file, create, maxBytes } = this.options;
    await this.ask({ do: 'open', file, create, maxBytes });
  }

  async run(sql: string, values: readonly SqlValue[], { maxRows, foreign }: RunOptions): Promise<SqlRows> {
    const answer = await this.ask({ do: 'run', sql, values, maxRows, foreign });
    const { rows } = answer;
    if (!rows) return { columns: [], rows: [], truncated: false, changes: 0 };
    return { ...rows, rows: rows.rows.map((row) => readJsonColumns(row, rows.columns)) };
  }

  /** @throws ConnectorError, ConstraintError */
  async ask(ask: Ask): Promise<Extract<Answer, { ok: true }>> {
    if (!this.#isAlive) throw unreachable('The process of the database has ended');
    const { statementTimeout } = this.options;
    const timer = setTimeout(() => this.kill(tookTooLong(statementTimeout)), statementTimeout * 1000);
    const { channel } = this.#child;
    channel?.ref();
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.#child.send(ask, (error) => error && this.#gone(unreachable(error.message, error)));
      });
      if (answer.ok) return answer;
      throw this.#failure(answer);
    } finally {
      clearTimeout(timer);
      channel?.unref();
    }
  }

  /** Ends the process immediately; the running request fails with `reason`. */
  kill(reason: unknown): void {
    this.#child.kill('SIGKILL');
    this.#gone(reason);
  }

  end(): void {
    this.kill(new Error('The connection was closed'));
  }

  #gone(reason: unknown): void {
    this.#isAlive = false;
    this.#settle((waiting) => waiting.reject(reason));
  }

  #settle(how: (waiting: { resolve(answer: Answer): void; reject(error: unknown): void }) => void): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) how(waiting);
  }

  #failure({ message, constraint, reason }: Extract<Answer, { ok: false }>): ConnectorError {
    const said = shortened(message, 500);
    if (constraint) return new ConstraintError(constraint, said);
    switch (reason) {
      case 'busy':
        return unreachable('Another writer kept the database locked');
      case 'too-large':
        return tooLarge(this.options.maxBytes);
      case 'unreadable':
        return misconfigured(`\`file\` cannot be opened as an SQLite database: ${said}`);
      case 'denied':
        return new ConnectorError('authorization', 403, 'Statement not allowed', `SQLite: ${said}`);
      default:
        return new ConnectorError('validation', 400, 'Statement refused', `SQLite: ${said}`);
    }
  }
}

/** Starts the process without the service's environment and arguments. */
function start(): ChildProcess {
  const program = new URL(`controller/connectors/sql/sqlite/process.${isSource ? 'ts' : 'js'}`, codeRoot);
  return fork(fileURLToPath(program), [], {
    env: {},
    execArgv: ['--max-old-space-size=128', ...(isSource ? ['--import', typeScriptLoader()] : [])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Returns the TypeScript loader for a process that runs from sources, as in tests. */
function typeScriptLoader(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}
