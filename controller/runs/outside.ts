import type { Json, JsonObject } from '../../schemas/json.js';
import { type Connector, ConnectorError, configDefaults } from '../connectors/index.js';
import type { EffectContext, FlowError } from '../flows/contract.js';
import { nearest, Problem } from '../problems/index.js';
import type { Vault } from '../vault/contract.js';
import type { Closure } from './closure.js';
import { flowError } from './errors.js';
import type { RunState } from './state.js';
import type { RunInMemory } from './surroundings.js';

/** What a run reaches outside: connections in its environment, secrets. */
export class Outside {
  readonly #connectors: ReadonlyMap<string, Connector>;
  readonly #told = new WeakMap<RunState, Set<string>>();

  /** @param secretUsed hears once of each secret that a run uses */
  constructor(
    connectors: readonly Connector[],
    private readonly vault: Vault,
    private readonly secretUsed: SecretUsed,
  ) {
    this.#connectors = new Map(connectors.map((connector) => [connector.name, connector]));
  }

  /** Invokes one action of a connection. @throws FlowError */
  async invoke(
    { state, closure }: RunInMemory,
    call: { connection: string; action: string; input: JsonObject },
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<Json> {
    const { connector } = this.connector(closure, call.connection);
    const action = connector.actions[call.action];
    if (!action) {
      const near = nearest(call.action, Object.keys(connector.actions));
      throw configuration(
        `The connector \`${connector.name}\` has no action \`${call.action}\`${near ? `; did you mean \`${near}\`?` : ''}`,
      );
    }
    const { config } = await this.open({ state, closure }, call.connection);
    try {
      return await action.run(
        {
          connection: call.connection,
          config,
          signal,
          idempotencyKey: context.idempotencyKey,
          trace: context.trace,
          log: context.log,
        },
        call.input,
      );
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ConnectorError) {
        throw flowError(error.kind, error.status, error.title, this.vault.mask(error.message), {
          cause: error,
        });
      }
      throw error;
    }
  }

  /** What is written of a connection, in the run's environment. @throws FlowError */
  connector(closure: Closure, connection: string): { connector: Connector; written: Json } {
    const definition = closure.connection(connection) ?? missing(closure, connection);
    const connector = this.#connectors.get(String(definition['connector']));
    if (!connector) throw configuration(`The connector \`${definition['connector']}\` is not installed`);
    return { connector, written: definition['config'] ?? {} };
  }

  /** A connection with its defaults and secrets. @throws FlowError */
  async open(run: RunInMemory, connection: string): Promise<{ connector: Connector; config: JsonObject }> {
    const { connector, written } = this.connector(run.closure, connection);
    const config = configDefaults(connector, (await this.#resolve(written, run)) as JsonObject);
    return { connector, config };
  }

  /** The data of a secret a flow may use. @throws FlowError */
  async secret(run: RunInMemory, name: string): Promise<Json> {
    return { ...(await this.#read(name, run)) };
  }

  /** Replaces each `{ secret: path, key: k }` by its value. */
  async #resolve(value: Json, run: RunInMemory): Promise<Json> {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return Promise.all(value.map((item) => this.#resolve(item, run)));
    const { secret, key } = value;
    if (typeof secret === 'string' && typeof key === 'string' && Object.keys(value).length === 2) {
      const data = await this.#read(secret, run);
      const text = Object.hasOwn(data, key) ? data[key] : undefined;
      if (text === undefined)
        throw flowError(
          'authorization',
          403,
          'Secret not available',
          `The secret \`${secret}\` has no key \`${key}\``,
        );
      return text;
    }
    const entries = await Promise.all(
      Object.entries(value).map(async ([name, item]) => [name, await this.#resolve(item, run)] as const),
    );
    return Object.fromEntries(entries);
  }

  #tell(state: RunState, path: string): void {
    const told = this.#told.get(state) ?? new Set();
    if (told.has(path)) return;
    this.#told.set(state, told.add(path));
    this.secretUsed(state, path);
  }

  async #read(path: string, { state, closure }: RunInMemory): Promise<Readonly<Record<string, string>>> {
    try {
      const values = await this.vault.read(path, closure.secretsPrefix);
      this.#tell(state, path);
      return values;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const detail = [error.message, ...error.hints].join('. ');
      throw flowError('authorization', 403, 'Secret not available', detail, { cause: error });
    }
  }
}

export type SecretUsed = (run: RunState, path: string) => void;

function missing(closure: Closure, name: string): never {
  const near = nearest(name, closure.names('connection'));
  throw configuration(`There is no connection \`${name}\`${near ? `; did you mean \`${near}\`?` : ''}`);
}

function configuration(detail: string): FlowError {
  return flowError('configuration', 400, 'Connection not usable', detail);
}
