import type { Storage } from '../../storage/index.js';
import { type Ends, type Fault, type Line, type Link, type StoredChainEnd, toRecord, walk } from './chain.js';
import type { AuditVerdict } from './contract.js';

/** The action of the record that a start writes when the log differs from the state in which it was left. */
export const brokenAction = 'audit-log-broken';

/**
 * Follows the chain from its anchor to its head, and names the first record with a fault: it does not follow the record
 * before it, it differs from the signed head or from the head of this process, or a start recorded that the log is broken.
 */
export async function verifyChain(storage: Storage, ends: Ends, headNow: () => Link): Promise<AuditVerdict> {
  // Reads the heads before the rows, so that the rows are at least as new.
  const headRow = headNow();
  const { anchor, head: stored } = await ends.read();
  const heads = [stored, headRow];
  let head: Link = anchor;
  let records = 0;
  let fault = faultOfAnchor(anchor, heads);
  for await (const { lines, link, fault: broken } of walk(storage, anchor)) {
    fault ??= broken ?? lines.map((line) => findFault(line, heads)).find((row) => row);
    records += lines.length;
    head = link;
    if (fault) break;
  }
  const seq = Math.max(headRow.seq, stored.seq);
  if (!fault && head.seq < seq) {
    const reason = `the log ends after ${head.seq}, and ${seq} records were written`;
    fault = { seq: head.seq + 1, reason };
  }
  if (!fault && stored.fault) fault = { seq: stored.seq, reason: stored.fault };
  const verdict = { records, head: { seq: head.seq, hash: head.hash } };
  return fault ? { ok: false, ...verdict, broken: fault } : { ok: true, ...verdict };
}

function faultOfAnchor(anchor: StoredChainEnd, heads: readonly Link[]): Fault | undefined {
  return anchor.fault ? { seq: anchor.seq + 1, reason: anchor.fault } : replaced(anchor, heads);
}

function findFault(line: Line, heads: readonly Link[]): Fault | undefined {
  if (line.text.includes(brokenAction)) {
    const { action, detail } = toRecord(line);
    if (action === brokenAction) return { seq: line.seq, reason: String(detail?.['reason']) };
  }
  return replaced(line, heads);
}

/** A chain that was computed again is consistent, but ends in another hash. */
function replaced({ seq, hash }: Link, heads: readonly Link[]): Fault | undefined {
  const isOther = heads.some((head) => head.seq === seq && head.hash !== hash);
  return isOther ? { seq, reason: 'the record, or a record before it, was changed' } : undefined;
}
