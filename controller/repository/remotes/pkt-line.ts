/** Text of a remote: one line, without control characters. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a remote may colour what it says.
  const uncoloured = text.replaceAll(/\x1b\[[\d;]*[A-Za-z]/g, '');
  const lines = uncoloured.split(/[\r\n]+/).map((line) => line.replaceAll(/[^\P{C}]/gu, '').trim());
  return lines.filter((line) => line !== '').join(' ');
}

/** A line of Git's protocol (gitprotocol-common, "pkt-line"). */
export function pktLine(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

/** How long the line that begins at `at` is, its own four digits included; 0 for a flush packet, NaN for what is no line. */
export function pktLength(bytes: Buffer, at: number): number {
  const head = bytes.toString('latin1', at, at + 4);
  return /^[0-9a-f]{4}$/i.test(head) ? Number.parseInt(head, 16) : Number.NaN;
}

/** Flush packets are left out. @throws Error when a line is cut off */
export function pktLines(bytes: Buffer): Buffer[] {
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
