import { randomUUID } from 'node:crypto';
import { findFaults } from '../../schemas/index.js';
import type { JsonObject } from '../../schemas/json.js';
import type { Snapshot, Snapshots } from '../catalog/contract.js';
import { problemDetail } from '../catalog/problem-detail.js';
import { type Connector, ConnectorError, configDefaults } from '../connectors/index.js';
import { FlowError } from '../flows/contract.js';
import { nearest, Problem } from '../problems/index.js';
import type { Sealing } from '../vault/contract.js';
import { findEnvironment } from './admission.js';
import type { Answering } from './answering.js';
import { Closure, type CompileFlow } from './closure.js';
import type {
  ConnectionService,
  ConnectionTest,
  ConnectionUse,
  OpenConnection,
} from './connection-contract.js';
import { asProblem, detailOf } from './connection-problems.js';
import type { Outside } from './outside.js';
import { newState, type RunState } from './state.js';
import type { RunInMemory } from './surroundings.js';
import { traceHeaders } from './trace.js';

/** Who asked for what is done like a run. */
export type ConnectionUses = WeakMap<RunState, ConnectionUse>;

/** Uses connections as a run would that consists of nothing else. */
export class Connections implements ConnectionService {
  readonly #closures = new WeakMap<Snapshot, Map<string, Closure>>();

  constructor(
    private readonly snapshots: Snapshots,
    private readonly outside: Outside,
    private readonly answering: Pick<Answering, 'call'>,
    private readonly compile: CompileFlow,
    private readonly masking: Pick<Sealing, 'mask' | 'maskJson'>,
    private readonly uses: ConnectionUses,
  ) {}

  async open(use: ConnectionUse, signal: AbortSignal): Promise<OpenConnection> {
    const run = await this.#begin(use);
    try {
      const { connector, config } = await this.outside.open(run, use.connection);
      const context = { connection: use.connection, config, signal };
      return { connector, context, revision: run.state.revision };
    } catch (error) {
      throw this.problemOf(error, use.connection);
    }
  }

  async of(branch: string, connector: string): Promise<string[]> {
    const snapshot = await this.snapshots.fresh(branch);
    const found = snapshot
      .list('connection')
      .filter(({ definition }) => definition['connector'] === connector);
    return found.map(({ name }) => name).sort();
  }

  async connectorOf(use: ConnectionUse): Promise<Connector> {
    return this.#connector(await this.#begin(use), use.connection);
  }

  async written(use: ConnectionUse): Promise<{ connector: string; config: JsonObject }> {
    const { closure } = await this.#begin(use);
    try {
      const { connector, written } = this.outside.connector(closure, use.connection);
      return { connector: connector.name, config: configDefaults(connector, written as JsonObject) };
    } catch (error) {
      throw this.problemOf(error, use.connection);
    }
  }

  async test(use: ConnectionUse, signal: AbortSignal): Promise<ConnectionTest> {
    const run = await this.#begin(use);
    const began = performance.now();
    const done = (ok: boolean, detail: string): ConnectionTest => ({
      ok,
      latencyMs: Math.round(performance.now() - began),
      detail: this.masking.mask(detail),
    });
    try {
      const { connector, config } = await this.outside.open(run, use.connection);
      const context = { connection: use.connection, config, signal };
      if (connector.test) return done(true, await connector.test(context));
      return done(
        true,
        `The connector \`${connector.name}\` has nothing to try; its settings and secrets are there`,
      );
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ConnectorError || error instanceof FlowError) return done(false, detailOf(error));
      throw error;
    }
  }

  async invoke(
    use: ConnectionUse,
    { action, input }: { action: string; input: JsonObject },
    signal: AbortSignal,
  ) {
    const run = await this.#begin(use);
    const connector = this.#connector(run, use.connection);
    requireAction(connector, use.connection, action);
    checkInput(connector, action, input);
    const { connection } = use;
    const trace = use.trace && traceHeaders(use.trace);
    const context = { idempotencyKey: `call:${randomUUID()}`, trace, log: () => {} };
    try {
      const output = await this.answering.call(run, { connection, action, input }, context, signal);
      return {
        output: this.masking.maskJson(output),
        connector: connector.name,
        revision: run.state.revision,
      };
    } catch (error) {
      throw this.problemOf(error, connection);
    }
  }

  problemOf(error: unknown, connection: string): unknown {
    return asProblem(error, connection, this.masking.mask);
  }

  async #begin(use: ConnectionUse): Promise<RunInMemory> {
    const { branch, connection, environment, principal } = use;
    const snapshot = await this.snapshots.fresh(branch);
    const closure = this.#closure(snapshot, connection, environment);
    const pinned = { revision: snapshot.revision, environment: closure.environment, closure: closure.id };
    const state = newState({ branch, flow: '', input: {}, principal }, pinned);
    this.uses.set(state, use);
    return { state, closure };
  }

  #connector({ closure }: RunInMemory, connection: string): Connector {
    try {
      return this.outside.connector(closure, connection).connector;
    } catch (error) {
      throw this.problemOf(error, connection);
    }
  }

  /** The documents that count for a connection: itself, its environment, and the policies for it. */
  #closure(snapshot: Snapshot, connection: string, environment: string | undefined): Closure {
    const record = snapshot.get('connection', connection) ?? missing(snapshot, connection);
    const found = findEnvironment(snapshot, environment);
    const closures = this.#closures.get(snapshot) ?? new Map<string, Closure>();
    this.#closures.set(snapshot, closures);
    const key = `${connection} ${found?.name ?? ''}`;
    const closure = closures.get(key) ?? Closure.of(snapshot, record, found, this.compile);
    closures.set(key, closure);
    return closure;
  }
}

function missing(snapshot: Snapshot, name: string): never {
  const status = snapshot.status('connection', name);
  if (status) {
    const errors = status.findings.map(problemDetail);
    throw new Problem('entity_invalid', `The connection \`${name}\` never had a valid version`, { errors });
  }
  const near = nearest(
    name,
    snapshot.list('connection').map((record) => record.name),
  );
  const detail = `There is no connection \`${name}\` on branch \`${snapshot.branch}\``;
  throw new Problem('entity_not_found', detail, near ? { hints: [`Did you mean \`${near}\`?`] } : {});
}

function requireAction(connector: Connector, connection: string, action: string): void {
  if (Object.hasOwn(connector.actions, action)) return;
  const names = Object.keys(connector.actions);
  const near = nearest(action, names);
  throw new Problem('action_unknown', `The connection \`${connection}\` has no action \`${action}\``, {
    hints: [
      ...(near ? [`Did you mean \`${near}\`?`] : []),
      `Actions of \`${connector.name}\`: ${names.map((name) => `\`${name}\``).join(', ')}.`,
    ],
  });
}

function checkInput(connector: Connector, action: string, input: JsonObject): void {
  const errors = findFaults((connector.actions[action]?.input ?? {}) as JsonObject, input).map(
    ({ pointer, message }) => {
      return { pointer, message };
    },
  );
  const [first] = errors;
  if (!first) return;
  const detail = `\`${action}\` does not take this input: \`${first.pointer || '/'}\` ${first.message}`;
  throw new Problem('body_invalid', detail, { errors });
}
