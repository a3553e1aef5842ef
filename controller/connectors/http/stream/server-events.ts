import { maxMessageBytes } from '../../contract/messages.js';
import { tooLarge } from './lines.js';

/** An event of a stream (HTML standard, "Server-sent events"). */
export interface ServerEvent {
  readonly type: string;
  readonly data: string;
  /** The last id that the server gave; empty for none. */
  readonly id: string;
}

/** The parts of a stream that concern the next one. */
export interface StreamState {
  lastId: string;
  /** The pause before the next stream, in ms, if the server asks for one. */
  retryMs: number | undefined;
}

/** The events of the lines of a stream. @param state is kept up to date */
export async function* getEvents(
  lines: AsyncIterable<string>,
  state: StreamState,
): AsyncGenerator<ServerEvent> {
  let type = '';
  let data: string[] = [];
  let size = 0;
  let isFirst = true;
  for await (const each of lines) {
    const line = isFirst ? each.replace(/^\uFEFF/, '') : each;
    isFirst = false;
    if (line === '') {
      if (data.length > 0) yield { type: type || 'message', data: data.join('\n'), id: state.lastId };
      [type, data, size] = ['', [], 0];
      continue;
    }
    const [field, value] = getField(line);
    if (field === 'event') type = value;
    else if (field === 'data') {
      data.push(value);
      size += value.length + 1;
      if (size > maxMessageBytes) throw tooLarge();
    } else if (field === 'id' && !value.includes('\0')) state.lastId = value;
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) state.retryMs = Number(value);
  }
}

/** A line that begins with a colon is a comment: its field has no name. */
function getField(line: string): [name: string, value: string] {
  const at = line.indexOf(':');
  if (at === -1) return [line, ''];
  const value = line.slice(at + 1);
  return [line.slice(0, at), value.startsWith(' ') ? value.slice(1) : value];
}
