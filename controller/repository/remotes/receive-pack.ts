import { shortened } from '../../problems/index.js';
import type { PushResult, RefUpdate } from '../contract.js';
import { pktLine, pktLines, plain } from './pkt-line.js';

const ZERO_ID = '0'.repeat(40);
const MAX_MESSAGE = 2_000;
/** Beside what the remote's own rules say, these mean that the ref is not where the caller believed it to be. */
const MOVED =
  /non-fast-forward|fetch first|stale info|cannot lock ref|failed to (?:update|lock) ref|incorrect old value|already exists/i;

/**
 * The body of a `git-receive-pack` request (gitprotocol-pack, "Reference Update Request"): the updates, then the pack
 * unless all of them are deletions.
 */
export function encodePush(
  updates: readonly RefUpdate[],
  pack: Uint8Array | undefined,
  offered: ReadonlySet<string>,
): Uint8Array {
  const wanted = ['report-status', 'side-band-64k', ...(updates.length > 1 ? ['atomic'] : [])];
  const capabilities = [...wanted.filter((name) => offered.has(name)), 'agent=svc'].join(' ');
  const lines = updates.map(({ ref, from, to }, at) =>
    pktLine(`${from ?? ZERO_ID} ${to ?? ZERO_ID} ${ref}${at === 0 ? `\0${capabilities}` : ''}\n`),
  );
  return Buffer.concat([...lines, Buffer.from('0000'), ...(pack ? [pack] : [])]);
}

export interface PushReport {
  /** `ok`, or why the remote could not take the pack. */
  unpack: string;
  /** Ref → undefined when it was moved, else why not. */
  refs: Map<string, string | undefined>;
  /** What the remote said besides, on lines of its own. */
  messages: string;
}

/** Reads the answer to a push, with or without side band. @throws Error when it is cut off or no report */
export function parseReport(answer: Uint8Array, hasSideBand: boolean): PushReport {
  const lines = pktLines(Buffer.from(answer));
  const band = (channel: number) =>
    Buffer.concat(lines.filter((line) => line[0] === channel).map((line) => line.subarray(1)));
  if (hasSideBand && band(3).length > 0) throw new Error(plain(band(3).toString()));
  const report = hasSideBand ? pktLines(band(1)) : lines;
  const messages = hasSideBand ? plain(band(2).toString()) : '';
  const refs = new Map<string, string | undefined>();
  let unpack: string | undefined;
  for (const line of report.map((each) => each.toString().trimEnd())) {
    const [, verdict, name = '', reason] = /^(unpack|ok|ng) (\S+)(?: (.*))?$/.exec(line) ?? [];
    if (verdict === 'unpack') unpack = line.slice('unpack '.length);
    else if (verdict !== undefined)
      refs.set(name, verdict === 'ok' ? undefined : (reason ?? 'no reason given'));
  }
  if (unpack === undefined) throw new Error('the server did not say what came of the push.');
  return { unpack, refs, messages };
}

/** What became of one ref. @param reason as the remote gave it; undefined when the ref was moved */
export function pushResult(ref: string, reason: string | undefined, messages: string): PushResult {
  if (reason === undefined) return { ref, status: 'ok' };
  if (MOVED.test(reason)) return { ref, status: 'rejected', reason: 'non-fast-forward', message: reason };
  const message = messages === '' ? reason : `${reason}: ${messages}`;
  return { ref, status: 'rejected', reason: 'declined', message: shortened(message, MAX_MESSAGE) };
}
