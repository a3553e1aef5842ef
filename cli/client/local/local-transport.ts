import { Readable } from 'node:stream';
import pino from 'pino';
import { buildApp } from '../../../api/server.js';
import type { Settings } from '../../../controller/settings/index.js';
import type { Trial } from '../../../controller/start/base.js';
import { type StartedController, startController } from '../../../controller/start/controller.js';
import type { Io } from '../../contract/io.js';
import type { Transport, TransportRequest } from '../rest/transport.js';

/** Starts an installation in this process and sends requests to the same routes as HTTP does. */
export async function localTransport(
  io: Io,
  settings: Settings,
  trial?: Trial,
): Promise<Transport & { controller: StartedController }> {
  const level = trial ? 'error' : 'warn';
  const log = pino({ level }, { write: (line) => io.stderr.write(line) });
  const controller = await startController({ settings, log, trial });
  const app = buildApp({ controller, log });
  return {
    name: settings.DataDirectory,
    controller,
    outlivesProcess: false,
    async send(path: string, { method, headers, body, signal }: TransportRequest) {
      const answer = await app.inject({
        method,
        url: path,
        headers,
        ...(body === undefined ? {} : { payload: body }),
        ...(signal === undefined ? {} : { signal }),
        payloadAsStream: true,
      });
      const isEmpty = answer.statusCode === 204 || answer.statusCode === 304;
      return new Response(isEmpty ? null : (Readable.toWeb(answer.stream()) as ReadableStream), {
        status: answer.statusCode,
        headers: Object.entries(answer.headers).map(
          ([name, value]) => [name, String(value)] as [string, string],
        ),
      });
    },
    async close() {
      await app.close();
      await controller.stop();
    },
  };
}
