import { shortened } from '../../../schemas/shortened.js';
import type { PushResult, RefUpdate } from './contract.js';

const zeroId = '0'.repeat(40);
const FLUSH = Buffer.from('0000');
const maxMessage = 2_000;
/** Reasons for which a ref is not where the caller expected it. */
const MOVED =
  /non-fast-forward|fetch first|stale info|cannot lock ref|failed to (?:update|lock) ref|incorrect old value|already exists/i;

/** Returns a text of a remote as one line, without control characters. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a remote may colour its messages.
  const uncoloured = text.replaceAll(/\x1b\[[\d;]*[A-Za-z]/g, '');
  const lines = uncoloured.split(/[\r\n]+/).map((line) => line.replaceAll(/[^\P{C}]/gu, '').trim());
  return lines.filter((line) => line !== '').join(' ');
}

/** Encodes a line of Git's protocol (gitprotocol-common, "pkt-line"). */
function pktLine(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

/** Returns the length of the line at `at`, with its four digits; 0 for a flush packet, NaN for anything else. */
function pktLength(bytes: Buffer, at: number): number {
  const head = bytes.toString('latin1', at, at + 4);
  return /^[0-9a-f]{4}$/i.test(head) ? Number.parseInt(head, 16) : Number.NaN;
}

/** Returns the lines without the flush packets. @throws Error when a line is cut off */
function pktLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = pktLength(bytes, at);
    const size = length === 0 ? 4 : length;
    if (!(size >= 4) || at + size > bytes.length) throw new Error('the answer of the server is cut off.');
    if (size > 4) lines.push(bytes.subarray(at + 4, at + size));
    at += size;
  }
  return lines;
}

/**
 * Encodes the body of a `git-upload-pack` request (gitprotocol-http, "Smart Service git-upload-pack"): all objects that
 * lead to `wants` and not to `haves`, in one complete pack.
 */
export function encodeFetch(wants: readonly string[], haves: readonly string[]): Uint8Array {
  const [first, ...others] = wants;
  return Buffer.concat([
    pktLine(`want ${first} ofs-delta side-band-64k no-progress agent=svc\n`),
    ...others.map((id) => pktLine(`want ${id}\n`)),
    FLUSH,
    ...haves.map((id) => pktLine(`have ${id}\n`)),
    pktLine('done\n'),
  ]);
}

/** Yields the pack in an answer as it arrives. @throws Error for an error of the server or a truncated answer */
export async function* packIn(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncIterable<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of body) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let at = 0;
    for (; at + 4 <= rest.length; ) {
      const length = pktLength(rest, at);
      if (length === 0) {
        at += 4;
        continue;
      }
      if (!(length > 4)) throw new Error('the server answers with something that is no pack.');
      if (at + length > rest.length) break;
      const part = packPart(rest.subarray(at + 4, at + length));
      if (part) yield part;
      at += length;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error('the answer of the server is cut off.');
}

function packPart(line: Buffer): Buffer | undefined {
  if (line[0] === 1) return line.subarray(1);
  const text = line.toString();
  if (line[0] === 3) throw new Error(plain(text.slice(1)));
  if (text.startsWith('ERR ')) throw new Error(plain(text.slice(4)));
  return undefined;
}

/**
 * Encodes the body of a `git-receive-pack` request (gitprotocol-pack, "Reference Update Request"): the updates, then the
 * pack unless all of them are deletions.
 */
export function encodePush(
  updates: readonly RefUpdate[],
  pack: Uint8Array | undefined,
  offered: ReadonlySet<string>,
): Uint8Array {
  const requestedCapabilities = ['report-status', 'side-band-64k', ...(updates.length > 1 ? ['atomic'] : [])];
  const capabilities = [...requestedCapabilities.filter((name) => offered.has(name)), 'agent=svc'].join(' ');
  const lines = updates.map(({ ref, from, to }, at) =>
    pktLine(`${from ?? zeroId} ${to ?? zeroId} ${ref}${at === 0 ? `\0${capabilities}` : ''}\n`),
  );
  return Buffer.concat([...lines, FLUSH, ...(pack ? [pack] : [])]);
}

export interface PushReport {
  /** `ok`, or why the remote could not store the pack. */
  unpack: string;
  /** Ref → undefined when it was moved, else the reason. */
  refs: Map<string, string | undefined>;
  /** Further messages of the remote. */
  messages: string;
}

/** Parses the answer to a push, with or without side band. @throws Error when it is truncated or no report */
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
  if (unpack === undefined) throw new Error('the server did not report the result of the push.');
  return { unpack, refs, messages };
}

/** Returns the result of one ref. @param reason as the remote gave it; undefined when the ref was moved */
export function pushResult(ref: string, reason: string | undefined, messages: string): PushResult {
  if (reason === undefined) return { ref, status: 'ok' };
  if (MOVED.test(reason)) return { ref, status: 'rejected', reason: 'non-fast-forward', message: reason };
  const message = messages === '' ? reason : `${reason}: ${messages}`;
  return { ref, status: 'rejected', reason: 'declined', message: shortened(message, maxMessage) };
}
