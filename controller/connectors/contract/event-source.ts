import type { JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import type { ClientContext } from './connection-context.js';

/** A message that a server delivers. */
export interface IncomingMessage {
  /**
   * The server's identity of the message within the connection: a message that comes again has the same. Undefined when
   * the server has none.
   */
  id?: string;
  body: Uint8Array;
  /** Media type of the body, if the sender states one. */
  contentType?: string;
  headers: Readonly<Record<string, string>>;
  /** The topic, queue, subject or stream that the message came by. */
  subject: string;
  /** RFC 3339, if the server knows when the message was sent. */
  time?: string;
  /** Why the body is left out: the message is parked then, so that it does not hold up those after it. */
  omitted?: string;
}

/** Takes the messages of a subscription. */
export interface Receiver {
  /** Call it when the server has confirmed the subscription. */
  ready(): void;
  /**
   * Resolves when the messages are durable: only then may the server forget them.
   * @throws any error when they could not be stored; they must come again
   */
  take(messages: readonly IncomingMessage[]): Promise<void>;
  /** The most messages that `take` gets at once; each group of them is confirmed by itself. */
  readonly atOnce?: number;
}

/**
 * How often a message reaches svc: `once` where the server identifies messages; `with-id` where senders may; `repeated`
 * where a message can come again; `lossy` where one can be lost while svc is away.
 */
type Guarantee = 'once' | 'with-id' | 'repeated' | 'lossy';

/** The messages of a server, which start flows and are listened for. */
export interface EventSource<Config> {
  /** Checks `subscribe` of a connection: what of the server's messages it takes. */
  input: JsonSchema;
  guarantee(subscription: JsonObject): Guarantee;
  /**
   * Delivers messages until the signal aborts, then resolves; opens a client of its own. At most some hundred messages
   * are under way at a time.
   * @param subscription fits `input`, defaults applied
   * @throws ConnectorError when the server refuses, or is lost; the caller tries again later
   */
  subscribe(context: ClientContext<Config>, subscription: JsonObject, receiver: Receiver): Promise<void>;
}
