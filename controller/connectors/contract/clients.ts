import { hash } from 'node:crypto';
import type { JsonObject } from '../../../schemas/json/types.js';
import { untilAborted } from '../../concurrency/signals.js';
import type { HostFence } from '../../security/policy/host-fence.js';
import { type ConnectionContext, type Connector, ConnectorError } from './connector.js';
import type { ConsentTokens } from './consent-tokens.js';
import { fencedNetwork } from './fenced-network.js';
import type { Network } from './network.js';
import type { SharedTurns } from './shared-turns.js';

/** A client that the uses of one configuration share. */
interface Shared {
  readonly key: string;
  readonly connector: Connector;
  readonly opening: Promise<unknown>;
  /** Ends the opening. */
  readonly limit: AbortController;
  /** Undefined until it is open. */
  client?: unknown;
  users: number;
  /** Ends the uses when the library fails. */
  readonly uses: Set<(error: Error) => void>;
  isClosing: boolean;
  /** `performance.now()` at the end of the last use. */
  unusedSince: number;
}

/** One use of a connection, before its client is known. */
type Use = Pick<ConnectionContext<JsonObject>, 'connection' | 'config' | 'signal'> & {
  /** The places that the use may reach; undefined for all. Uses with different fences share no client. */
  readonly fence?: HostFence | undefined;
  readonly consent?: ConsentTokens | undefined;
};

/** How long a client may take to open, in ms. */
const openingMs = 15_000;
const idleMs = 60_000;
/** Unused clients beyond this number are closed before their time. */
const maxUnused = 64;

/** The clients of connections: opened at the first use, shared by equal configurations, closed when unused for a minute. */
export class Clients {
  readonly #known = new Map<string, Shared>();
  /** By the configuration, which no one changes. */
  readonly #keys = new WeakMap<JsonObject, { readonly connector: string; readonly key: string }>();
  #sweep: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param turns for limits of rates that several processes share */
  constructor(
    private readonly network: Network,
    private readonly turns?: SharedTurns,
  ) {}

  /**
   * Runs `work` with the context of a connection. It rejects as soon as the signal aborts, also when the client goes on.
   * @throws ConnectorError when no client can be opened; the reason of the signal; and as `work` does
   */
  async use<Result>(
    connector: Connector,
    about: Use,
    work: (context: ConnectionContext<JsonObject>) => Promise<Result>,
  ): Promise<Result> {
    const { signal } = about;
    const network = this.#networkFor(about);
    if (!connector.client) return work(Object.assign({}, about, { network, client: undefined }));
    const shared = this.#shared(connector, about);
    return untilAborted(
      new Promise((resolve, reject) => {
        shared.uses.add(reject);
        this.#used(shared, about, work)
          .finally(() => shared.uses.delete(reject))
          .then(resolve, reject);
      }),
      signal,
    );
  }

  /** Closes all clients. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    await Promise.all([...this.#known.values()].map((shared) => this.#drop(shared)));
  }

  /** The number of clients, those that open included. */
  get size(): number {
    return this.#known.size;
  }

