import type { JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import type { IncomingMessage } from '../contract/event-source.js';
import { UnusableError } from '../openapi/document/references.js';
import { connectorNames, getConfig, type Proof } from './access.js';
import { type FlowMessage, getRootAddress } from './address.js';
import { type DocumentFault, getBinding, isDocumentFault, readAsyncDocument } from './document.js';
import { getContentType, getInput, getMessages, readMessage } from './message.js';
import { type AsyncOperation, findAsyncOperation } from './operation.js';
import { amqpChannel, getPath, publishing } from './publication.js';
import { type AsyncServer, getServer } from './server.js';

/** The place of a connector where messages come from. */
export interface ChannelSource {
  readonly connector: string;
  readonly config: JsonObject;
  /** Fits the `input` of the connector's events. */
  readonly subscription: JsonObject;
}

/** Returns the first fault of a description; undefined for one that can be read. */
export function faultOfAsyncApi(text: string): DocumentFault | undefined {
  const document = readAsyncDocument(text);
  return isDocumentFault(document) ? document : undefined;
}

/** One operation of an AsyncAPI description, and the server on which it is performed. */
export class DescribedChannel {
  readonly #messages: readonly JsonObject[];

  private constructor(
    private readonly root: JsonObject,
    private readonly operation: AsyncOperation,
    private readonly server: AsyncServer,
  ) {
    this.#messages = getMessages(root, operation);
  }

  /**
   * Finds what a call is about.
   * @param call `operation` or `channel`, `server`, `protocol`, and `message` for one that sends
   * @throws UnusableError
   */
  static find(text: string, call: JsonObject): DescribedChannel {
    const document = readAsyncDocument(text);
    if (isDocumentFault(document)) throw new UnusableError(document.message);
    const { operation, channel, server, protocol, message } = call;
    const sends = message !== undefined;
    const findText = (value: unknown) => (value === undefined ? undefined : String(value));
    const request = { operation: findText(operation), channel: findText(channel), sends };
    const asyncOperation = findAsyncOperation(document, request);
    const { name, variables = {} } = isObject(server) ? server : {};
    const onServer = { name: findText(name), protocol: findText(protocol) };
    const chosen = getServer(document.root, asyncOperation, {
      ...onServer,
      variables: isObject(variables) ? variables : {},
    });
    const describedChannel = new DescribedChannel(document.root, asyncOperation, chosen);
    if (sends) getContentType(document.root, describedChannel.#messages);
    return describedChannel;
  }

  /** The schema of `{ payload, headers }` of a message that is sent. @throws UnusableError */
  get input(): JsonSchema {
    return getInput(this.root, this.#messages);
  }

  /** Returns the call of a connector that sends a message. @throws UnusableError */
  publication(message: FlowMessage, proof: Proof | undefined) {
    const { root, operation, server } = this;
    const address = getRootAddress(root, operation, server.protocol, message);
    const contentType = getContentType(root, this.#messages);
    const config = getConfig(root, operation, { server, address }, proof);
    const of = { root, operation, server, address, message, contentType };
    return { connector: connectorNames[server.protocol], config, ...publishing[server.protocol](of) };
  }

  /** Returns where a connector receives the messages. @throws UnusableError */
  source(proof: Proof | undefined): ChannelSource {
    const { root, operation, server } = this;
    const address = getRootAddress(root, operation, server.protocol, undefined);
    const config = getConfig(root, operation, { server, address }, proof);
    return { connector: connectorNames[server.protocol], config, subscription: this.#subscription(address) };
  }

  /** Returns a message that came as flows see it. */
  read({ body, headers, contentType }: IncomingMessage): JsonObject {
    const type = contentType === undefined ? {} : { contentType };
    return readMessage(this.root, this.#messages, { body, headers: { ...headers }, ...type });
  }

  #subscription(address: string): JsonObject {
    const { root, operation, server } = this;
    const binding = (name: string) => getBinding(root, operation.definition['bindings'], name);
    if (server.protocol === 'http') return { path: getPath(address) };
    if (server.protocol === 'ws') return {};
    if (server.protocol === 'redis') return { channel: address };
    if (server.protocol === 'mqtt') return { topic: address, qos: binding('mqtt')['qos'] ?? 0, keeps: false };
    if (server.protocol === 'nats') {
      const { queue } = binding('nats');
      return { subject: address, ...(typeof queue === 'string' && queue !== '' ? { queue } : {}) };
    }
    const { queue, exchange } = amqpChannel(root, operation);
    return exchange === undefined ? { queue: queue ?? address } : { exchange, routingKey: address };
  }
}
