import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** Decodes one content coding. */
export type Decode = (coded: Readable) => Readable;

/** Beyond it, a response is an attack on the memory of its reader. */
const maxCodings = 5;

// As curl and browsers do: servers leave out the end of what they compress.
const lenient = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const lenientBrotli = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

const gunzip = through(() => zlib.createGunzip(lenient));
const decodes: Readonly<Record<string, Decode>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (coded) => Readable.from(inflated(coded)),
  br: through(() => zlib.createBrotliDecompress(lenientBrotli)),
};

/**
 * Returns the decoder of a body with content codings (RFC 9110, section 8.4); undefined where one of them is unknown.
 * @throws Error for too many codings
 */
export function decoder(contentEncoding: string): Decode | undefined {
  const codings = contentEncoding.split(',').map((coding) => coding.trim().toLowerCase());
  if (codings.length > maxCodings)
    throw new Error(`the response has ${codings.length} content codings; at most ${maxCodings} are decoded`);
  const steps = codings
    .reverse()
    .map((coding) => (Object.hasOwn(decodes, coding) ? decodes[coding] : undefined));
  if (steps.some((step) => step === undefined)) return undefined;
  return (coded) => steps.reduce((stream, step) => step?.(stream) ?? stream, coded);
}

function through(create: () => Transform): Decode {
  // An error destroys all streams of the chain, the last one with the error.
  return (coded) => pipeline(coded, create(), () => {});
}

/** `deflate` is meant to have the header of zlib, which some servers leave out. */
async function* inflated(coded: Readable): AsyncGenerator<Uint8Array> {
  const chunks = coded[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await chunks.next();
  if (first.done) return;
  const hasHeader = ((first.value[0] ?? 0) & 0x0f) === 0x08;
  const decode = through(() => (hasHeader ? zlib.createInflate(lenient) : zlib.createInflateRaw(lenient)));
  yield* decode(Readable.from(following(first.value, coded)));
}

async function* following(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
