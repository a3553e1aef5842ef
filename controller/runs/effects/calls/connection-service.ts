import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { didYouMean } from '../../../../schemas/nearest.js';
import { requireRecord, type Snapshots } from '../../../catalog/index.js';
import {
  type Actions,
  type ConnectionContext,
  type Connector,
  ConnectorError,
  configDefaults,
  type Receiver,
} from '../../../connectors/index.js';
import type { ConsentTarget } from '../../../consents/index.js';
import { type ConnectionCall, FlowError } from '../../../flows/index.js';
import { Problem, type ProblemCode } from '../../../problems/index.js';
import type { SecretPolicy } from '../../../security/policy/secret-policy.js';
import type { Sealing } from '../../../security/vault/contract.js';
import { pinVersion } from '../../journal/pinned-version.js';
import type { DocumentCache } from '../../journal/run-documents.js';
import { type TraceContext, traceHeaders } from '../../journal/trace.js';
import { chooseEnvironment, warningAboutDefault } from '../../journal/usable-environment.js';
import { warningAbout } from '../../journal/version-warning.js';
import { asConnectorError } from './called-actions.js';
import type { ConnectionCalls, ConnectionUser, ConsentAuthority } from './connection-calls.js';
import { connectionUsesSecret } from './secret-uses.js';

/** The use of a connection in one environment of a branch, on behalf of a caller. */
export interface ConnectionUse {
  /** The name that `Branches.resolve` returns. */
  branch: string;
  connection: string;
  /** When left out, that of `Flows.Environment`, or else the default one of the branch. */
  environment?: string;
  /** The caller. */
  principal: string;
  /** The request that the connection is used for, and the address it came from. */
  origin?: { requestId: string; address: string };
  /** The span of the request. */
  trace?: TraceContext | undefined;
}

/** A connection that is ready for use. */
export interface OpenConnection {
  connector: Connector;
  context: ConnectionContext<JsonObject>;
  /** The commit that the definition of the connection is from. */
  revision: string;
}

export interface ConnectionTest {
  ok: boolean;
  /** Duration of the whole test. */
  latencyMs: number;
  /** The connector's report, or the error. */
  detail: string;
}

/** Most actions that a hint names. */
const maxNamed = 20;

/** The problem for each type of error; `action_refused` for all others. */
const codes: Readonly<Record<string, ProblemCode>> = {
  communication: 'action_failed',
  timeout: 'action_timeout',
  configuration: 'connection_unusable',
};

interface Services {
  readonly snapshots: Snapshots;
  readonly documents: DocumentCache;
  readonly calls: ConnectionCalls;
  readonly sealing: Pick<Sealing, 'mask' | 'maskJson'>;
  readonly policy: Pick<SecretPolicy, 'require' | 'trusts' | 'fence'>;
  readonly settings: { current(): { readonly Flows?: { readonly Environment?: string | undefined } } };
}

/** The call of an action outside of runs. */
interface DirectCall {
  action: string;
  input: JsonObject;
}

interface DirectUser extends ConnectionUser {
  revision: string;
  /** As that of a run. */
  branchRevision: string | null;
  /** The default environment, where the branch may not use it. */
  leftEnvironment: string | undefined;
}

/** Connections that callers use outside of runs, with the same environments, secrets and cache policies. */
export class ConnectionService {
  /** @param secretUsed is called once for each secret that a use of a connection reads */
  constructor(
    private readonly services: Services,
    private readonly secretUsed: (use: ConnectionUse, path: string) => void = () => {},
  ) {}

  /**
   * Uses a connection; errors of the connector become problems.
   * @throws Problem entity_not_found, entity_invalid, environment_not_found, environment_not_allowed, host_not_allowed,
   * connection_unusable, action_refused, action_failed, action_timeout
   */
  async use<Result>(
    use: ConnectionUse,
    signal: AbortSignal,
    work: (connection: OpenConnection) => Promise<Result>,
  ): Promise<Result> {
    const user = await this.#getAllowedUser(use);
    try {
      return await this.services.calls.use(user, use.connection, signal, (context, connector) =>
        work({ connector, context, revision: user.revision }),
      );
    } catch (error) {
      throw this.#toProblem(error, use.connection);
    }
  }

  /** The sorted names of the connections of a branch that use a connector. */
  async of(branch: string, connector: string): Promise<string[]> {
    const connections = (await this.services.snapshots.fresh(branch)).list('connection');
    const candidates = connections.filter(({ definition }) => definition['connector'] === connector);
    return candidates.map(({ name }) => name).sort();
  }

  /**
   * The connector of a connection, and its actions; undefined when the server alone knows them. Reads no secret.
   * @throws Problem as `use`
   */
  async getActions(use: ConnectionUse): Promise<{ connector: string; actions: Actions | undefined }> {
    const user = await this.#getUser(use);
    const { name } = this.#connector(user, use.connection).connector;
    return { connector: name, actions: this.services.calls.actions(user.documents, use.connection) };
  }

