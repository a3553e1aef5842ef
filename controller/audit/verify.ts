import type { Storage } from '../storage/index.js';
import { type Line, type Link, recordOf } from './chain.js';
import type { AuditVerdict } from './contract.js';
import type { Ends } from './ends.js';
import { walk } from './walk.js';

/** The record of a start that found the log other than it was left. */
export const brokenAction = 'audit-log-broken';

/**
 * Follows the chain from its anchor to its head, and names the first record that does not fit: with the one before it,
 * with the signed head, with what this process has written, or because a start found the log broken there.
 */
export async function verifyChain(storage: Storage, ends: Ends, headNow: () => Link): Promise<AuditVerdict> {
  const known = headNow();
  // Read in this order, each is no younger than the next.
  const { anchor, head: stored } = await ends.read();
  let head: Link = anchor;
  let records = 0;
  let fault = fromEnds(anchor, [stored, known]);
  for await (const { lines, link, broken } of walk(storage, anchor)) {
    fault ??= broken ?? lines.map((line) => faultOf(line, [stored, known])).find((found) => found);
    records += lines.length;
    head = { seq: link.seq, hash: link.hash };
    if (fault) break;
  }
  const verdict = { records, head: { seq: head.seq, hash: head.hash } };
  const written = Math.max(known.seq, stored.seq);
  if (!fault && head.seq < written) {
    const reason = `the log ends after ${head.seq}, and ${written} records were written`;
    fault = { seq: head.seq + 1, reason };
  }
  if (!fault && stored.fault) fault = { seq: stored.seq, reason: stored.fault };
  return fault ? { ok: false, ...verdict, broken: fault } : { ok: true, ...verdict };
}

type Fault = NonNullable<AuditVerdict['broken']>;

function fromEnds(anchor: Link & { fault?: string }, heads: readonly Link[]): Fault | undefined {
  if (anchor.fault) return { seq: anchor.seq + 1, reason: anchor.fault };
  return remade(anchor, heads);
}

function faultOf(line: Line, heads: readonly Link[]): Fault | undefined {
  if (line.text.includes(brokenAction)) {
    const { action, detail } = recordOf(line);
    if (action === brokenAction) return { seq: line.seq, reason: String(detail?.['reason']) };
  }
  return remade(line, heads);
}

/** A chain that was made anew is whole in itself, and ends in another hash. */
function remade({ seq, hash }: Link, heads: readonly Link[]): Fault | undefined {
  const isOther = heads.some((head) => head.seq === seq && head.hash !== hash);
  return isOther ? { seq, reason: 'the record, or one before it, is not what was written' } : undefined;
}
