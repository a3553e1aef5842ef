import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import type { ConsentTokens } from '../../../connectors/contract/consent-tokens.js';
import { openAccess } from '../../../connectors/http/client.js';
import type { TlsConfig } from '../../../connectors/http/credentials/tls.js';
import {
  type ActionFiles,
  type Actions,
  type Clients,
  type ConnectionContext,
  type Connector,
  type ConsentFields,
  completeConfig,
  configDefaults,
  type Receiver,
  subscriptionDefaults,
  type TokenUsage,
} from '../../../connectors/index.js';
import type { Consents, ConsentTarget } from '../../../consents/index.js';
import { type ConnectionCall, FlowError } from '../../../flows/index.js';
import { ActionChecks, type ActionFault } from '../../../kinds/connection/action-checks.js';
import { findActions } from '../../../kinds/connection/described-actions.js';
import type { ConnectionVersion, SecretPolicy, SecretUse } from '../../../security/policy/secret-policy.js';
import { namesSecret, secretReference } from '../../../security/policy/secret-reference.js';
import type { Sealing } from '../../../security/vault/contract.js';
import type { RunDocuments } from '../../journal/run-documents.js';
import type { Caches } from '../caches/caches.js';
import { CallFailures, getErrors } from './call-failures.js';
import type { CallSlots } from './call-slots.js';
import {
  asConnectorError,
  discovered,
  findAction,
  refuse,
  requireAction,
  requireShallow,
  unusable,
  yieldsFile,
} from './called-actions.js';
import { connectionVersion } from './connection-version.js';
import { type CallContext, nestedCalls } from './nested-calls.js';
import { askBefore, type BeforeWrite } from './outgoing-call.js';
import { ProtocolCalls } from './protocol-calls.js';
import { SecretAccess, unavailable } from './secret-access.js';
import { connectionUsesSecret } from './secret-uses.js';

/** A run, or a caller that uses a connection outside of a run. */
export interface ConnectionUser {
  readonly branch: string;
  /** The flow of a run; left out by callers that are no run. */
  readonly flow?: string;
  readonly documents: RunDocuments;
  /** Called after each read of a secret. */
  secretUsed(path: string): void;
  /** The files of the run, as the step with this key uses them; left out by callers that are no run. */
  files?(key: string, signal: AbortSignal): ActionFiles;
}

interface Services {
  readonly connectors: readonly Connector[];
  readonly clients: Pick<Clients, 'use'>;
  readonly policy: Pick<SecretPolicy, 'read' | 'require' | 'fence' | 'trusts' | 'getPaths'>;
  readonly sealing: Pick<Sealing, 'mask'>;
  /** Undefined where no connection signs in by the consent of a person. */
  readonly consents?: Pick<Consents, 'getTokens' | 'findPath'> | undefined;
  readonly caches: Caches;
  readonly places: CallSlots;
  /** See `RunOptions.beforeWrite`. */
  readonly beforeWrite?: BeforeWrite;
  /** Counts tokens of language models. */
  tokensUsed?(connection: string, usage: TokenUsage): void;
}

/** The way of a consent to its authority. */
export interface ConsentAuthority {
  readonly fetch: typeof globalThis.fetch;
}

/** Calls actions of connections, with the definitions and the environment that the user is pinned to. */
export class ConnectionCalls {
  readonly #connectors: ReadonlyMap<string, Connector>;
  readonly #checks = new ActionChecks();
  readonly #failures: CallFailures;
  /** Configurations without secrets, by what is written. */
  readonly #plain = new WeakMap<JsonObject, JsonObject>();
  /** Calls with configurations of their own. */
  readonly protocols: ProtocolCalls;
  readonly secrets: SecretAccess;

