import {
  described,
  getAnswer,
  integer,
  moment,
  openObject,
  problemMembers,
  text,
} from '../shared/schemas.js';

const example = (description: string, value: string) => ({
  ...described(text, description),
  examples: [value],
});

const summary = {
  id: described(text, 'Names the delivery in the other calls.'),
  trigger: example('The trigger that could not start its flow.', 'on-order'),
  connection: example('The connection that the message came by.', 'orders-queue'),
  problem: described(getAnswer('DeliveryProblem', problemMembers), 'The reason why a flow was not started.'),
  attempts: described(integer, 'How often the flow was to be started.'),
  parkedAt: described(moment, 'The time at which it was parked.'),
};

export const deliverySummaryShape = getAnswer(
  { title: 'ParkedDeliverySummary', description: 'A message whose flow could not be started.' },
  summary,
);

export const deliveryShape = getAnswer(
  { title: 'ParkedDelivery', description: 'A message whose flow could not be started, with its content.' },
  {
    ...summary,
    event: described(openObject, 'The message as an event (CloudEvents 1.0).'),
  },
);
