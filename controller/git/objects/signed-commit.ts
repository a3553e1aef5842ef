/** The bytes that a signature of a commit covers, and the signature. */
export interface SignedCommit {
  payload: Buffer;
  signature: Buffer;
}

const HEADER = 'gpgsig';
const lineEnd = 0x0a;
const space = 0x20;

/**
 * Takes a commit apart as git-verify-commit(1) does: the lines of all `gpgsig` headers together are the signature, and the
 * commit without them, and without signatures for other hash algorithms, is what was signed. Undefined without a signature.
 */
export function splitSignature(commit: Uint8Array): SignedCommit | undefined {
  const bytes = Buffer.from(commit.buffer, commit.byteOffset, commit.byteLength);
  const payload: Buffer[] = [];
  const signature: Buffer[] = [];
  let isInSignature = false;
  let isInOther = false;
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(lineEnd, at);
    const next = end < 0 ? bytes.length : end + 1;
    const line = bytes.subarray(at, next);
    const part: Buffer | undefined = isInSignature && line[0] === space ? line.subarray(1) : readHeader(line);
    isInSignature = part !== undefined;
    if (part) {
      signature.push(part);
      isInOther = false;
      at = next;
      continue;
    }
    if (startsWith(line, HEADER)) isInOther = true;
    else if (line[0] !== space) isInOther = false;
    if (line[0] === lineEnd) {
      payload.push(bytes.subarray(at));
      break;
    }
    if (!isInOther) payload.push(line);
    at = next;
  }
  if (signature.length === 0) return undefined;
  return { payload: Buffer.concat(payload), signature: Buffer.concat(signature) };
}

/** Returns the first line of a signature, when the line of a commit begins one. */
function readHeader(line: Buffer): Buffer | undefined {
  return startsWith(line, `${HEADER} `) ? line.subarray(HEADER.length + 1) : undefined;
}

function startsWith(line: Buffer, text: string): boolean {
  return line.length >= text.length && line.toString('latin1', 0, text.length) === text;
}

/** Adds a signature to the end of the headers of a commit, as git-commit(1) does. */
export function withSignature(commit: Buffer, signature: string): Buffer {
  const at = commit.indexOf('\n\n');
  const header = `\n${HEADER} ${signature.trimEnd().replaceAll('\n', '\n ')}`;
  return Buffer.concat([commit.subarray(0, at), Buffer.from(header), commit.subarray(at)]);
}
