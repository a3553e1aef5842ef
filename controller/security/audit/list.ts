import type { Storage } from '../../storage/index.js';
import { toLines, toRecord } from './chain.js';
import type { AuditFilter, AuditPage, AuditRecord } from './contract.js';

const chunk = 500;
/** The most records read for one page, so that a page does not delay other requests. */
const maxLookedAt = 20_000;

/** Returns records, newest first. The record of a beginning is left out if the record of the end is there. */
export async function listRecords(storage: Storage, filter: AuditFilter): Promise<AuditPage> {
  const items: AuditRecord[] = [];
  let before = filter.before ?? Number.MAX_SAFE_INTEGER;
  const ended = filter.before === undefined ? new Set<number>() : await endedFrom(storage, before);
  for (let looked = 0; looked < maxLookedAt; ) {
    const start = before;
    const rows = await rowsBefore(storage, filter, before);
    const lines = rows.flatMap((row) => toLines(row).reverse());
    for (const line of lines) {
      if (line.seq >= before) continue;
      before = line.seq;
      const record = toRecord(line);
      if (record.begunAs !== undefined) ended.add(record.begunAs);
      if (ended.has(record.seq) || !isWanted(record, filter)) continue;
      items.push(record);
      if (items.length === filter.limit) return { items, next: before };
    }
    looked += lines.length;
    if (rows.filter((row) => row.seq < start).length < chunk) return { items, next: null };
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { items, next: before };
}

/** Returns the beginnings whose ends are on the previous page. */
async function endedFrom(storage: Storage, seq: number): Promise<Set<number>> {
  const rows = await storage.db
    .selectFrom('audit')
    .select(['seq', 'records'])
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(chunk)
    .execute();
  return new Set(rows.flatMap(toLines).flatMap((line) => toRecord(line).begunAs ?? []));
}

/** Returns the rows with records before `before`, and the row that may contain records on both sides of it. */
async function rowsBefore(storage: Storage, { since, until }: AuditFilter, before: number) {
  const rows = (compare: '<' | '>=', order: 'asc' | 'desc', limit: number) => {
    let query = storage.db
      .selectFrom('audit')
      .select(['seq', 'at', 'records'])
      .where('seq', compare, before)
      .orderBy('seq', order)
      .limit(limit);
    // One minute more, because the time of a row is that of its last record.
    if (since !== undefined) query = query.where('at', '>=', Date.parse(since));
    if (until !== undefined) query = query.where('at', '<', Date.parse(until) + 60_000);
    return query.execute();
  };
  return [...(await rows('>=', 'asc', 1)), ...(await rows('<', 'desc', chunk))];
}

function isWanted(record: AuditRecord, filter: AuditFilter): boolean {
  const { since, until } = filter;
  const at = Date.parse(record.at);
  if (since !== undefined && at < Date.parse(since)) return false;
  if (until !== undefined && at >= Date.parse(until)) return false;
  const names = ['principal', 'action', 'target', 'outcome'] as const;
  return names.every((name) => filter[name] === undefined || filter[name] === record[name]);
}
