import type { ClientContext } from '../contract/connector.js';
import type { Receiver } from '../contract/event-source.js';
import { Intake, whenAborted } from '../contract/intake.js';
import { RedisClient } from './client.js';
import type { RedisConfig } from './config-schema.js';

/** Delivers what is published to a channel, until the signal aborts. @throws ConnectorError */
export async function followChannel(
  context: ClientContext<RedisConfig>,
  channel: string,
  receiver: Receiver,
): Promise<void> {
  const { signal } = context;
  const client = await RedisClient.open(context);
  const intake = new Intake(receiver);
  const arrived = (body: Buffer): void => intake.add({ subject: channel, body, headers: {} }, () => {});
  try {
    const lost = client.follow(channel, receiver.ready, arrived);
    await Promise.race([lost, intake.failed, whenAborted(signal)]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    client.close();
  }
}