  constructor(private readonly services: Services) {
    this.#failures = new CallFailures(services.sealing);
    this.secrets = new SecretAccess(services.policy, services.sealing);
    this.protocols = new ProtocolCalls(services, this.secrets, this.#failures);
    this.#connectors = new Map(services.connectors.map((connector) => [connector.name, connector]));
  }

  /** Calls one action of a connection, or answers from the cache if a cache policy applies. @throws FlowError */
  async invoke(
    user: ConnectionUser,
    call: ConnectionCall,
    context: CallContext,
    signal: AbortSignal,
  ): Promise<Json> {
    await this.#requireArguments(user.documents, call);
    return this.invokeChecked(user, call, context, signal);
  }

  /** As `invoke`, for arguments in which `getFaults` found none. @throws FlowError */
  async invokeChecked(
    user: ConnectionUser,
    call: ConnectionCall,
    context: CallContext,
    signal: AbortSignal,
  ): Promise<Json> {
    const { branch, documents } = user;
    const { policies } = documents;
    const { connection, action, input } = call;
    const policy = policies?.forCall(connection, action);
    if (!policies || !policy || yieldsFile(this.actions(documents, connection), call))
      return this.#call(user, call, context, signal);
    if (connectionUsesSecret(documents, connection)) await this.secrets.require(user);
    const fingerprint = policies.connectionFingerprint(connection);
    const { isNested } = context;
    const nested = isNested ? { isNested } : {};
    const inBackground = { idempotencyKey: `refresh:${randomUUID()}`, log: () => {}, ...nested };
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

  /**
   * The faults of the arguments of a call under the schema of its action; none for an action that the server alone knows.
   * @throws FlowError as `connector`
   */
  getFaults(
    documents: RunDocuments,
    { connection, action: name, input }: ConnectionCall,
  ): ActionFault[] | Promise<ActionFault[]> {
    const action = findAction(this.actions(documents, connection), name);
    return action ? getErrors(this.#checks, { connection, name, action }, input) : [];
  }

  /** The actions of a connection; undefined when the server alone knows all of them. @throws FlowError as `connector` */
  actions(documents: RunDocuments, connection: string): Actions | undefined {
    const { connector, config } = this.connector(documents, connection);
    if (!connector.described) return connector.actions;
    return findActions(connector, config as JsonObject, documents.texts('connection', connection));
  }

  /** The actions of a connection, by its description or by its server. @throws FlowError, ConnectorError */
  async discover(user: ConnectionUser, connection: string, signal: AbortSignal): Promise<Actions> {
    const actions = this.actions(user.documents, connection);
    if (actions) return actions;
    return this.use(user, connection, signal, (context, connector) => discovered(connector, context));
  }

  /** The connector of a connection and its configuration in the environment; secrets are references. @throws FlowError */
  connector(documents: RunDocuments, connection: string): { connector: Connector; config: Json } {
    const definition = documents.connection(connection);
    if (!definition) throw unusable(documents.missing('connection', connection));
    const connector = this.#connectors.get(String(definition['connector']));
    if (!connector) throw unusable(`The connector \`${definition['connector']}\` is not installed`);
    const texts = documents.texts('connection', connection);
    return { connector, config: completeConfig(connector, objectOr(definition['config']), texts) };
  }

  /** The connection as the policy of secrets compares it. @throws FlowError as `connector` */
  version(
    documents: RunDocuments,
    connection: string,
    { connector, config } = this.connector(documents, connection),
  ): ConnectionVersion {
    const definition = { connector: connector.name, config };
    return connectionVersion(
      connection,
      { definition, texts: documents.texts('connection', connection) },
      connector,
    );
  }

  /** Uses a connection with its defaults, the values of its secrets, and its client. @throws FlowError, and as `work` does */
  async use<Result>(
    user: ConnectionUser,
    connection: string,
    signal: AbortSignal,
    work: (context: ConnectionContext<JsonObject>, connector: Connector) => Promise<Result>,
  ): Promise<Result> {
    const configured = this.connector(user.documents, connection);
    const { connector, config: storedConfig } = configured;
    const version = this.version(user.documents, connection, configured);
    const use = { kind: 'connection', connection: version } as const;
    const plain = this.#plain.get(storedConfig as JsonObject);
    const { config, consent } = plain
      ? { config: plain, consent: undefined }
      : await this.#readCredentials(user, connection, configured, use);
    const hasSecret = !this.#plain.has(storedConfig as JsonObject);
    const fence = await (hasSecret ? this.secrets.fence(user, use) : this.secrets.runFence(user, use));
    return this.services.clients.use(connector, { connection, config, signal, fence, consent }, (context) =>
      work(context, connector),
    );
  }

  /**
   * Runs `work` with what a consent to a connection is about, and the way to its authority.
   * @throws FlowError, also for a connection that needs no consent; and as `work` does
   */
  async useConsent<Result>(
    user: ConnectionUser,
    connection: string,
    signal: AbortSignal,
    work: (target: ConsentTarget, authority: ConsentAuthority) => Promise<Result>,
  ): Promise<Result> {
    const configured = this.connector(user.documents, connection);
    const { connector, config: storedConfig } = configured;
    const fields = connector.consent?.(storedConfig as JsonObject);
    if (!fields)
      throw unusable(
        `The connection \`${connection}\` needs no consent: its \`auth\` has no \`authorizationUrl\``,
      );
    const use = {
      kind: 'connection',
      connection: this.version(user.documents, connection, configured),
    } as const;
    const fence = await this.secrets.fence(user, use);
    const target = await this.#getConsentTarget(user, connection, fields, use);
    const config = await this.#getConfig(connector, fields.config, user, use);
    const { client: _, ...alone } = connector;
    return this.services.clients.use(alone, { connection, config, signal, fence }, async ({ network }) => {
      fence?.require(new URL(target.auth.authorizationUrl).origin);
      const [own] = connector.destinations?.(config, {}) ?? [];
      const address = own && 'origin' in own ? own.origin : undefined;
      const tls = config['tls'] as TlsConfig | undefined;
      const access = openAccess({ tls: address?.startsWith('http') ? tls : undefined }, address, { network });
      try {
        return await work(target, { fetch: access.authorityFetch });
      } finally {
        await access.close();
      }
    });
  }

  /** Delivers the messages of a connection's server until the signal aborts. @throws FlowError, ConnectorError */
  async receive(
    user: ConnectionUser,
    connection: string,
    receiver: Receiver,
    signal: AbortSignal,
  ): Promise<void> {
    const configured = this.connector(user.documents, connection);
    const { connector, config: storedConfig } = configured;
    const { events } = connector;
    const subscribe = user.documents.connection(connection)?.['subscribe'];
    if (!events || !isObject(subscribe ?? null))
      throw unusable(`The connection \`${connection}\` has no \`subscribe\``);
    const subscription = subscriptionDefaults(connector, subscribe as JsonObject);
    const version = this.version(user.documents, connection, configured);
    const use = { kind: 'connection', connection: version } as const;
    const { config, consent } = await this.#readCredentials(user, connection, configured, use);
    const fence = namesSecret(storedConfig) ? await this.secrets.fence(user, use) : undefined;
    const about = { connection, config, signal, fence, consent };
    // The messages come over a client of their own.
    const { client: _, ...alone } = connector;
    await this.services.clients.use(alone, about, (context) =>
      events.subscribe(context, subscription, receiver),
    );
  }

  /** The data of a secret. @throws FlowError */
  secret(user: ConnectionUser, path: string): Promise<Readonly<Record<string, string>>> {
    return this.secrets.read(user, path, { kind: 'read' });
  }

  /** @throws FlowError for arguments that the action does not take; nothing has been sent then */
  async #requireArguments(documents: RunDocuments, call: ConnectionCall): Promise<void> {
    refuse(await this.getFaults(documents, call));
  }

  async #call(
    user: ConnectionUser,
    call: ConnectionCall,
    context: CallContext,
    signal: AbortSignal,
  ): Promise<Json> {
    const { connection, action: name, input } = call;
    const actions = this.actions(user.documents, connection);
    if (actions) requireAction(actions, call);
    const { idempotencyKey, trace, log } = context;
    const calls = {
      ...this.#nested(user, context, signal),
      files: user.files?.(idempotencyKey, signal),
      tokensUsed: (usage: TokenUsage) => this.services.tokensUsed?.(connection, usage),
    };
    const perform = (): Promise<Json> =>
      this.use(user, connection, signal, async (opened, connector) => {
        const action = requireAction(actions ?? (await discovered(connector, opened)), call);
        if (!actions) refuse(await getErrors(this.#checks, { connection, name, action }, input, signal));
        const own = Object.assign({}, opened, calls, { idempotencyKey, trace, log });
        if (!action.hints.readOnly)
          await askBefore(this.services.beforeWrite, { target: `${connection}.${name}`, arguments: input });
        return requireShallow(await asConnectorError(connector.name, () => action.run(own, input)));
      });
    return this.#failures.asFlowError(signal, () =>
      // A call inside another one does not wait: the outer one may hold the place that it waits for.
      context.isNested ? perform() : this.#inTurn(user, connection, signal, perform),
    );
  }

  #inTurn(
    user: ConnectionUser,
    name: string,
    signal: AbortSignal,
    perform: () => Promise<Json>,
  ): Promise<Json> {
    const { documents } = user;
    const { environment } = documents;
    const max = documents.connection(name)?.['maxConcurrent'];
    return this.services.places.withConnection(user, { name, environment, max }, signal, perform);
  }

  /** The means by which an action reaches other connections of its user. */
  #nested(user: ConnectionUser, context: CallContext, signal: AbortSignal) {
    const caller = {
      invoke: (other: ConnectionCall, by: CallContext) => this.invoke(user, other, by, signal),
      actions: (name: string) => this.discover(user, name, signal),
    };
    return nestedCalls(caller, context);
  }

