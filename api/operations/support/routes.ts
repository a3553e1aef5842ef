import type { Ticket } from '../../../controller/delivery/index.js';
import { setLocation } from '../shared/location.js';
import type { Operation } from '../shared/operation.js';
import { platformPath, type Route, route } from '../shared/route.js';
import {
  listTickets,
  readTicket,
  submitFeatureRequest,
  submitSupportRequest,
  submitTicket,
} from './operations.js';

const support = `${platformPath}/support`;
const fields = ['subject', 'body', 'includeDiagnostics'];

/** Submissions have one path for both kinds, and one for each. */
export const supportRoutes: readonly Route[] = [
  route('GET', support, listTickets, { query: ['limit'] }),
  route('GET', `${support}/:id`, readTicket),
  submission(support, submitTicket, ['kind', ...fields]),
  submission(`${support}/support-requests`, submitSupportRequest, fields),
  submission(`${support}/feature-requests`, submitFeatureRequest, fields),
];

function submission(path: string, operation: Operation, body: readonly string[]): Route {
  return route('POST', path, operation, {
    body,
    statuses: [201],
    respond: (_request, reply, { value }) => void setLocation(reply, `${support}/${(value as Ticket).id}`),
  });
}
