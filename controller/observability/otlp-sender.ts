import type { JsonObject } from '../../schemas/json/types.js';
import { isSuccess, post } from '../http-client/post.js';

export interface OtlpOptions {
  /** Without `/v1/traces` or `/v1/logs`. */
  endpoint: string;
  token: string | undefined;
  version: string;
  /** Replaces secrets in JSON text. */
  maskJsonText(text: string): string;
  report(error: unknown): void;
}

const batchSize = 512;
/** Records that are kept while the collector cannot be reached; beyond that the oldest are dropped. */
const maxWaiting = 8_192;
const pauseMs = 1_000;

/** The records of one signal of OpenTelemetry, as OTLP/HTTP takes them. */
interface Signal<Item> {
  readonly path: '/v1/traces' | '/v1/logs';
  /** Makes the body of a request. */
  encode(items: readonly Item[], source: { resource: JsonObject; scope: JsonObject }): JsonObject;
}

/** Sends records in batches over OTLP/HTTP (JSON encoding). They may be lost: nothing waits for a collector. */
export class OtlpSender<Item> {
  #waiting: Item[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #isAway = false;
  #isRefused = false;

  constructor(
    private readonly options: OtlpOptions,
    private readonly signal: Signal<Item>,
  ) {}

  add(items: readonly Item[]): void {
    this.#waiting.push(...items);
    if (this.#waiting.length > maxWaiting) this.#waiting.splice(0, this.#waiting.length - maxWaiting);
    this.#timer ??= setTimeout(() => void this.flush(), pauseMs).unref();
  }

  /** Sends the waiting records; never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#sending.then(() => this.#sendAll());
    return this.#sending;
  }

  /** Sends the waiting records, for two seconds at most. */
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

  async #send(items: readonly Item[]): Promise<void> {
    const { endpoint, token, version, maskJsonText } = this.options;
    const resource = { attributes: getAttributes({ 'service.name': 'svc', 'service.version': version }) };
    const source = { resource, scope: { name: 'svc', version } };
    const status = await post(`${endpoint.replace(/\/$/, '')}${this.signal.path}`, {
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: maskJsonText(JSON.stringify(this.signal.encode(items, source))),
      signal: AbortSignal.timeout(10_000),
    });
    // Only these statuses are worth a retry (OTLP specification, "Retryable Response Codes").
    if ([429, 502, 503, 504].includes(status)) throw new Error(`The collector answered ${status}`);
    // Said once: the line about it would be the next record of a log.
    if (!isSuccess(status) && !this.#isRefused)
      this.options.report(new Error(`The collector refused ${this.signal.path} with ${status}`));
    this.#isRefused = !isSuccess(status);
  }
}

export function getAttributes(attributes: Readonly<Record<string, string | number>>): JsonObject[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { doubleValue: value },
  }));
}
