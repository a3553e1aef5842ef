import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ActionFiles, configDefaults } from '../../../../controller/connectors/index.js';
import { ClosingServer } from '../../http-client/closing-server.js';
import { openClients } from '../networks.js';
import { http } from './use.js';

const clients = openClients();
let server: ClosingServer;

beforeAll(async () => {
  server = await ClosingServer.start();
});
afterAll(async () => {
  await clients.close();
  server.stop();
});

/** Stores files on a disk that is slower than the network. */
const slowFiles = {
  async write({ name, type = '' }, content) {
    let size = 0;
    for await (const chunk of content) {
      size += chunk.length;
      await sleep(1);
    }
    return { file: 'id', name, type, size, sha256: '' };
  },
} as Pick<ActionFiles, 'write'> as ActionFiles;

test.each(['a length', 'HTTP/1.0'] as const)(
  '59 files are stored whole from a server of %s that closes at once',
  async (ending) => {
    const config = configDefaults(http, { baseUrl: server.url });
    const store = async (size: number): Promise<unknown> => {
      const about = { connection: 'old', config, signal: AbortSignal.timeout(60_000) };
      const path = `/${size}/${encodeURIComponent(ending)}`;
      const file = await clients.use(http, about, (context) => {
        const means = { ...context, files: slowFiles, idempotencyKey: String(size), log: () => {} };
        return (http.actions['get'] as NonNullable<(typeof http.actions)[string]>).run(means, {
          path,
          output: 'file',
        });
      });
      return (file as { size: number }).size;
    };
    const sizes = Array.from({ length: 59 }, (_, count) => count * 65_536 + 1_000);
    expect(await Promise.all(sizes.map(store))).toEqual(sizes);
  },
);