  async #used<Result>(
    shared: Shared,
    about: Use,
    work: (context: ConnectionContext<JsonObject>) => Promise<Result>,
  ): Promise<Result> {
    const network = this.#networkFor(about);
    shared.users++;
    try {
      const client = shared.client ?? (await shared.opening);
      return await work(Object.assign({}, about, { network, client }));
    } finally {
      this.#release(shared);
    }
  }

  #networkFor({ fence }: Use): Network {
    return fence ? fencedNetwork(this.network, fence) : this.network;
  }

  /** A digest, because the configuration holds secrets. Most calls of a connection pass the same object. */
  #getKey({ name }: Connector, config: JsonObject): string {
    const cachedKey = this.#keys.get(config);
    if (cachedKey?.connector === name) return cachedKey.key;
    const key = hash('sha256', JSON.stringify([name, config]));
    this.#keys.set(config, { connector: name, key });
    return key;
  }

  #shared(connector: Connector, about: Use): Shared {
    if (this.#isClosed) throw unopened(connector.name, new Error('the service stops'));
    const key = [this.#getKey(connector, about.config), about.fence?.key, about.consent?.key].join(' ');
    const openClient = this.#known.get(key);
    if (openClient && this.#isUsable(openClient)) return openClient;
    if (openClient) this.#forget(openClient);
    const limit = new AbortController();
    const shared: Shared = {
      key,
      connector,
      users: 0,
      uses: new Set(),
      isClosing: false,
      unusedSince: performance.now(),
      opening: this.#open(connector, about, limit, (error) => this.#fail(shared, error)),
      limit,
    };
    shared.opening.then(
      (client) => {
        shared.client = client;
      },
      // The cause of a failure may be removed, so the next use tries again.
      () => this.#known.get(key) === shared && this.#known.delete(key),
    );
    this.#known.set(key, shared);
    this.#sweep ??= setInterval(() => this.#closeUnused(), idleMs / 4).unref();
    return shared;
  }

  /** Opens a client within its own time: a caller that leaves must not fail those that wait with it. */
  async #open(
    connector: Connector,
    about: Use,
    limit: AbortController,
    failed: (error: Error) => void,
  ): Promise<unknown> {
    const timer = setTimeout(() => limit.abort(), openingMs);
    const { connection, config, consent } = about;
    const reached = this.#networkFor(about);
    const { connect } = reached;
    const network = Object.assign({}, reached, {
      connect: (...[place, signal]: Parameters<Network['connect']>) => connect(place, signal, failed),
    });
    const { turns } = this;
    const context = { connection, config, signal: limit.signal, network, consent, turns };
    try {
      const opened = Promise.resolve(connector.client?.open(context));
      // One that comes too late has no user.
      opened
        .then((client) => (limit.signal.aborted ? this.#end(connector, client) : undefined))
        .catch(() => {});
      return await untilAborted(opened, limit.signal);
    } catch (error) {
      if (limit.signal.aborted) throw unopened(connector.name, undefined);
      throw error instanceof ConnectorError ? error : unopened(connector.name, error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends all uses of a client whose library threw outside of all promises. The next use opens another client. */
  #fail(shared: Shared, cause: Error): void {
    const detail = `${shared.connector.name}: ${cause.message}`;
    const error = new ConnectorError('communication', 503, 'Connection failed', detail, { cause });
    for (const end of [...shared.uses]) end(error);
    void this.#drop(shared);
  }

  #isUsable({ connector, client }: Shared): boolean {
    return client === undefined || (connector.client?.isUsable?.(client) ?? true);
  }

  #release(shared: Shared): void {
    shared.users--;
    shared.unusedSince = performance.now();
    if (this.#known.get(shared.key) !== shared) this.#forget(shared);
  }

  /** Takes the client out of use; it closes after its last user. */
  #forget(shared: Shared): void {
    if (this.#known.get(shared.key) === shared) this.#known.delete(shared.key);
    if (shared.users === 0) void this.#drop(shared);
  }

  #closeUnused(): void {
    const unused = [...this.#known.values()]
      .filter(({ users }) => users === 0)
      .sort((one, other) => other.unusedSince - one.unusedSince);
    const before = performance.now() - idleMs;
    for (const [index, shared] of unused.entries())
      if (index >= maxUnused || shared.unusedSince < before) this.#forget(shared);
    if (this.#known.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  async #drop(shared: Shared): Promise<void> {
    if (shared.isClosing) return;
    shared.isClosing = true;
    if (this.#known.get(shared.key) === shared) this.#known.delete(shared.key);
    if (shared.client === undefined) shared.limit.abort();
    const client = await shared.opening.catch(() => undefined);
    if (client !== undefined) await this.#end(shared.connector, client);
  }

  async #end(connector: Connector, client: unknown): Promise<void> {
    try {
      await connector.client?.close(client);
    } catch {
      // A server that is gone cannot say goodbye.
    }
  }
}

function unopened(connector: string, cause: unknown): ConnectorError {
  if (cause === undefined) {
    const detail = `The ${connector} server did not answer within ${openingMs / 1_000} s`;
    return new ConnectorError('timeout', 408, 'Request Timeout', detail);
  }
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new ConnectorError('communication', 503, 'Service Unavailable', detail, { cause });
}
