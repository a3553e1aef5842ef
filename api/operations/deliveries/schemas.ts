import { answerOf, described, integer, moment, openObject, text } from '../shared/schemas.js';

const example = (description: string, value: string) => ({
  ...described(text, description),
  examples: [value],
});

const summary = {
  id: described(text, 'Names the delivery in the other calls.'),
  trigger: example('The trigger that could not start its flow.', 'on-order'),
  connection: example('The connection that the message came by.', 'orders-queue'),
  problem: answerOf('DeliveryProblem', { code: text, detail: text }),
  attempts: described(integer, 'How often the flow was to be started.'),
  parkedAt: moment,
};

export const deliverySummaryShape = answerOf('ParkedDeliverySummary', summary);

export const deliveryShape = answerOf('ParkedDelivery', {
  ...summary,
  event: described(openObject, 'The message as an event (CloudEvents 1.0).'),
});
