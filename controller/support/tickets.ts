import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../schemas/json.js';
import type { Outbox, Sender } from '../outbox/index.js';
import { bind, type Storage } from '../storage/index.js';
import type { TicketsTable } from '../storage/tables/messages.js';
import type { Support, Ticket } from './contract.js';

export const supportChannel = 'support';

export interface SupportOptions {
  storage: Storage;
  outbox: Outbox;
  /** Where tickets are forwarded to. */
  url: string | undefined;
  maskJsonText(text: string): string;
}

export function openSupport({ storage, outbox, url, maskJsonText }: SupportOptions): Support {
  const insert = storage.statement<Omit<TicketsTable, 'forwarded_at'>>((db, p) =>
    db.insertInto('tickets').values({
      id: p.id,
      kind: p.kind,
      subject: p.subject,
      body: p.body,
      principal: p.principal,
      diagnostics: p.diagnostics,
      created_at: p.created_at,
    }),
  );
  const toTicket = (row: TicketsTable): Ticket => ({
    id: row.id,
    kind: row.kind as Ticket['kind'],
    subject: row.subject,
    body: row.body,
    principal: row.principal,
    diagnostics: row.diagnostics === null ? null : (JSON.parse(row.diagnostics) as JsonObject),
    status: row.forwarded_at !== null ? 'forwarded' : url === undefined ? 'stored' : 'waiting',
    createdAt: new Date(row.created_at).toISOString(),
    forwardedAt: row.forwarded_at === null ? null : new Date(row.forwarded_at).toISOString(),
  });

  async function find(id: string): Promise<Ticket | undefined> {
    const row = await storage.db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toTicket(row);
  }

  return {
    find,
    async submit(request) {
      const id = randomUUID();
      const masked = JSON.parse(maskJsonText(JSON.stringify(request))) as typeof request;
      const { kind, subject, body, principal, diagnostics } = masked;
      const createdAt = Date.now();
      const message = { id, ...masked, createdAt: new Date(createdAt).toISOString() };
      const writes = [
        bind(insert, {
          id,
          kind,
          subject,
          body,
          principal,
          diagnostics: diagnostics === undefined ? null : JSON.stringify(diagnostics),
          created_at: createdAt,
        }),
        ...(url === undefined
          ? []
          : outbox.writes([
              { channel: supportChannel, target: 'support', id, body: JSON.stringify(message) },
            ])),
      ];
      await storage.commit({ collect: () => writes });
      outbox.wake();
      return (await find(id)) as Ticket;
    },
    async list(limit) {
      const rows = await storage.db
        .selectFrom('tickets')
        .selectAll()
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toTicket);
    },
  };
}

/**
 * Forwards tickets to the address, and to no other that it may redirect to, until they are taken; a ticket's id comes
 * with it, so that it can be told when it comes twice. Without an address those that wait go on waiting.
 */
export function supportSender(storage: Storage, url: string | undefined): Sender {
  const forwarded = storage.statement<{ id: string; at: number }>((db, p) =>
    db.updateTable('tickets').set({ forwarded_at: p.at }).where('id', '=', p.id),
  );
  return {
    settled: ({ id }, outcome) => (outcome === 'delivered' ? [bind(forwarded, { id, at: Date.now() })] : []),
    async send({ id, body }, signal) {
      if (url === undefined) throw new Error('`Support.Url` is not set any more');
      const headers = { 'content-type': 'application/json', 'idempotency-key': id };
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      await answer.body?.cancel();
      if (answer.ok) return 'delivered';
      throw new Error(`The support address answered ${answer.status}`);
    },
  };
}
