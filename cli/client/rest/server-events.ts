import { jsonLines } from '../../../schemas/json/lines.js';

export interface ServerEvent {
  event: string;
  id: string | undefined;
  data: string;
}

/** Parses a stream of server-sent events (WHATWG HTML 9.2.6) and skips comments. */
export async function* serverEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  let block: string[] = [];
  for await (const line of jsonLines(body)) {
    if (line !== '') {
      block.push(line);
      continue;
    }
    const event = parseBlock(block);
    block = [];
    if (event) yield event;
  }
}

function parseBlock(lines: readonly string[]): ServerEvent | undefined {
  const data: string[] = [];
  let event = 'message';
  let id: string | undefined;
  for (const line of lines) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    if (field === 'event') event = value;
    if (field === 'id') id = value;
  }
  return data.length === 0 ? undefined : { event, id, data: data.join('\n') };
}
