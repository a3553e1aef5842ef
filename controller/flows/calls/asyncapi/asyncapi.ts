import type { Json } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { untilAborted } from '../../../concurrency/signals.js';
import { DescribedChannel, UnusableError } from '../../../connectors/index.js';
import { ArgumentCheck } from '../../../json-schema/index.js';
import { getKind } from '../../data/values.js';
import { effect } from '../../execution/host-calls.js';
import { withInstance } from '../../plan/errors.js';
import type { EffectContext, EffectSubject } from '../../plan/host.js';
import type { Scope } from '../../plan/node.js';
import type { CompiledBody, TaskContext } from '../../plan/task-type.js';
import { fill } from '../../plan/template.js';
import { compileAuthentication } from '../http/authentication.js';
import { compileSource } from '../openapi/source.js';
import { type OpenChannel, usable } from './channel.js';
import { compileSubscription } from './subscription.js';

/** Compiles a message to a channel of an AsyncAPI description, or a subscription to it. */
export function callAsyncApi(value: Json | undefined, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/with`;
  if (!isObject(value)) {
    return context.fault(value === undefined ? context.pointer : pointer, '`call: asyncapi` needs `with`');
  }
  const { document, authentication: policy, subscription, ...call } = value;
  const source = compileSource(document, `${pointer}/document`, {
    endpoint: call,
    context,
    language: 'asyncapi',
  });
  const at = `${pointer}/authentication`;
  const component = policy === undefined ? undefined : context.component('authentications', policy, at);
  const authentication = compileAuthentication(component, context);
  const template = context.template(call, pointer);
  const open = async (input: Json, scope: Scope): Promise<OpenChannel> => {
    const filled = objectOr(await fill(template, input, scope));
    const { fetch } = scope.frame.run.host;
    const credentials = authentication && (await untilAborted(authentication(input, scope), scope.signal));
    const proof = await credentials?.authorization(fetch, scope.signal);
    const { text } = (await source?.(input, scope)) ?? { text: '' };
    return usable(scope, () => ({ channel: DescribedChannel.find(text, filled), call: filled, proof }));
  };
  const describe = async (input: Json, scope: Scope): Promise<EffectSubject> => ({
    kind: 'protocol',
    target: 'asyncapi',
    readsFiles: true,
    arguments: {
      document: document ?? null,
      policy: policy ?? null,
      call: await fill(template, input, scope),
    },
  });
  if (subscription !== undefined) {
    const perform = compileSubscription(objectOr(subscription), `${pointer}/subscription`, context, open);
    return source && { perform };
  }
  return (
    source && {
      perform: (scope, input) =>
        publish(
          scope,
          () => open(input, scope),
          () => describe(input, scope),
        ),
    }
  );
}

function publish(
  scope: Scope,
  open: () => Promise<OpenChannel>,
  describe: () => Promise<EffectSubject>,
): Promise<Json> {
  const { host } = scope.frame.run;
  const send = async (effectContext: EffectContext): Promise<Json> => {
    const { channel, call, proof } = await open();
    const { payload = '', headers = {} } = objectOr(call['message']);
    const message = { payload, headers };
    const check = new ArgumentCheck(channel.input);
    const faults = await check.valuesInSlices(message, '`message`', scope.signal);
    const publication = usable(scope, () => {
      if (!isObject(headers))
        throw new UnusableError(`\`headers\` must be an object, not ${getKind(headers)}`);
      const fault = faults.find(({ severity }) => severity === 'error');
      if (fault) throw new UnusableError(fault.message);
      return channel.publication({ payload, headers }, proof);
    });
    return host
      .callProtocol(publication, effectContext, scope.signal)
      .catch((error) => Promise.reject(withInstance(error, scope.task.reference)));
  };
  return effect(scope, send, { describe });
}
