import type { Storage } from '../storage/index.js';
import type { AuditFilter, AuditPage, AuditRecord } from './contract.js';

const chunk = 500;
/** Records looked at for one page; so many can be read without holding up others. */
const mostLookedAt = 20_000;

/** Newest first. A record that only tells of a beginning is left out where the end is told too. */
export async function listRecords(storage: Storage, filter: AuditFilter): Promise<AuditPage> {
  const items: AuditRecord[] = [];
  let before = filter.before ?? Number.MAX_SAFE_INTEGER;
  const ended = filter.before === undefined ? new Set<number>() : await endedFrom(storage, before);
  for (let looked = 0; looked < mostLookedAt; looked += chunk) {
    const rows = await rowsBefore(storage, filter, before);
    for (const row of rows) {
      before = row.seq;
      const record: AuditRecord = {
        seq: row.seq,
        at: new Date(row.at).toISOString(),
        ...JSON.parse(row.record),
      };
      if (record.begunAs !== undefined) ended.add(record.begunAs);
      if (ended.has(record.seq) || !isWanted(record, filter)) continue;
      items.push(record);
      if (items.length === filter.limit) return { items, next: before };
    }
    if (rows.length < chunk) return { items, next: null };
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { items, next: before };
}

/** The beginnings whose ends stand on the page before. */
async function endedFrom(storage: Storage, seq: number): Promise<Set<number>> {
  const rows = await storage.db
    .selectFrom('audit')
    .select('record')
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(chunk)
    .execute();
  return new Set(rows.flatMap(({ record }) => (JSON.parse(record) as AuditRecord).begunAs ?? []));
}

function rowsBefore(storage: Storage, { since, until }: AuditFilter, before: number) {
  let query = storage.db
    .selectFrom('audit')
    .select(['seq', 'at', 'record'])
    .where('seq', '<', before)
    .orderBy('seq', 'desc')
    .limit(chunk);
  if (since !== undefined) query = query.where('at', '>=', Date.parse(since));
  if (until !== undefined) query = query.where('at', '<', Date.parse(until));
  return query.execute();
}

function isWanted(record: AuditRecord, filter: AuditFilter): boolean {
  const { principal, action, target, outcome } = filter;
  if (principal !== undefined && record.principal !== principal) return false;
  if (action !== undefined && record.action !== action) return false;
  if (target !== undefined && record.target !== target) return false;
  return outcome === undefined || record.outcome === outcome;
}
