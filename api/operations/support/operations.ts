import { Problem } from '../../../controller/problems/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { limitField, nameText, offByDefault, requirePageSize, textField } from '../shared/fields.js';
import { type Operation, reads } from '../shared/operation.js';
import {
  choice,
  described,
  getAnswer,
  named,
  objectOrNull,
  text,
  textOrNull,
  toList,
} from '../shared/schemas.js';

const kindField = described(
  choice({ support: 'Something does not work.', feature: 'Something is missing.' }),
  'The kind of request.',
);

const ticketShape = getAnswer(
  { title: 'Ticket', description: 'A request for support or for a feature.' },
  {
    id: described(text, 'The id of the request.'),
    kind: kindField,
    subject: described(text, 'The subject, in one line.'),
    body: described(text, 'What happened, or what is missing.'),
    principal: described(text, 'The caller who submitted it.'),
    status: described(
      choice({
        stored: 'Kept here: `Support.Url` is not set.',
        waiting: 'The server has not accepted it yet.',
        forwarded: 'The server has accepted it.',
      }),
      'The state of the request.',
    ),
    createdAt: named.createdAt,
    forwardedAt: described(textOrNull, 'The time at which the server accepted it; null before.'),
  },
  { diagnostics: described(objectOrNull, 'The attached answer of `/platform/diagnostics`.') },
);

interface SubmitInput {
  kind: 'support' | 'feature';
  subject: string;
  body: string;
  includeDiagnostics: boolean;
}

const submitFields: Readonly<Record<string, JsonObject>> = {
  subject: textField('The subject, in one line.', 200),
  body: textField('What happened, or what is missing.', 65_536),
  includeDiagnostics: offByDefault('Whether to attach the answer of `/platform/diagnostics`.'),
};

/** @param fixed the kind, where the caller does not state it */
function submission(name: string, title: string, fixed?: SubmitInput['kind']): Operation<SubmitInput> {
  const required = ['subject', 'body'];
  return {
    name,
    title,
    description: 'Stores the request and forwards it to `Support.Url`, if set, until the server accepts it.',
    hints: { readOnly: false, destructive: false, idempotent: false },
    permission: 'viewer',
    target: () => ({ type: 'ticket', some: true }),
    input: fixed
      ? { properties: submitFields, required }
      : { properties: { kind: kindField, ...submitFields }, required: ['kind', ...required] },
    output: ticketShape,
    async run({ controller, principal }, { kind, subject, body, includeDiagnostics }) {
      const request = { kind: fixed ?? kind, subject, body, principal: principal.id };
      const report = includeDiagnostics
        ? { diagnostics: (await controller.health()) as unknown as JsonObject }
        : {};
      return { value: await controller.support.submit({ ...request, ...report }), outcome: 'created' };
    },
  };
}

export const submitTicket = submission('submit-ticket', 'Submit a request');
export const submitSupportRequest = submission('submit-support-request', 'Ask for support', 'support');
export const submitFeatureRequest = submission('submit-feature-request', 'Ask for a feature', 'feature');

export const listTickets: Operation<{ limit: number }> = {
  name: 'list-tickets',
  title: 'List support requests',
  description: 'Support and feature requests, newest first.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'ticket' }),
  input: { properties: { limit: limitField } },
  output: toList(ticketShape),
  async run({ controller }, { limit }) {
    return {
      value: { items: await controller.support.list(requirePageSize(controller.config.current(), limit)) },
    };
  },
};

export const readTicket: Operation<{ id: string }> = {
  name: 'read-ticket',
  title: 'Read a support request',
  description: 'One request, and whether it has been forwarded.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'ticket' }),
  input: { properties: { id: { ...nameText, description: 'The id of the request.' } }, required: ['id'] },
  output: ticketShape,
  async run({ controller }, { id }) {
    const ticket = await controller.support.find(id);
    if (!ticket) throw new Problem('ticket_not_found', `There is no request \`${id}\``);
    return { value: ticket };
  },
};
