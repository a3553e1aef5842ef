import { ConnectorError } from '../../contract/connector.js';
import { maxMessageBytes } from '../../contract/messages.js';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * The lines of a stream, which end with LF, CR or both, without their ends. A last line without an end is left out.
 * @throws ConnectorError for a line that is larger than a message may be
 */
export async function* toLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const begun: Uint8Array[] = [];
  let size = 0;
  let isAfterReturn = false;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === lineFeed && isAfterReturn && at === from && size === 0) {
        // The second half of an end.
        from = at + 1;
        isAfterReturn = false;
        continue;
      }
      isAfterReturn = byte === carriageReturn;
      if (byte !== lineFeed && byte !== carriageReturn) continue;
      yield Buffer.concat([...begun, chunk.subarray(from, at)]).toString();
      begun.length = 0;
      size = 0;
      from = at + 1;
    }
    if (from === chunk.length) continue;
    begun.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > maxMessageBytes) throw tooLarge();
  }
}

/** The error of a message that is larger than it may be. */
export function tooLarge(): ConnectorError {
  const detail = `The server sent more than ${maxMessageBytes} bytes in one message`;
  return new ConnectorError('communication', 502, 'Response too large', detail);
}
