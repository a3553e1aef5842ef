import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { IClientOptions, IConnackPacket, MqttClient as Library } from 'mqtt';
import { untilAborted, within } from '../../concurrency/signals.js';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import { maxMessageBytes } from '../contract/messages.js';
import { tlsOptions } from '../contract/server-fields.js';
import type { MqttConfig } from './config-schema.js';
import { connectFailure, toFailure } from './failures.js';

/** The most bytes of one packet: a message, its topic and its properties. */
const maxPacketBytes = maxMessageBytes + 128 * 1024;

/** A connection to a server, shared by all callers. A lost one is not opened again. */
export class MqttClient {
  /** False after the loss of the server, and after a call without an answer. */
  isUsable = true;
  /** The most bytes of one message that the server takes. */
  readonly maxBytes: number;
  readonly #lost: Promise<never>;

  constructor(
    private readonly client: Library,
    private readonly config: MqttConfig,
    loss: Promise<ConnectorError>,
    packetSize: number | undefined,
  ) {
    // The server counts the topic and the properties too.
    this.maxBytes = Math.min(maxMessageBytes, (packetSize ?? Number.POSITIVE_INFINITY) - 1024);
    this.#lost = loss.then((error) => {
      this.isUsable = false;
      throw error;
    });
    this.#lost.catch(() => {});
  }

  static async open({ config, network, signal }: ClientContext<MqttConfig>): Promise<MqttClient> {
    const { MqttClient: Library } = await import('mqtt');
    const { host, port } = config;
    const socket = await network.connect({ host, port, tls: tlsOptions(config) }, signal);
    const client = new Library(() => socket, getOptions(config));
    // Each reader of a retained message listens.
    client.setMaxListeners(0);
    const loss = getLoss(client, socket, config);
    const end = (): unknown => socket.destroy();
    signal.addEventListener('abort', end, { once: true });
    try {
      const { properties } = await Promise.race([
        new Promise<IConnackPacket>((resolve) => client.once('connect', resolve)),
        loss.then((error) => {
          throw error;
        }),
      ]);
      return new MqttClient(client, config, loss, properties?.maximumPacketSize);
    } catch (error) {
      client.end(true);
      socket.destroy();
      throw error instanceof ConnectorError ? error : connectFailure(error as Error, config);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  get timeoutMs(): number {
    return this.config.timeout * 1_000;
  }

  /** Returns when the server has confirmed the message; with `qos` 0, when it is sent. @throws ConnectorError */
  async publish(
    topic: string,
    message: Buffer,
    {
      qos,
      retain,
      headers = {},
    }: { qos: 0 | 1 | 2; retain: boolean; headers?: Readonly<Record<string, string>> },
  ): Promise<void> {
    const hasHeaders = Object.keys(headers).length > 0;
    if (hasHeaders && this.config.protocol !== '5') {
      const detail = 'Messages of MQTT 3.1.1 have no headers';
      throw new ConnectorError('validation', 400, 'Request refused', detail);
    }
    const properties = hasHeaders ? { properties: { userProperties: headers } } : {};
    await this.#call(() => this.client.publishAsync(topic, message, { qos, retain, ...properties }));
  }

  /** Returns the retained message of a topic; undefined when none comes within `ms` of the subscription. @throws ConnectorError */
  async retained(topic: string, ms: number): Promise<Buffer | undefined> {
    let arrived: (message: Buffer | undefined) => void = () => {};
    const message = new Promise<Buffer | undefined>((resolve) => {
      arrived = resolve;
    });
    const listen = (from: string, payload: Buffer, { retain }: { retain: boolean }): void => {
      if (from === topic && retain) arrived(payload);
    };
    this.client.on('message', listen);
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.#call(() => this.client.subscribeAsync(topic, { qos: 0 }));
      timer = setTimeout(arrived, ms, undefined);
      return await Promise.race([message, this.#lost]);
    } finally {
      clearTimeout(timer);
      this.client.off('message', listen);
      // The answer is of no interest; a server that is lost has no subscriptions.
      if (this.isUsable) this.client.unsubscribe(topic, () => {});
    }
  }

  close(): void {
    // Without force the library waits for the server.
    this.client.end(true);
  }

  async #call<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await within(this.timeoutMs, undefined, (signal) =>
        untilAborted(Promise.race([work(), this.#lost]), signal),
      );
    } catch (error) {
      const failure = toFailure(error, this.config);
      // The library keeps what the server has not confirmed.
      if (failure.kind === 'timeout') this.isUsable = false;
      throw failure;
    }
  }
}

/** Returns the options of the library for a connection that is not opened again after a loss. */
export function getOptions({ username, password, clientId, protocol }: MqttConfig): IClientOptions {
  return {
    clientId: clientId ?? `svc-${randomUUID()}`,
    clean: true,
    resubscribe: false,
    reconnectPeriod: 0,
    queueQoSZero: false,
    keepalive: 30,
    timerVariant: 'native',
    ...(protocol === '5'
      ? { protocolVersion: 5, properties: { maximumPacketSize: maxPacketBytes } }
      : { protocolVersion: 4 }),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}

/** Settles with the error for all callers when the connection ends. */
export function getLoss(client: Library, socket: Socket, config: MqttConfig): Promise<ConnectorError> {
  let reason: ConnectorError | undefined;
  let received = 0;
  const place = `${config.host}:${config.port}`;
  socket.on('data', ({ length }) => {
    received += length;
    if (received <= maxPacketBytes) return;
    const detail = `${place} sent more than ${maxPacketBytes} bytes in one packet`;
    reason ??= new ConnectorError('communication', 502, 'Response too large', detail);
    socket.destroy();
  });
  client.on('packetreceive', (packet) => {
    received = 0;
    if (packet.cmd !== 'disconnect') return;
    const refused = Object.assign(new Error('the server closed the connection'), { code: packet.reasonCode });
    reason ??= toFailure(refused, config);
  });
  client.on('error', (error) => {
    reason ??= client.connected ? toFailure(error, config) : connectFailure(error, config);
  });
  return new Promise((resolve) => {
    client.on('close', () => {
      resolve(reason ?? toFailure(new Error('the server closed the connection'), config));
    });
  });
}
