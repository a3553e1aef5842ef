import type pg from 'pg';
import { untilAborted } from '../../../concurrency/signals.js';
import type { ClientContext } from '../../contract/connector.js';
import type { EventSource, Receiver } from '../../contract/event-source.js';
import { Intake, whenAborted } from '../../contract/intake.js';
import { nameField } from '../../contract/server-fields.js';
import type { EngineConfig } from '../engine/config-schema.js';
import { postgresDialect } from '../engine/dialect.js';
import { tookTooLong, unreachable } from '../engine/errors.js';
import { quoted } from '../engine/placeholders.js';

/** Notifications that may wait to be stored; then the server waits. */
const maxUnderWay = 256;
/** How often a silent server is asked for an answer; ms. */
const probeMs = 15_000;

/** The notifications of a channel (`NOTIFY`, `pg_notify`). The server keeps none for a session that is away. */
export const notificationSource: EventSource<EngineConfig> = {
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['channel'],
    properties: {
      channel: {
        ...nameField(
          'Channel',
          'The channel to listen to, as `pg_notify` names it. Notifications sent while svc is not connected are lost.',
          'orders',
        ),
        maxLength: 63,
      },
    },
  },
  guarantee: () => 'lossy',
  async subscribe(context, { channel }, receiver) {
    if (context.signal.aborted) return;
    try {
      await listen(context, String(channel), receiver);
    } catch (error) {
      if (context.signal.aborted) return;
      const { toConnectorError } = await import('./failures.js');
      throw toConnectorError(error, context.config.statementTimeout);
    }
  },
};

async function listen(
  { config, network, signal }: ClientContext<EngineConfig>,
  channel: string,
  { ready, take }: Receiver,
): Promise<never> {
  const { GuardedClient } = await import('./guarded-client.js');
  const { connectionConfig } = await import('./connection-config.js');
  const client = new GuardedClient(connectionConfig(config, network));
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(unreachable('The server closed the connection')));
  });
  lost.catch(() => {});
  const intake = new Intake({ take });
  const stream = getStream(client);
  let underWay = 0;
  client.on('notification', ({ channel: subject, payload = '' }) => {
    if (++underWay >= maxUnderWay) stream.pause();
    intake.add({ subject, body: Buffer.from(payload), headers: {} }, () => {
      if (--underWay < maxUnderWay) stream.resume();
    });
  });
  const isQuiet = () => underWay === 0;
  const stopping = new AbortController();
  try {
    await untilAborted(client.connect(), signal);
    await untilAborted(client.query(`listen ${quoted(postgresDialect, channel)}`), signal);
    ready();
    return await Promise.race([
      lost,
      intake.failed,
      whenAborted(signal),
      probe(client, { isQuiet, seconds: config.statementTimeout, signal: stopping.signal }),
    ]);
  } finally {
    stopping.abort();
    stream.destroy();
  }
}

/** Rejects once the server does not answer: without a question, a lost network would look like silence. */
function probe(
  client: pg.Client,
  { isQuiet, seconds, signal }: { isQuiet(): boolean; seconds: number; signal: AbortSignal },
): Promise<never> {
  return new Promise((_, reject) => {
    let requests = 0;
    const timer = setInterval(() => {
      // While messages are being stored, the answer may wait behind them.
      if (!isQuiet()) requests = 0;
      else if (requests === 0) {
        requests = performance.now();
        client.query('select 1').then(() => {
          requests = 0;
        }, reject);
      } else if (performance.now() - requests > seconds * 1000) reject(tookTooLong(seconds));
    }, probeMs).unref();
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  });
}

/** The socket of a client; TLS puts another one over it, which ends with it. */
function getStream(client: pg.Client): { pause(): void; resume(): void; destroy(): void } {
  const { connection } = client as unknown as { connection: { stream: ReturnType<typeof getStream> } };
  return {
    pause: () => connection.stream.pause(),
    resume: () => connection.stream.resume(),
    destroy: () => connection.stream.destroy(),
  };
}
