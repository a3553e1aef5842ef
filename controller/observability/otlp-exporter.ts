import type { JsonObject } from '../../schemas/json/types.js';
import { isSuccess, post } from '../http-client/post.js';

/** A finished span. Times are ms since the epoch. */
export interface Span {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** `internal` by default. */
  kind?: 'internal' | 'server' | 'client';
  start: number;
  end: number;
  attributes: Readonly<Record<string, string | number>>;
  /** Set when the operation failed. */
  error?: string;
}

export interface OtlpOptions {
  /** Without `/v1/traces`. */
  endpoint: string;
  token: string | undefined;
  version: string;
  /** Replaces secrets in JSON text. */
  maskJsonText(text: string): string;
  report(error: unknown): void;
}

const batchSize = 512;
/** Spans that are kept while the collector cannot be reached; beyond that the oldest are dropped. */
const maxWaiting = 8_192;
const pauseMs = 1_000;

/** Sends spans in batches over OTLP/HTTP (JSON encoding). Traces may be lost: no run waits for a collector. */
export class OtlpExporter {
  #waiting: Span[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #isAway = false;

  constructor(private readonly options: OtlpOptions) {}

  add(spans: readonly Span[]): void {
    this.#waiting.push(...spans);
    if (this.#waiting.length > maxWaiting) this.#waiting.splice(0, this.#waiting.length - maxWaiting);
    this.#timer ??= setTimeout(() => void this.flush(), pauseMs).unref();
  }

  /** Sends the waiting spans; never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#sending.then(() => this.#sendAll());
    return this.#sending;
  }

  /** Sends the waiting spans, for two seconds at most. */
  async close(): Promise<void> {
    await Promise.race([this.flush(), new Promise((resolve) => setTimeout(resolve, 2_000).unref())]);
    clearTimeout(this.#timer);
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSize);
      try {
        await this.#send(batch);
        this.#isAway = false;
      } catch (error) {
        // Reported once, until a batch is delivered again.
        if (!this.#isAway) this.options.report(error);
        this.#isAway = true;
        this.#waiting.unshift(...batch);
        this.#timer ??= setTimeout(() => void this.flush(), pauseMs * 10).unref();
        return;
      }
    }
  }

  async #send(spans: readonly Span[]): Promise<void> {
    const { endpoint, token, version, maskJsonText } = this.options;
    const resource = { attributes: getAttributes({ 'service.name': 'svc', 'service.version': version }) };
    const scopeSpans = [{ scope: { name: 'svc', version }, spans: spans.map(encode) }];
    const status = await post(`${endpoint.replace(/\/$/, '')}/v1/traces`, {
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: maskJsonText(JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] })),
      signal: AbortSignal.timeout(10_000),
    });
    // Only these statuses are worth a retry (OTLP specification, "Retryable Response Codes").
    if ([429, 502, 503, 504].includes(status)) throw new Error(`The collector answered ${status}`);
    if (!isSuccess(status)) this.options.report(new Error(`The collector refused spans with ${status}`));
  }
}

/** SPAN_KIND_… */
const kinds = { internal: 1, server: 2, client: 3 } as const;

function encode(span: Span): JsonObject {
  const { traceId, spanId, parentSpanId, name, kind = 'internal', start, end, attributes, error } = span;
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: `${Math.round(start * 1_000)}000`,
    endTimeUnixNano: `${Math.round(end * 1_000)}000`,
    attributes: getAttributes(attributes),
    status: error === undefined ? {} : { code: 2, message: error },
  };
}

function getAttributes(attributes: Span['attributes']): JsonObject[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { doubleValue: value },
  }));
}
