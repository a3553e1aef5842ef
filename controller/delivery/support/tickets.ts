import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../schemas/json/types.js';
import { isSuccess, post } from '../../http-client/post.js';
import {
  bind,
  deleteStatement,
  insertStatement,
  type Storage,
  type Tables,
  updateStatement,
} from '../../storage/index.js';
import type { Outbox, Sender } from '../outbox/contract.js';

export const supportChannel = 'support';

export interface TicketRequest {
  kind: 'support' | 'feature';
  subject: string;
  body: string;
  principal: string;
  /** The health report of the installation. */
  diagnostics?: JsonObject;
}

export interface Ticket extends Omit<TicketRequest, 'diagnostics'> {
  /** UUID. */
  id: string;
  diagnostics: JsonObject | null;
  /** `stored`: no address to forward tickets to is set. */
  status: 'stored' | 'waiting' | 'forwarded';
  /** RFC 3339. */
  createdAt: string;
  forwardedAt: string | null;
}

export type Support = Pick<Tickets, 'submit' | 'list' | 'find'>;

export interface TicketOptions {
  storage: Storage;
  outbox: Outbox;
  /** The address that tickets are forwarded to. */
  url: string | undefined;
  maskJsonText(text: string): string;
}

export class Tickets {
  readonly #insert;
  readonly #remove;

  constructor(private readonly options: TicketOptions) {
    const columns = ['id', 'kind', 'subject', 'body', 'principal', 'diagnostics', 'created_at'] as const;
    this.#insert = insertStatement(options.storage, 'tickets', columns);
    this.#remove = deleteStatement(options.storage, 'tickets', ['id']);
  }

  /** Stores a ticket, and queues it for forwarding where an address is set. */
  async submit(request: TicketRequest): Promise<Ticket> {
    const { storage, outbox, url, maskJsonText } = this.options;
    const id = randomUUID();
    const masked = JSON.parse(maskJsonText(JSON.stringify(request))) as TicketRequest;
    const { diagnostics, ...texts } = masked;
    const created_at = Date.now();
    const body = JSON.stringify({ id, ...masked, createdAt: new Date(created_at).toISOString() });
    const message = { channel: supportChannel, target: 'support', id, body };
    const report = diagnostics === undefined ? null : JSON.stringify(diagnostics);
    const row = { id, ...texts, diagnostics: report, created_at };
    await storage.commit([bind(this.#insert, row), ...(url === undefined ? [] : outbox.writes([message]))]);
    outbox.wake();
    return this.#getTicket({ ...row, forwarded_at: null });
  }

  /** Returns the tickets, newest first. */
  async list(limit: number): Promise<Ticket[]> {
    const rows = await this.options.storage.db
      .selectFrom('tickets')
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => this.#getTicket(row));
  }

  /** Removes tickets that were stored before a time, ms since the epoch. @returns false when there are no more */
  async removeOld(before: number, limit: number): Promise<boolean> {
    const { storage } = this.options;
    const old = storage.db.selectFrom('tickets').select('id').where('created_at', '<', before).limit(limit);
    const removed = await old.execute();
    if (removed.length > 0) await storage.commit(removed.map(({ id }) => bind(this.#remove, { id })));
    return removed.length === limit;
  }

  async find(id: string): Promise<Ticket | undefined> {
    const { db } = this.options.storage;
    const row = await db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirst();
    return row && this.#getTicket(row);
  }

  #getTicket({ diagnostics, created_at, forwarded_at, ...row }: Tables['tickets']): Ticket {
    const isForwarded = forwarded_at !== null;
    return {
      ...row,
      kind: row.kind as Ticket['kind'],
      diagnostics: diagnostics === null ? null : (JSON.parse(diagnostics) as JsonObject),
      status: isForwarded ? 'forwarded' : this.options.url === undefined ? 'stored' : 'waiting',
      createdAt: new Date(created_at).toISOString(),
      forwardedAt: isForwarded ? new Date(forwarded_at).toISOString() : null,
    };
  }
}

/** Forwards tickets until the address accepts them; the id is the idempotency key. Without an address, tickets wait. */
export function supportSender(storage: Storage, url: string | undefined): Sender {
  const forwarded = updateStatement(storage, 'tickets', ['forwarded_at'], ['id']);
  return {
    settled: ({ id }, outcome) =>
      outcome === 'delivered' ? [bind(forwarded, { id, forwarded_at: Date.now() })] : [],
    async send({ id, body }, signal) {
      if (url === undefined) throw new Error('`Support.Url` is no longer set');
      const headers = { 'content-type': 'application/json', 'idempotency-key': id };
      const status = await post(url, { headers, body, signal });
      if (isSuccess(status)) return 'delivered';
      throw new Error(`The support address answered ${status}`);
    },
  };
}
