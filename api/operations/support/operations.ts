import { Problem } from '../../../controller/problems/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { limitField, nameText, offByDefault, requirePageSize, textField } from '../shared/fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { answerOf, choice, described, listOf, objectOrNull, text, textOrNull } from '../shared/schemas.js';

const kindField = choice('support', 'feature');

const ticketShape = answerOf(
  'Ticket',
  {
    id: text,
    kind: kindField,
    subject: text,
    body: text,
    principal: text,
    status: described(
      choice('stored', 'waiting', 'forwarded'),
      '`stored` if `Support.Url` is not set; `waiting` until the server accepts the ticket.',
    ),
    createdAt: text,
    forwardedAt: textOrNull,
  },
  { diagnostics: objectOrNull },
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

async function submit(
  { controller, principal }: OperationContext,
  kind: SubmitInput['kind'],
  { subject, body, includeDiagnostics }: Omit<SubmitInput, 'kind'>,
) {
  const diagnostics = includeDiagnostics
    ? { diagnostics: (await controller.health()) as unknown as JsonObject }
    : {};
  const request = { kind, subject, body, principal: principal.id, ...diagnostics };
  return { value: await controller.support.submit(request), outcome: 'created' as const };
}

function submission(name: string, title: string, kind: SubmitInput['kind']): Operation<SubmitInput> {
  return {
    name,
    title,
    description: 'Stores the request and forwards it to `Support.Url`, if set, until the server accepts it.',
    hints: { readOnly: false, destructive: false, idempotent: false },
    permission: 'viewer',
    target: () => ({ type: 'ticket', some: true }),
    input: { properties: submitFields, required: ['subject', 'body'] },
    output: ticketShape,
    run: (context, input) => submit(context, kind, input),
  };
}

export const submitTicket: Operation<SubmitInput> = {
  ...submission('submit-ticket', 'Submit a request', 'support'),
  input: {
    properties: { kind: kindField, ...submitFields },
    required: ['kind', 'subject', 'body'],
  },
  run: (context, input) => submit(context, input.kind, input),
};

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
  output: listOf(ticketShape),
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
  input: { properties: { id: nameText }, required: ['id'] },
  output: ticketShape,
  async run({ controller }, { id }) {
    const ticket = await controller.support.find(id);
    if (!ticket) throw new Problem('ticket_not_found', `There is no request \`${id}\``);
    return { value: ticket };
  },
};
