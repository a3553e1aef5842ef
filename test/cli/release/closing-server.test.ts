import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { httpSource } from '../../../cli/release/repository/http-source.js';
import { ClosingServer } from '../../controller/http-client/closing-server.js';

test.each(['HTTP/1.0', 'a length'] as const)(
  'a release is read whole from a server of %s that closes at once, however slow the disk is',
  async (ending) => {
    const server = await ClosingServer.start();
    const source = await httpSource();
    onTestFinished(async () => {
      await source.close();
      server.stop();
    });
    const read = async (size: number): Promise<number> => {
      const { content } = await source.open(new URL(server.getSizeAddress(size, ending)));
      let received = 0;
      for await (const chunk of content) {
        received += chunk.length;
        await sleep(1);
      }
      return received;
    };
    const sizes = Array.from({ length: 40 }, (_, count) => count * 65_536 + 1_000);
    expect(await Promise.all(sizes.map(read))).toEqual(sizes);
  },
);
