import type { JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import type { PointedFinding } from '../../catalog/index.js';
import { type Connector, subscriptionDefaults, validateSubscription } from '../../connectors/index.js';

/** The offer of connections whose messages start flows: the field itself. */
export const subscribeOffer = 'subscribe';

/** The faults of `subscribe` of a connection. */
export function checkSubscription(connector: Connector, { subscribe }: JsonObject): PointedFinding[] {
  if (subscribe === undefined) return [];
  return validateSubscription(connector, objectOr(subscribe)).map(({ pointer, ...finding }) => ({
    severity: 'error',
    pointer: `/subscribe${pointer}`,
    ...finding,
  }));
}

const causes = {
  repeated: 'a message that the server repeats starts the flow again: it has no id',
  lossy: 'a message that is sent while the service is away is lost: the server does not keep it',
};
const hints = {
  repeated: 'Name the id with `dedupe`, such as `${ .data.orderId }`.',
  lossy: 'Subscribe to a stream of the server, or accept the loss with `# svc-ignore: delivery-repeated`.',
};

/** The finding about a trigger whose messages can come twice, or be lost. */
export function checkGuarantee(
  connector: Connector,
  { subscribe }: JsonObject,
  isDeduped: boolean,
): PointedFinding[] {
  const subscription = subscriptionDefaults(connector, objectOr(subscribe));
  const guarantee = connector.events?.guarantee(subscription) ?? 'once';
  if (guarantee === 'once' || guarantee === 'with-id' || (guarantee === 'repeated' && isDeduped)) return [];
  const [message, hint] = [causes[guarantee], hints[guarantee]];
  // Readings of sensors have no id that a flow could name: a warning would stay for ever.
  const severity = guarantee === 'repeated' ? 'hint' : 'warning';
  return [{ rule: 'delivery-repeated', severity, pointer: '', message, hint }];
}
