/**
 * The lines of a text that comes in parts. A line ends with `\n`, and with `\r` before it: JSON may hold any other line
 * separator of Unicode in its strings, and some versions of Node's `readline` would end a line there.
 */
export async function* jsonLines(parts: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const part of parts) {
    const text = typeof part === 'string' ? part : decoder.decode(part, { stream: true });
    const [first = '', ...others] = text.split('\n');
    begun.push(first);
    for (const next of others) {
      yield whole(begun);
      begun = [next];
    }
  }
  const last = whole([...begun, decoder.decode()]);
  if (last !== '') yield last;
}

function whole(parts: readonly string[]): string {
  const line = parts.join('');
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
