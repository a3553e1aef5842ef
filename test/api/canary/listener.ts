/** Follows a stream of server-sent events, and keeps all that comes. */
export class Listener {
  text = '';
  readonly #abort = new AbortController();

  private constructor() {}

  /** Listens once this resolves. */
  static async open(url: string, headers: Record<string, string>): Promise<Listener> {
    const listener = new Listener();
    const answer = await fetch(url, {
      headers: { accept: 'text/event-stream', ...headers },
      signal: listener.#abort.signal,
    });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    void listener.#read(answer.body as unknown as AsyncIterable<Uint8Array>);
    return listener;
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) this.text += decoder.decode(chunk, { stream: true });
    } catch (error) {
      if (!this.#abort.signal.aborted) throw error;
    }
  }

  close(): void {
    this.#abort.abort();
  }
}
