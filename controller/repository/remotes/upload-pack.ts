import { pktLength, pktLine, plain } from './pkt-line.js';

const FLUSH = Buffer.from('0000');

/**
 * The body of a `git-upload-pack` request (gitprotocol-http, "Smart Service git-upload-pack"): all objects that lead to
 * `wants` and not to `haves`, in one pack that stands for itself.
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

/** Takes the pack out of the answer, as it comes. @throws Error for what the server complains of, and when it is cut off */
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
