/** A stream's whole text. */
export async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const bytes = await readAllBytes(stream, Number.POSITIVE_INFINITY);
  return bytes?.toString('utf8') ?? '';
}

/** A stream's bytes; undefined, and no more of it read, when there are more than `most`. */
export async function readAllBytes(stream: NodeJS.ReadableStream, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > most) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
