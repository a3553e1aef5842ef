import type { Storage } from '../storage/index.js';
import { chained, type Line, type Link, linesOf, origin } from './chain.js';
import type { AuditVerdict } from './contract.js';

const chunk = 1_000;

/** Follows the chain from its anchor to its head, and names the first record that does not fit. */
export async function verifyChain(storage: Storage, headNow: () => Link): Promise<AuditVerdict> {
  const expected = headNow();
  const anchor = await storage.db.selectFrom('audit_anchor').select(['seq', 'hash']).executeTakeFirst();
  let head: Link = anchor ?? { seq: 0, hash: origin };
  let records = 0;
  for (;;) {
    const rows = await storage.db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', records === 0 ? 0 : head.seq)
      .orderBy('seq')
      .limit(chunk)
      .execute();
    for (const line of rows.flatMap(linesOf)) {
      const reason = faultOf(head, line);
      if (reason)
        return { ok: false, records, head, broken: { seq: Math.min(line.seq, head.seq + 1), reason } };
      head = { seq: line.seq, hash: line.hash };
      records += 1;
    }
    if (rows.length < chunk) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (head.seq >= expected.seq) return { ok: true, records, head };
  const reason = `the log ends after ${head.seq}, and ${expected.seq} records were written`;
  return { ok: false, records, head, broken: { seq: head.seq + 1, reason } };
}

function faultOf(head: Link, { seq, hash, at, text }: Line): string | undefined {
  if (seq !== head.seq + 1)
    return seq > head.seq ? 'the record is missing' : 'the record stands before the anchor';
  if (hash !== chained(head, at, text).hash)
    return 'the record is not what was written, or one before it is gone';
  return undefined;
}
