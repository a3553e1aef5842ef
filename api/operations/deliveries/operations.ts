import { Problem } from '../../../controller/problems/index.js';
import type { Role } from '../../../controller/security/identity/access/access.js';
import type { ParkedMessage } from '../../../controller/triggers/index.js';
import { runShape } from '../runs/schemas.js';
import { getAccess, partOfBranch, requireRole, requireScopedEnvironment } from '../shared/authorization.js';
import { branchField, namedField, type PageInput, pageFields, requirePageSize } from '../shared/fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { pageOfVisible } from '../shared/pages.js';
import { getPage } from '../shared/schemas.js';
import { deliveryShape, deliverySummaryShape } from './schemas.js';

interface DeliveryAddress {
  branch: string;
  delivery: string;
}

const addressInput = {
  properties: {
    branch: branchField,
    delivery: namedField('The id of the delivery.', '0f3c5a1e9b7d4c2a8e6f0b1d3c5a7e9f'),
  },
  required: ['branch', 'delivery'],
};

export const listDeliveries: Operation<PageInput & { branch: string; trigger?: string }> = {
  name: 'list-deliveries',
  title: 'List parked deliveries',
  description:
    'The messages of connections whose triggers could not start their flows, because the flow refused them or after several attempts. Replay them once the cause is mended, or discard them.',
  hints: reads,
  permission: 'viewer',
  target: partOfBranch,
  input: {
    properties: {
      branch: branchField,
      trigger: namedField('Only the deliveries of this trigger.', 'on-order'),
      ...pageFields,
    },
    required: ['branch'],
  },
  output: getPage(deliverySummaryShape),
  async run(context, { branch: named, trigger, limit, cursor }) {
    const { branches, parkedMessages, config } = context.controller;
    const branch = await branches.resolve(named);
    const access = getAccess(context);
    const page = await pageOfVisible(
      (after, count) => parkedMessages.list(branch, { trigger, after, limit: count }),
      (message) => access.may('viewer', { branch, type: 'trigger', name: message.trigger }),
      requirePageSize(config.current(), limit),
      cursor,
    );
    return { value: { ...page, items: page.items.map(toSummary) } };
  },
};

export const readDelivery: Operation<DeliveryAddress> = {
  name: 'read-delivery',
  title: 'Read a parked delivery',
  description: 'A message whose trigger could not start its flow, with its content and the problem.',
  hints: reads,
  permission: 'operator',
  target: partOfBranch,
  input: addressInput,
  output: deliveryShape,
  async run(context, { branch, delivery }) {
    const message = await visible(context, branch, delivery, 'operator');
    return { value: { ...toSummary(message), event: message.event } };
  },
};

export const replayDelivery: Operation<DeliveryAddress> = {
  name: 'replay-delivery',
  title: 'Replay a parked delivery',
  description:
    'Gives the message to its trigger again, as the trigger is now, and returns the run. A message that fails again stays parked. Needs the role on the flow too.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'operator',
  target: partOfBranch,
  input: addressInput,
  output: runShape,
  async run(context, { branch: named, delivery }) {
    const { branches, parkedMessages, schedules } = context.controller;
    const message = await visible(context, named, delivery, 'operator');
    const branch = await branches.resolve(named);
    const { flow, environment } = await schedules.get(branch, message.trigger);
    requireRole(context, 'operator', { branch, type: 'flow', name: flow }, 'Replaying the delivery');
    await requireScopedEnvironment(context, branch, environment ?? undefined);
    const run = await parkedMessages.replay(branch, message.id);
    context.audit?.note({ run: run.id, delivery });
    return { value: run, outcome: 'created' };
  },
};

export const discardDelivery: Operation<DeliveryAddress> = {
  name: 'discard-delivery',
  title: 'Discard a parked delivery',
  description: 'Forgets the message: its flow will not be started. Returns the message.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'operator',
  target: partOfBranch,
  input: addressInput,
  output: deliverySummaryShape,
  async run(context, { branch: named, delivery }) {
    const { branches, parkedMessages } = context.controller;
    const message = await visible(context, named, delivery, 'operator');
    await parkedMessages.discard(await branches.resolve(named), message.id);
    context.audit?.note({ delivery });
    return { value: toSummary(message) };
  },
};

/**
 * Returns a delivery whose trigger the caller has the role on.
 * @throws Problem delivery_not_found, forbidden
 */
async function visible(
  context: OperationContext,
  named: string,
  delivery: string,
  role: Role,
): Promise<ParkedMessage> {
  const { branches, parkedMessages } = context.controller;
  const branch = await branches.resolve(named);
  const message = await parkedMessages.get(branch, delivery);
  const target = { branch, type: 'trigger', name: message.trigger };
  if (!getAccess(context).may('viewer', target)) {
    const detail = `No delivery \`${delivery}\` is parked on the branch \`${branch}\``;
    throw new Problem('delivery_not_found', detail);
  }
  requireRole(context, role, target, 'The content of the delivery');
  return message;
}

function toSummary({ id, trigger, connection, problem, attempts, parkedAt }: ParkedMessage) {
  return { id, trigger, connection, problem, attempts, parkedAt: new Date(parkedAt).toISOString() };
}
