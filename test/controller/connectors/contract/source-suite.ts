import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Connector,
  configDefaults,
  type IncomingMessage,
  subscriptionDefaults,
} from '../../../../controller/connectors/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { openNetwork } from '../networks.js';
import { Relay } from './relay.js';

/** A connector with messages, and a real server to try it with. */
export interface SourceSubject {
  connector: Connector;
  /** The port of the server on this machine. */
  port: number;
  config(host: string, port: number): JsonObject;
  /** Makes a place for messages that is new, and returns the subscription to it. */
  prepare(): Promise<JsonObject>;
  /** Sends messages to the place, in their order. */
  send(subscription: JsonObject, bodies: readonly (string | Buffer)[]): Promise<void>;
  /** True when messages that are sent while no one listens wait for the next subscriber. */
  keeps: boolean;
  /** True when a message that comes again has the same id. */
  hasIds: boolean;
  /** The most bytes of a message, where these are few and must be a text. */
  shortTexts?: number;
  /** True where the server takes and delivers messages of 20 MiB. */
  hasLarge?: boolean;
}

interface Followed {
  taken: IncomingMessage[];
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** The rules that the messages of every connector keep. */
export function deliversMessages(subject: SourceSubject): void {
  const { connector, port, config, prepare, send, keeps, hasIds, shortTexts, hasLarge = false } = subject;
  let relay: Relay;
  const open = new Set<Followed>();

  beforeEach(async () => {
    relay = await Relay.to(port);
  });
  afterEach(async () => {
    for (const each of open) await each.stop().catch(() => {});
    open.clear();
    await relay.stop();
  });

  /** Subscribes until `stop`, and resolves when the server has confirmed it. */
  async function follow(
    subscription: JsonObject,
    take: (messages: readonly IncomingMessage[]) => Promise<void> | void = () => {},
    at = relay.port,
  ): Promise<Followed> {
    const stopping = new AbortController();
    const taken: IncomingMessage[] = [];
    let confirmed = (): void => {};
    const ready = new Promise<void>((resolve) => {
      confirmed = resolve;
    });
    const ended = (async () =>
      connector.events?.subscribe(
        {
          connection: 'orders',
          config: configDefaults(connector, config('127.0.0.1', at)),
          network: openNetwork,
          signal: stopping.signal,
        },
        subscriptionDefaults(connector, subscription),
        {
          ready: confirmed,
          async take(messages) {
            await take(messages);
            taken.push(...messages);
          },
        },
      ))();
    ended.catch(() => {});
    const followed: Followed = {
      taken,
      ended,
      async stop() {
        stopping.abort(new Error('stopped'));
        await ended;
      },
    };
    open.add(followed);
    await Promise.race([ready, ended.catch(() => {})]);
    return followed;
  }

  const texts = (messages: readonly IncomingMessage[]): string[] =>
    messages.map(({ body }) => Buffer.from(body).toString());

  describe(`the messages of the connector ${connector.name}`, () => {
    test('arrive in their order, with all bytes', async () => {
      const place = await prepare();
      const following = await follow(place);
      const binary = shortTexts ? Buffer.from('\u0001') : Buffer.from([0, 255, 1, 254]);
      const length = shortTexts ?? 300_000;
      await send(place, ['{"n":1}', 'zwei ü', binary, 'x'.repeat(length)]);
      await eventually(() => following.taken.length === 4);
      const [first, second, third, fourth] = following.taken;
      expect(texts([first, second].filter((each) => each !== undefined))).toEqual(['{"n":1}', 'zwei ü']);
      expect(Buffer.from(third?.body ?? [])).toEqual(binary);
      expect(fourth?.body.length).toBe(length);
      expect(first?.subject).not.toBe('');
      if (hasIds) expect(new Set(following.taken.map(({ id }) => id)).size).toBe(4);
      await following.stop();
    });

    test('end promptly with the subscription', async () => {
      const place = await prepare();
      const following = await follow(place);
      await following.stop();
      await eventually(() => relay.open.size === 0);
    });

    test('fail when the server dies', async () => {
      const following = await follow(await prepare());
      relay.cut();
      await expect(following.ended).rejects.toThrow();
    });

    test('say that a server is not there', async () => {
      const place = await prepare();
      const { ended } = await follow(place, () => {}, 1);
      await expect(ended).rejects.toMatchObject({ kind: 'communication' });
    });

    test.skipIf(!hasLarge)(
      'that are too large come without their body, and do not hold up others',
      async () => {
        const place = await prepare();
        await send(place, ['a', Buffer.alloc(20 << 20, 'x'), 'b']);
        const following = await follow(place);
        await eventually(() => following.taken.length === 3);
        expect(texts(following.taken)).toEqual(['a', '', 'b']);
        const [, large] = following.taken;
        expect(large?.omitted).toContain('16777216');
        await following.stop();
        const later = await follow(place);
        await send(place, ['c']);
        await eventually(() => later.taken.length > 0);
        expect(texts(later.taken)).toEqual(['c']);
      },
    );

    test.skipIf(!keeps)('wait while no one listens', async () => {
      const place = await prepare();
      await (await follow(place)).stop();
      await send(place, ['a', 'b']);
      const later = await follow(place);
      await eventually(() => later.taken.length === 2);
      // The server may have sent the first one to the subscriber that left, and sends it again after the second.
      expect(texts(later.taken).sort()).toEqual(['a', 'b']);
    });

    test.skipIf(!keeps)('come again when they could not be stored, with the same id', async () => {
      const place = await prepare();
      const refused: IncomingMessage[] = [];
      const failing = await follow(place, (messages) => {
        refused.push(...messages);
        throw new Error('the disk is full');
      });
      await send(place, ['a', 'b', 'c']);
      await expect(failing.ended).rejects.toThrow('the disk is full');
      const later = await follow(place);
      await eventually(() => new Set(texts(later.taken)).size === 3);
      if (hasIds) {
        const again = later.taken.find(({ body }) => Buffer.from(body).toString() === 'a');
        expect(again?.id).toBe(refused[0]?.id);
      }
    });

    test.skipIf(!keeps)('are not lost when the server dies in the middle', async () => {
      const place = await prepare();
      const following = await follow(place);
      const sending = send(
        place,
        Array.from({ length: 300 }, (_, n) => `m${n}`),
      );
      await eventually(() => following.taken.length > 0);
      relay.cut();
      await following.ended.catch(() => {});
      await sending;
      const later = await follow(place);
      await eventually(() => new Set(texts([...following.taken, ...later.taken])).size === 300);
    });
  });
}
