import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { nearest } from '../../../../schemas/nearest.js';
import {
  type Clients,
  type ConnectionContext,
  type Connector,
  ConnectorError,
  configDefaults,
} from '../../../connectors/index.js';
import { type ConnectionCall, type EffectContext, FlowError, standardError } from '../../../flows/index.js';
import { ActionChecks, type ActionFault } from '../../../kinds/connection/action-checks.js';
import { Problem, sentence } from '../../../problems/index.js';
import type { SecretPolicy } from '../../../security/policy/secret-policy.js';
import type { Sealing } from '../../../security/vault/contract.js';
import type { RunDocuments } from '../../journal/run-documents.js';
import { secretReference } from '../../journal/secret-reference.js';
import type { Caches } from '../caches/caches.js';
import { connectionUsesSecret } from './secret-uses.js';

/** A run, or a caller that uses a connection outside of a run. */
export interface ConnectionUser {
  readonly branch: string;
  readonly documents: RunDocuments;
  /** Called after each read of a secret. */
  secretUsed(path: string): void;
}

interface Services {
  readonly connectors: readonly Connector[];
  readonly clients: Pick<Clients, 'use'>;
  readonly policy: Pick<SecretPolicy, 'read' | 'require'>;
  readonly sealing: Pick<Sealing, 'mask'>;
  readonly caches: Caches;
}

/** Calls actions of connections, with the definitions and the environment that the user is pinned to. */
export class ConnectionCalls {
  readonly #connectors: ReadonlyMap<string, Connector>;
  readonly #checks: ActionChecks;

  constructor(private readonly services: Services) {
    this.#connectors = new Map(services.connectors.map((connector) => [connector.name, connector]));
    this.#checks = new ActionChecks(this.#connectors);
  }

