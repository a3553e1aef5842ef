export type { Support, Ticket, TicketRequest } from './contract.js';
export { openSupport, type SupportOptions, supportChannel, supportSender } from './tickets.js';