  /** The actions of a connection that its server knows. @throws Problem as `use` */
  async discover(use: ConnectionUse, signal: AbortSignal): Promise<Actions> {
    const user = await this.#getAllowedUser(use);
    return this.services.calls.discover(user, use.connection, signal).catch((error: unknown) => {
      throw this.#toProblem(error, use.connection);
    });
  }

  /** The configuration with defaults and the changes of the environment; secrets are references. @throws Problem as `use` */
  async written(use: ConnectionUse): Promise<{ connector: string; config: JsonObject }> {
    const { connector, config } = this.#connector(await this.#getUser(use), use.connection);
    return { connector: connector.name, config: configDefaults(connector, config as JsonObject) };
  }

  /**
   * Delivers the messages of a connection's server until the signal aborts; then it resolves.
   * @throws Problem as `use`
   */
  async receive(use: ConnectionUse, receiver: Receiver, signal: AbortSignal): Promise<void> {
    const user = await this.#getAllowedUser(use);
    try {
      await this.services.calls.receive(user, use.connection, receiver, signal);
    } catch (error) {
      if (!signal.aborted) throw this.#toProblem(error, use.connection);
    }
  }

  /**
   * Runs `work` with what a consent to the connection is about, and the way to its authority.
   * @throws Problem as `use`; connection_unusable for a connection that needs no consent
   */
  async useConsent<Result>(
    use: ConnectionUse,
    signal: AbortSignal,
    work: (target: ConsentTarget, authority: ConsentAuthority) => Promise<Result>,
  ): Promise<Result> {
    const user = await this.#getAllowedUser(use);
    try {
      return await this.services.calls.useConsent(user, use.connection, signal, work);
    } catch (error) {
      throw this.#toProblem(error, use.connection);
    }
  }

  /** Reports an error of the connection in the result. @throws Problem entity_not_found, environment_not_found, environment_not_allowed */
  async test(use: ConnectionUse, signal: AbortSignal): Promise<ConnectionTest> {
    const user = await this.#getAllowedUser(use);
    const began = performance.now();
    const result = (ok: boolean, detail: string): ConnectionTest => ({
      ok,
      latencyMs: Math.round(performance.now() - began),
      detail: this.services.sealing.mask(detail),
    });
    try {
      const detail = await this.services.calls.use(
        user,
        use.connection,
        signal,
        async (context, connector) => {
          const untested = `The connector \`${connector.name}\` has no test; the settings and secrets of the connection are complete`;
          return asConnectorError(connector.name, async () => connector.test?.(context) ?? untested);
        },
      );
      return result(true, detail);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (isHostRefusal(error)) throw error.cause;
      if (error instanceof ConnectorError || error instanceof FlowError)
        return result(false, getDetail(error));
      throw error;
    }
  }

  /**
   * Calls one action; secrets in the output are masked.
   * @throws Problem as `use`; action_unknown, body_invalid, action_refused, action_failed, action_timeout
   */
  async invoke(
    use: ConnectionUse,
    call: DirectCall,
    signal: AbortSignal,
  ): Promise<{ output: Json; connector: string; revision: string; warning: string | null }> {
    const user = await this.#getAllowedUser(use);
    const { connection } = use;
    const { connector } = this.#connector(user, connection);
    const output = await this.#invoke(user, use, call, signal);
    const masked = this.services.sealing.maskJson(output);
    const warning = getWarning(user, connection);
    return { output: masked, connector: connector.name, revision: user.revision, warning };
  }

  /**
   * Returns the output of an action that changes nothing, as runs get it: for use inside of svc, as it may hold secrets.
   * @throws Problem as `invoke`; action_not_read_only
   */
  async read(use: ConnectionUse, call: DirectCall, signal: AbortSignal): Promise<Json> {
    const user = await this.#getAllowedUser(use);
    const actions =
      this.services.calls.actions(user.documents, use.connection) ?? (await this.discover(use, signal));
    requireAction(actions, use.connection, {
      action: call.action,
      connector: this.#connector(user, use.connection).connector.name,
    });
    if (!actions[call.action]?.hints.readOnly) {
      const detail = `The action \`${use.connection}.${call.action}\` may change something: it cannot be polled`;
      throw new Problem('action_not_read_only', detail);
    }
    return this.#invoke(user, use, call, signal);
  }

