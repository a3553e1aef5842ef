import type { JsonObject } from '../../schemas/json.js';

export interface TicketRequest {
  kind: 'support' | 'feature';
  subject: string;
  body: string;
  principal: string;
  /** What the installation says of its health. */
  diagnostics?: JsonObject;
}

export interface Ticket {
  /** UUID. */
  id: string;
  kind: 'support' | 'feature';
  subject: string;
  body: string;
  principal: string;
  diagnostics: JsonObject | null;
  /** `stored`: there is nowhere to forward it to. */
  status: 'stored' | 'waiting' | 'forwarded';
  /** RFC 3339. */
  createdAt: string;
  forwardedAt: string | null;
}

export interface Support {
  /** Kept, and on its way if there is somebody to send it to, when it resolves. */
  submit(request: TicketRequest): Promise<Ticket>;
  /** Newest first. */
  list(limit: number): Promise<Ticket[]>;
  find(id: string): Promise<Ticket | undefined>;
}