  /** Returns the configuration with the values of its secrets, and the tokens of its consent where it signs in by one. */
  async #readCredentials(
    user: ConnectionUser,
    connection: string,
    { connector, config }: ReturnType<ConnectionCalls['connector']>,
    use: SecretUse,
  ): Promise<{ config: JsonObject; consent: ConsentTokens | undefined }> {
    const fields = connector.consent?.(config as JsonObject);
    return {
      consent: fields && (await this.#openConsent(user, connection, fields, use)),
      config: await this.#getConfig(connector, fields?.config ?? config, user, use),
    };
  }

  /** Returns the tokens of the consent to a connection. @throws FlowError, ConnectorError for one that was not given */
  async #openConsent(
    user: ConnectionUser,
    connection: string,
    fields: ConsentFields,
    use: SecretUse,
  ): Promise<ConsentTokens> {
    const { consents } = this.services;
    if (!consents) throw unusable(`No person can consent to the use of \`${connection}\` here`);
    const target = await this.#getConsentTarget(user, connection, fields, use);
    user.secretUsed(await consents.findPath(target));
    return consents.getTokens(target);
  }

  async #getConsentTarget(
    user: ConnectionUser,
    connection: string,
    { auth, refreshToken }: ConsentFields,
    use: SecretUse,
  ): Promise<ConsentTarget> {
    const reference = secretReference(refreshToken);
    if (!reference)
      throw unusable('`auth.refreshToken` must name the secret and its key, where the consent is stored');
    const { branch, documents } = user;
    const paths = await this.secrets.getPaths(user, reference.path, use);
    const resolved = (await this.#resolve(auth, user, use)) as Json as unknown as ConsentTarget['auth'];
    return {
      branch,
      connection,
      environment: documents.environment,
      paths,
      key: reference.key,
      auth: resolved,
    };
  }

  /** The configuration of a connection with its defaults and the values of its secrets. @throws FlowError */
  async #getConfig(
    connector: Connector,
    storedConfig: Json,
    user: ConnectionUser,
    use: SecretUse,
  ): Promise<JsonObject> {
    const config = configDefaults(connector, (await this.#resolve(storedConfig, user, use)) as JsonObject);
    if (isObject(storedConfig) && !namesSecret(storedConfig)) this.#plain.set(storedConfig, config);
    return config;
  }

  /** Replaces each `{ secret: path, key: k }` by the value of that key. */
  async #resolve(value: Json, user: ConnectionUser, use: SecretUse): Promise<Json> {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return Promise.all(value.map((item) => this.#resolve(item, user, use)));
    const reference = secretReference(value);
    if (reference) {
      const { path, key } = reference;
      const data = await this.secrets.read(user, path, use);
      const text = Object.hasOwn(data, key) ? data[key] : undefined;
      if (text === undefined) throw unavailable(`The secret \`${path}\` has no key \`${key}\``);
      return text;
    }
    const entries = await Promise.all(
      Object.entries(value).map(
        async ([name, item]) => [name, await this.#resolve(item, user, use)] as const,
      ),
    );
    return Object.fromEntries(entries);
  }
}