  async #invoke(
    user: DirectUser,
    use: ConnectionUse,
    { action, input }: DirectCall,
    signal: AbortSignal,
  ): Promise<Json> {
    const { connection } = use;
    const { connector } = this.#connector(user, connection);
    const actions = this.services.calls.actions(user.documents, connection);
    if (actions) requireAction(actions, connection, { action, connector: connector.name });
    await this.#checkInput(user, { connection, action, input });
    const trace = use.trace && traceHeaders(use.trace);
    const context = { idempotencyKey: `call:${randomUUID()}`, trace, log: () => {} };
    try {
      return await this.services.calls.invokeChecked(user, { connection, action, input }, context, signal);
    } catch (error) {
      throw this.#toProblem(error, connection);
    }
  }

  /** @throws Problem body_invalid */
  async #checkInput({ documents }: DirectUser, call: ConnectionCall): Promise<void> {
    const faults = await this.services.calls.getFaults(documents, call);
    const [first] = faults;
    if (!first) return;
    const errors = faults.map(({ pointer, message }) => ({ pointer, message }));
    const hints = [...new Set(faults.flatMap(({ hint }) => hint ?? []))];
    throw new Problem('body_invalid', `The call cannot be made: ${first.message}`, { errors, hints });
  }

  /** The problem for an error of a connector or a connection; returns any other error unchanged. */
  #toProblem(error: unknown, connection: string): unknown {
    if (!(error instanceof ConnectorError || error instanceof FlowError)) return error;
    if (isHostRefusal(error)) return error.cause;
    const kind =
      error instanceof ConnectorError
        ? error.kind
        : error.body.type.slice(error.body.type.lastIndexOf('/') + 1);
    const detail = this.services.sealing.mask(`\`${connection}\`: ${getDetail(error)}`);
    const retryAfter = error instanceof ConnectorError ? error.retryAfter : error.body.retryAfter;
    return new Problem(codes[kind] ?? 'action_refused', detail, {
      cause: error,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }

  /**
   * As `#getUser`; refuses an environment that the branch may not use, and a connection that may send no secret to its server.
   * @throws Problem environment_not_allowed, host_not_allowed
   */
  async #getAllowedUser(use: ConnectionUse): Promise<DirectUser> {
    const user = await this.#getUser(use);
    const { branch, documents } = user;
    const { environment, secretsPrefix } = documents;
    if (connectionUsesSecret(documents, use.connection)) {
      const { leftEnvironment } = user;
      // Refuses: a connection needs its secret also where the default environment is left out.
      if (leftEnvironment !== undefined)
        await this.services.policy.require({ branch, environment: leftEnvironment });
      const connection = this.services.calls.version(documents, use.connection);
      await this.services.policy.fence(
        { branch, environment, secretsPrefix },
        { kind: 'connection', connection },
      );
    } else if (use.environment !== undefined) {
      await this.services.policy.require({ branch, environment });
    }
    return user;
  }

  async #getUser(use: ConnectionUse): Promise<DirectUser> {
    const { branch, connection } = use;
    const { snapshots, documents } = this.services;
    const newest = await snapshots.fresh(branch);
    requireRecord(newest, 'connection', connection);
    const environment = await chooseEnvironment(this.services, newest, use.environment);
    const key = { branch, kind: 'connection', name: connection, environment: environment.name } as const;
    const pinned = await pinVersion(snapshots, newest, key);
    const record = requireRecord(pinned.snapshot, 'connection', connection);
    const reported = new Set<string>();
    return {
      branch,
      revision: pinned.revision,
      branchRevision: pinned.branchRevision,
      leftEnvironment: environment.left,
      documents: documents.of(pinned.snapshot, record, pinned.environment),
      secretUsed: (path) => {
        if (reported.has(path)) return;
        reported.add(path);
        this.secretUsed(use, path);
      },
    };
  }

  #connector({ documents }: DirectUser, connection: string): ReturnType<ConnectionCalls['connector']> {
    try {
      return this.services.calls.connector(documents, connection);
    } catch (error) {
      throw this.#toProblem(error, connection);
    }
  }
}

/** The sentences about an older version that is used, and about a default environment that is not. */
function getWarning(user: DirectUser, connection: string): string | null {
  const { branch, leftEnvironment: left } = user;
  const warnings = [
    warningAbout(connection, user),
    left === undefined ? null : warningAboutDefault(branch, left),
  ];
  const texts = warnings.filter((warning) => warning !== null);
  return texts.length === 0 ? null : texts.join(' ');
}

/** Tells whether the policy of secrets refused a place that was known during the use only. */
function isHostRefusal(error: unknown): error is { cause: Problem } {
  return error instanceof Error && error.cause instanceof Problem && error.cause.code === 'host_not_allowed';
}

/** @throws Problem action_unknown */
function requireAction(
  actions: Actions,
  connection: string,
  { action, connector }: { action: string; connector: string },
): void {
  if (Object.hasOwn(actions, action)) return;
  const names = Object.keys(actions);
  throw new Problem('action_unknown', `The connection \`${connection}\` has no action \`${action}\``, {
    hints: [
      ...didYouMean(action, names),
      `Actions of \`${connector}\`: ${names
        .slice(0, maxNamed)
        .map((name) => `\`${name}\``)
        .join(', ')}${names.length > maxNamed ? ', …' : ''}.`,
    ],
  });
}

function getDetail(error: ConnectorError | FlowError): string {
  if (error instanceof ConnectorError) return `${error.title}: ${error.message}`;
  const { title, detail } = error.body;
  return detail === undefined ? String(title) : `${title}: ${detail}`;
}
