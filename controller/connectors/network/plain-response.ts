import { parseJsonText } from '../../../schemas/json/json-text.js';

/** The body of a response, which is read once: whole or in pieces. */
export interface PlainBody {
  /** @throws ConnectorError */
  whole(): Promise<Buffer>;
  /** @throws ConnectorError */
  pieces(): AsyncGenerator<Uint8Array>;
  /** Ends the response of the server. */
  cancel(): void;
}

/** The head of a response. */
interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly url: URL;
}

/**
 * A response as `fetch` returns it, whose body is read without a stream of the web: that costs more than a short request.
 * A caller that asks for the stream, or for a form of the body that is seldom used, gets it from a standard response.
 */
export class PlainResponse implements Response {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly url: string;
  readonly redirected = false;
  readonly type = 'default';
  readonly #body: PlainBody | undefined;
  #isRead = false;
  #standard: Response | undefined;

  /** @param body undefined for none */
  constructor({ status, statusText, headers, url }: Head, body: PlainBody | undefined) {
    this.status = status;
    this.statusText = statusText;
    this.headers = headers;
    this.url = url.href.split('#', 1)[0] ?? '';
    this.#body = body;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status <= 299;
  }

  get [Symbol.toStringTag](): string {
    return 'Response';
  }

  get body(): Response['body'] {
    return this.#body === undefined ? null : this.#asStandard().body;
  }

  get bodyUsed(): boolean {
    return this.#isRead || (this.#standard?.bodyUsed ?? false);
  }

  /** The whole body. @throws ConnectorError; TypeError when it was read before */
  async whole(): Promise<Buffer> {
    if (this.#standard) return Buffer.from(await this.#standard.arrayBuffer());
    if (this.#body === undefined) return Buffer.alloc(0);
    if (this.#isRead) throw new TypeError('The body was read before');
    this.#isRead = true;
    return this.#body.whole();
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.whole());
  }

  async json(): Promise<unknown> {
    return parseJsonText(await this.text());
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.whole());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }

  blob(): Promise<Blob> {
    return this.#asStandard().blob();
  }

  formData(): Promise<FormData> {
    return this.#asStandard().formData();
  }

  clone(): Response {
    return this.#asStandard().clone();
  }

  #asStandard(): Response {
    if (this.#isRead) throw new TypeError('The body was read before');
    const { status, statusText, headers } = this;
    this.#standard ??= new Response(this.#body ? webStream(this.#body) : null, {
      status,
      statusText,
      headers,
    });
    return this.#standard;
  }
}

function webStream(body: PlainBody): ReadableStream<Uint8Array> {
  const pieces = body.pieces();
  return new ReadableStream<Uint8Array>(
    {
      async pull(content) {
        const { done, value } = await pieces.next();
        if (done) content.close();
        else content.enqueue(value);
      },
      cancel: () => body.cancel(),
    },
    { highWaterMark: 0 },
  );
}
