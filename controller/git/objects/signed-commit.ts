/** The bytes that a signature of a commit covers, and the signature. */
export interface SignedCommit {
  payload: Buffer;
  signature: Buffer;
}

const HEADER = 'gpgsig';
const lineEnd = 0x0a;
const space = 0x20;
/** The most bytes of headers that are taken apart, in lines of any length: those of a large merge have some 50 KiB. */
const maxHeaderBytes = 262_144;

/** True for a commit whose headers are too large to be taken apart. */
export function hasHugeHeaders(commit: Uint8Array): boolean {
  return getHeaderEnd(toBuffer(commit)) > maxHeaderBytes;
}

/**
 * Takes a commit apart as git-verify-commit(1) does: the lines of all `gpgsig` headers together are the signature, and the
 * commit without them, and without signatures for other hash algorithms, is what was signed. Undefined without a signature;
 * also, other than in Git, for one before `committer`: readers of commits end the list of parents at the first other header,
 * so that a signature in there would make another history of a signed commit. Undefined with huge headers.
 */
export function splitSignature(commit: Uint8Array): SignedCommit | undefined {
  const bytes = toBuffer(commit);
  const headerEnd = getHeaderEnd(bytes);
  if (headerEnd > maxHeaderBytes) return undefined;
  const payload: Buffer[] = [];
  const signature: Buffer[] = [];
  let isInSignature = false;
  let isInOther = false;
  let isAfterCommitter = false;
  /** The begin of the payload that is not taken yet. */
  let from = 0;
  const leaveOut = (at: number, next: number) => {
    payload.push(bytes.subarray(from, at));
    from = next;
  };
  for (let at = 0; at < headerEnd; ) {
    const end = bytes.indexOf(lineEnd, at);
    const next = end < 0 ? bytes.length : end + 1;
    const isContinued = bytes[at] === space;
    const isSignature: boolean = isContinued ? isInSignature : startsWith(bytes, at, `${HEADER} `);
    if (!isContinued) isInOther = !isSignature && startsWith(bytes, at, HEADER);
    if ((isSignature || isInOther) && !isAfterCommitter) return undefined;
    if (isSignature) signature.push(bytes.subarray(isContinued ? at + 1 : at + HEADER.length + 1, next));
    if (isSignature || isInOther) leaveOut(at, next);
    isAfterCommitter ||= startsWith(bytes, at, 'committer ');
    isInSignature = isSignature;
    at = next;
  }
  if (signature.length === 0) return undefined;
  payload.push(bytes.subarray(from));
  return { payload: Buffer.concat(payload), signature: Buffer.concat(signature) };
}

function toBuffer(commit: Uint8Array): Buffer {
  return Buffer.from(commit.buffer, commit.byteOffset, commit.byteLength);
}

/** Returns the place of the empty line after the headers. */
function getHeaderEnd(bytes: Buffer): number {
  const at = bytes.indexOf('\n\n');
  return at < 0 ? bytes.length : at + 1;
}

function startsWith(bytes: Buffer, at: number, text: string): boolean {
  return bytes.length >= at + text.length && bytes.toString('latin1', at, at + text.length) === text;
}

/** Adds a signature to the end of the headers of a commit, as git-commit(1) does. */
export function withSignature(commit: Buffer, signature: string): Buffer {
  const at = commit.indexOf('\n\n');
  const header = `\n${HEADER} ${signature.trimEnd().replaceAll('\n', '\n ')}`;
  return Buffer.concat([commit.subarray(0, at), Buffer.from(header), commit.subarray(at)]);
}