  /** Calls one action of a connection, or answers from the cache if a cache policy applies. @throws FlowError */
  async invoke(
    user: ConnectionUser,
    call: ConnectionCall,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<Json> {
    this.#requireArguments(user.documents, call);
    return this.invokeChecked(user, call, context, signal);
  }

  /** As `invoke`, for arguments in which `faultsOf` found none. @throws FlowError */
  async invokeChecked(
    user: ConnectionUser,
    call: ConnectionCall,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<Json> {
    const { branch, documents } = user;
    const { policies } = documents;
    const { connection, action, input } = call;
    const policy = policies?.forCall(connection, action);
    if (!policies || !policy) return this.#call(user, call, context, signal);
    if (connectionUsesSecret(documents, connection)) await this.requireSecrets(user);
    const fingerprint = policies.connectionFingerprint(connection);
    const inBackground = { idempotencyKey: `refresh:${randomUUID()}`, log: () => {} };
    return this.services.caches.answer({
      policy: { ...policy, identity: `${branch} ${policy.identity}` },
      about: [branch, documents.environment ?? '', connection, action, fingerprint],
      input,
      signal,
      mayShare: true,
      ask: (asking) => this.#call(user, call, context, asking),
      refresh: (asking) => this.#call(user, call, inBackground, asking),
      isAnswer: (error) => error instanceof FlowError,
      log: context.log,
    });
  }

  /** The faults of the arguments of a call under the schema of its action. @throws FlowError as `connector` */
  faultsOf(documents: RunDocuments, { connection, action, input }: ConnectionCall): ActionFault[] {
    const { name: connector } = this.connector(documents, connection).connector;
    const faults = this.#checks.values({ connector, connection, action }, input);
    return faults.filter(({ severity }) => severity === 'error');
  }

  /** The connector of a connection and its configuration in the environment; secrets are references. @throws FlowError */
  connector(documents: RunDocuments, connection: string): { connector: Connector; config: Json } {
    const definition = documents.connection(connection);
    if (!definition) throw unusable(documents.missing('connection', connection));
    const connector = this.#connectors.get(String(definition['connector']));
    if (!connector) throw unusable(`The connector \`${definition['connector']}\` is not installed`);
    return { connector, config: definition['config'] ?? {} };
  }

  /** Uses a connection with its defaults, the values of its secrets, and its client. @throws FlowError, and as `work` does */
  async use<Result>(
    user: ConnectionUser,
    connection: string,
    signal: AbortSignal,
    work: (context: ConnectionContext<JsonObject>, connector: Connector) => Promise<Result>,
  ): Promise<Result> {
    const { connector, config: written } = this.connector(user.documents, connection);
    const resolved = (await this.#resolve(written, user)) as JsonObject;
    const about = { connection, config: configDefaults(connector, resolved), signal };
    return this.services.clients.use(connector, about, (context) => work(context, connector));
  }

  /** Refuses a cached answer that was made with secrets which the user may not use, or no longer. @throws FlowError */
  async requireSecrets({ branch, documents }: Pick<ConnectionUser, 'branch' | 'documents'>): Promise<void> {
    const { environment } = documents;
    await this.services.policy.require({ branch, environment }).catch((error) => this.#refused(error));
  }

  /** The data of a secret. @throws FlowError */
  async secret(user: ConnectionUser, path: string): Promise<Json> {
    return { ...(await this.#read(path, user)) };
  }

  /** @throws FlowError for arguments that the action does not take; nothing has been sent then */
  #requireArguments(documents: RunDocuments, call: ConnectionCall): void {
    const faults = this.faultsOf(documents, call);
    if (faults.length === 0) return;
    const detail = faults.map(({ message }) => message).join('; ');
    throw standardError('configuration', { title: 'Arguments invalid', detail });
  }

  async #call(
    user: ConnectionUser,
    call: ConnectionCall,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<Json> {
    const { connector } = this.connector(user.documents, call.connection);
    const action = connector.actions[call.action];
    if (!action) {
      const near = nearest(call.action, Object.keys(connector.actions));
      const suggestion = near ? `; did you mean \`${near}\`?` : '';
      throw unusable(`The connector \`${connector.name}\` has no action \`${call.action}\`${suggestion}`);
    }
    const { idempotencyKey, trace, log } = context;
    try {
      return await this.use(user, call.connection, signal, (opened) =>
        action.run({ ...opened, idempotencyKey, trace, log }, call.input),
      );
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof ConnectorError)) throw error;
      const { status, title, code, retryAfter } = error;
      const detail = this.services.sealing.mask(error.message);
      throw standardError(error.kind, { status, title, detail, cause: error, code, retryAfter });
    }
  }

  /** Replaces each `{ secret: path, key: k }` by the value of that key. */
  async #resolve(value: Json, user: ConnectionUser): Promise<Json> {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return Promise.all(value.map((item) => this.#resolve(item, user)));
    const reference = secretReference(value);
    if (reference) {
      const { path, key } = reference;
      const data = await this.#read(path, user);
      const text = Object.hasOwn(data, key) ? data[key] : undefined;
      if (text === undefined) throw unavailable(`The secret \`${path}\` has no key \`${key}\``);
      return text;
    }
    const entries = await Promise.all(
      Object.entries(value).map(async ([name, item]) => [name, await this.#resolve(item, user)] as const),
    );
    return Object.fromEntries(entries);
  }

  async #read(path: string, user: ConnectionUser): Promise<Readonly<Record<string, string>>> {
    try {
      const { environment, secretsPrefix } = user.documents;
      const values = await this.services.policy.read(
        { branch: user.branch, environment, secretsPrefix },
        path,
      );
      user.secretUsed(path);
      return values;
    } catch (error) {
      return this.#refused(error);
    }
  }

  /** @throws FlowError for a problem; any other error unchanged */
  #refused(error: unknown): never {
    if (!(error instanceof Problem)) throw error;
    const detail = this.services.sealing.mask([sentence(error.message), ...error.hints].join(' '));
    throw error.code === 'secret_provider_unavailable'
      ? unanswered(detail, error)
      : unavailable(detail, error);
  }
}

function unusable(detail: string): FlowError {
  return standardError('configuration', { title: 'Connection not usable', detail });
}

/** A failure that a retry may help against, as that of a server. */
function unanswered(detail: string, cause: Problem): FlowError {
  const { code, status } = cause;
  return standardError('communication', {
    title: 'Secret provider not available',
    status,
    detail,
    code,
    cause,
  });
}

function unavailable(detail: string, cause?: Problem): FlowError {
  return standardError('authorization', { title: 'Secret not available', detail, cause });
}
