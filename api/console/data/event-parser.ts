export interface StreamEvent {
  event: string;
  data: string;
}

/** Parses a stream of server-sent events (WHATWG HTML 9.2) from pieces of any length. */
export class EventParser {
  lastId = '';
  #rest = '';
  #event = '';
  #data: string[] = [];

  /** Forgets a half event of a connection that broke. */
  reset(): void {
    this.#rest = '';
    this.#event = '';
    this.#data = [];
  }

  add(piece: string): StreamEvent[] {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    const events: StreamEvent[] = [];
    for (const line of lines) {
      if (line !== '') this.#addField(line);
      else {
        if (this.#data.length > 0)
          events.push({ event: this.#event || 'message', data: this.#data.join('\n') });
        this.#event = '';
        this.#data = [];
      }
    }
    return events;
  }

  #addField(line: string): void {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#event = value;
    else if (name === 'id') this.lastId = value;
  }
}
