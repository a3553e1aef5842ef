import type { Client, ClientChannel } from 'ssh2';
import { untilAborted } from '../../concurrency/signals.js';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import { networkFailure } from '../network/failures.js';
import type { SshConfig } from './config-schema.js';
import { connectSsh, place } from './connect.js';
import { Output, type Result } from './output.js';

/** A command, and what it gets. */
export interface Command {
  command: string;
  input?: string | undefined;
  environment?: Record<string, string>;
}

/** A connection to a server; each command has a channel of its own. */
export class SshClient {
  #isLost = false;
  readonly #lost: Promise<never>;

  constructor(
    private readonly client: Client,
    private readonly config: SshConfig,
  ) {
    this.#lost = new Promise((_, reject) => {
      client.on('close', () => {
        this.#isLost = true;
        reject(networkFailure(new Error('the server closed the connection'), place(config)));
      });
    });
    this.#lost.catch(() => {});
  }

  static async open(context: ClientContext<SshConfig>): Promise<SshClient> {
    return new SshClient(await connectSsh(context), context.config);
  }

  get isReady(): boolean {
    return !this.#isLost;
  }

  /** Runs a command; it is killed when the time is over or the signal aborts. @throws ConnectorError */
  async run({ command, input = '', environment = {} }: Command, signal: AbortSignal): Promise<Result> {
    const limit = AbortSignal.timeout(this.config.timeout * 1_000);
    const opened = this.#exec(command, environment);
    try {
      const work = opened.then((channel) => new Output(channel, input, place(this.config)).end);
      return await untilAborted(untilAborted(Promise.race([work, this.#lost]), limit), signal);
    } catch (error) {
      // A channel that opens later is killed too.
      opened.then((channel) => this.#kill(channel)).catch(() => {});
      if (signal.aborted) throw signal.reason;
      if (!limit.aborted) throw networkFailure(error, place(this.config));
      const detail = `The command at ${place(this.config)} did not end within ${this.config.timeout} s`;
      throw new ConnectorError('timeout', 408, 'Request Timeout', detail);
    }
  }

  close(): void {
    this.client.destroy();
  }

  #exec(command: string, env: Record<string, string>): Promise<ClientChannel> {
    return new Promise((resolve, reject) => {
      this.client.exec(command, { env }, (error, channel) => (error ? reject(error) : resolve(channel)));
    });
  }

  #kill(channel: ClientChannel): void {
    if (this.#isLost) return;
    // `channel.signal` sends nothing once the input has ended, although the server would take it.
    const { _protocol: protocol } = this.client as unknown as Internals;
    const { outgoing } = channel as unknown as { outgoing: { id: number; state: string } };
    if (outgoing.state === 'open' || outgoing.state === 'eof') protocol.signal(outgoing.id, 'KILL');
    channel.close();
  }
}

/** The part of ssh2 that has no other name. */
interface Internals {
  _protocol: { signal(channel: number, name: string): void };
}
