import { setTimeout as sleep } from 'node:timers/promises';
import type { EventHub, NotifiedFailure, Occurrence } from '../delivery/index.js';
import { Problem } from '../problems/index.js';
import type { Audit } from '../security/audit/audit-log.js';
import { MemberRecordsReceiver } from '../security/audit/member-audit.js';
import { type MemberRecord, MemberRecords } from '../storage/index.js';
import type { Base } from './base.js';
import type { OpenNotices } from './open-notices.js';

/** The delay of an audit record or an event of a member. */
const lookEveryMs = 250;

/** Takes what happened at members into the audit log, the events and the notices of this node, which leads. */
export function serveMembers(
  { storage, log, closers }: Base,
  { hub, audit, notices }: { hub: EventHub; audit: Audit; notices: Pick<OpenNotices, 'add'> },
): void {
  const { node } = storage;
  if (!node) return;
  const records = new MemberRecords(storage);
  const receiver = new MemberRecordsReceiver(audit, records);
  const stopping = new AbortController();
  let noted: boolean | undefined;
  const take = async (record: MemberRecord): Promise<void> => {
    if (record.kind === 'audit') return receiver.take(record);
    if (record.kind === 'notices') {
      await storage.commit([records.remove(record.id)]);
      notices.add(record.body as NotifiedFailure[]);
      return;
    }
    const occurrences = record.body as Occurrence[];
    await storage.commit([...hub.writes(occurrences), records.remove(record.id)]);
    hub.notify(occurrences);
  };
  const look = async (): Promise<void> => {
    if (noted !== hub.hasReaders) {
      noted = hub.hasReaders;
      await node.noteReaders(noted);
    }
    const oldest = await records.oldest();
    // All writes of a moment share a transaction, in the order of the calls.
    await Promise.all(oldest.map(take));
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await look().catch((err) => {
        noted = undefined;
        const code = err instanceof Problem ? err.code : 'internal';
        log.warn({ code, err }, 'records of members not taken');
      });
      await sleep(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const looping = loop();
  closers.add(async () => {
    stopping.abort();
    await looping;
  });
}
