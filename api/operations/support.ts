import { Problem } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json.js';
import { limitField, listOf, nameText, requirePageSize } from './fields.js';
import { type Operation, type OperationContext, reads } from './operation.js';

const ticketShape: JsonObject = {
  title: 'Ticket',
  type: 'object',
  required: ['id', 'kind', 'subject', 'body', 'principal', 'status', 'createdAt', 'forwardedAt'],
  properties: {
    id: { type: 'string' },
    kind: { type: 'string', enum: ['support', 'feature'] },
    subject: { type: 'string' },
    body: { type: 'string' },
    principal: { type: 'string' },
    diagnostics: { type: ['object', 'null'], additionalProperties: true },
    status: {
      type: 'string',
      enum: ['stored', 'waiting', 'forwarded'],
      description: '`stored` where `Support.Url` is not set; `waiting` until it has taken the ticket.',
    },
    createdAt: { type: 'string' },
    forwardedAt: { type: ['string', 'null'] },
  },
};

interface SubmitInput {
  kind: 'support' | 'feature';
  subject: string;
  body: string;
  includeDiagnostics: boolean;
}

const submitFields: Readonly<Record<string, JsonObject>> = {
  subject: { type: 'string', minLength: 1, maxLength: 200, description: 'What it is about, in a line.' },
  body: {
    type: 'string',
    minLength: 1,
    maxLength: 65_536,
    description: 'What happened, or what is missing.',
  },
  includeDiagnostics: {
    type: 'boolean',
    default: false,
    description: 'Whether what `/platform/diagnostics` says goes with it.',
  },
};

async function submit(
  context: OperationContext,
  kind: SubmitInput['kind'],
  input: Omit<SubmitInput, 'kind'>,
) {
  const { controller, principal } = context;
  const { subject, body, includeDiagnostics } = input;
  const diagnostics = includeDiagnostics
    ? { diagnostics: (await controller.health()) as unknown as JsonObject }
    : {};
  const ticket = await controller.support.submit({
    kind,
    subject,
    body,
    principal: principal.id,
    ...diagnostics,
  });
  return { value: ticket, outcome: 'created' as const };
}

function submission(name: string, title: string, kind: SubmitInput['kind']): Operation<SubmitInput> {
  return {
    name,
    title,
    description:
      'Keeps the request and forwards it to `Support.Url` where that is set, again until it is taken.',
    hints: { readOnly: false, destructive: false, idempotent: false },
    permission: 'viewer',
    target: () => ({ type: 'ticket', some: true }),
    input: { properties: submitFields, required: ['subject', 'body'] },
    output: ticketShape,
    run: (context, input) => submit(context, kind, input),
  };
}

const submitTicket: Operation<SubmitInput> = {
  ...submission('submit-ticket', 'Submit a request', 'support'),
  input: {
    properties: { kind: { type: 'string', enum: ['support', 'feature'] }, ...submitFields },
    required: ['kind', 'subject', 'body'],
  },
  run: (context, input) => submit(context, input.kind, input),
};

const listTickets: Operation<{ limit: number }> = {
  name: 'list-tickets',
  title: 'List support requests',
  description: 'Support and feature requests, newest first.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'ticket' }),
  input: { properties: { limit: limitField } },
  output: listOf(ticketShape),
  async run({ controller }, { limit }) {
    return { value: { items: await controller.support.list(requirePageSize(controller.settings, limit)) } };
  },
};

const readTicket: Operation<{ id: string }> = {
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

export const supportOperations: readonly Operation[] = [
  submitTicket,
  submission('submit-support-request', 'Ask for support', 'support'),
  submission('submit-feature-request', 'Ask for a feature', 'feature'),
  listTickets,
  readTicket,
];
