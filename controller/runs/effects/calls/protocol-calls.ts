import { findFaults } from '../../../../schemas/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import {
  type Clients,
  type Connector,
  configDefaults,
  subscriptionDefaults,
} from '../../../connectors/index.js';
import type { EffectContext, MessageSource, MessageStream, ProtocolCall } from '../../../flows/index.js';
import { ActionChecks } from '../../../kinds/connection/action-checks.js';
import { findActions } from '../../../kinds/connection/described-actions.js';
import type { HostFence } from '../../../security/policy/host-fence.js';
import { type CallFailures, getErrors } from './call-failures.js';
import {
  asConnectorError,
  discovered,
  refuse,
  requireAction,
  requireShallow,
  unusable,
} from './called-actions.js';
import { askBefore, type BeforeWrite } from './outgoing-call.js';
import type { RequestUser, SecretAccess } from './secret-access.js';
import { ServerMessages } from './server-messages.js';

interface Services {
  readonly connectors: readonly Connector[];
  readonly clients: Pick<Clients, 'use'>;
  /** See `RunOptions.beforeWrite`. */
  readonly beforeWrite?: BeforeWrite;
}

interface Configured {
  readonly connector: Connector;
  readonly config: JsonObject;
  readonly texts: Readonly<Record<string, string>>;
}

/** Calls servers with a configuration of the call's own, as the protocols of the language do. */
export class ProtocolCalls {
  readonly #checks = new ActionChecks();

  constructor(
    private readonly services: Services,
    private readonly secrets: Pick<SecretAccess, 'runFence'>,
    private readonly failures: CallFailures,
  ) {}

  /** Calls an action of a connector. @throws FlowError */
  async call(
    user: RequestUser,
    { connector: name, config: statedConfig, texts = {}, action: actionName, input }: ProtocolCall,
    { idempotencyKey, trace, log }: EffectContext,
    signal: AbortSignal,
  ): Promise<Json> {
    const { connector, config } = this.#configured(name, statedConfig);
    const actions = findActions(connector, config, texts);
    const about = { connection: name, action: actionName, input };
    const fence = await this.#fence(user, { connector, config, texts });
    return this.failures.asFlowError(signal, () =>
      this.services.clients.use(connector, { connection: name, config, signal, fence }, async (opened) => {
        const action = requireAction(actions ?? (await discovered(connector, opened)), about);
        const called = { connection: name, name: actionName, action };
        refuse(await getErrors(this.#checks, called, input, signal));
        const own = Object.assign({}, opened, { idempotencyKey, trace, log });
        if (!action.hints.readOnly)
          await askBefore(this.services.beforeWrite, { target: `${name}.${actionName}`, arguments: input });
        return requireShallow(await asConnectorError(name, () => action.run(own, input)));
      }),
    );
  }

  /** Follows the messages of a server; it is asked for them at the first `next`. @throws FlowError */
  follow(
    user: RequestUser,
    { connector: name, config: statedConfig, subscription }: MessageSource,
    log: EffectContext['log'],
  ): MessageStream {
    const { connector, config } = this.#configured(name, statedConfig);
    const { events } = connector;
    if (!events) throw unusable(`The connector \`${name}\` receives no messages`);
    const options = subscriptionDefaults(connector, subscription);
    const { client: _, ...alone } = connector;
    const messages = new ServerMessages(async (receiver, signal) => {
      const fence = await this.#fence(user, { connector, config, texts: {} });
      const about = { connection: name, config, signal, fence };
      return this.services.clients.use(alone, about, (context) =>
        events.subscribe(context, options, receiver),
      );
    }, log);
    return {
      next: (until, signal) => this.failures.asFlowError(signal, () => messages.next(until, signal)),
      confirm: () => messages.confirm(),
      close: () => messages.close(),
    };
  }

  /** @throws FlowError */
  #fence(user: RequestUser, { connector, config, texts }: Configured): Promise<HostFence | undefined> {
    return this.secrets.runFence(user, {
      kind: 'request',
      // Only runs that read secrets need them.
      get destinations() {
        return connector.destinations?.(config, texts);
      },
    });
  }

  /** @throws FlowError */
  #configured(name: string, statedConfig: JsonObject): { connector: Connector; config: JsonObject } {
    const connector = this.services.connectors.find((each) => each.name === name);
    if (!connector) throw unusable(`The connector \`${name}\` is not installed`);
    const config = configDefaults(connector, statedConfig);
    const [fault] = findFaults(connector.configSchema as JsonObject, config);
    if (fault) throw unusable(`\`${fault.pointer.slice(1) || 'with'}\` ${fault.message}`);
    return { connector, config };
  }
}
