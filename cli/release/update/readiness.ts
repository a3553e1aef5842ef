import { setTimeout as delay } from 'node:timers/promises';
import { findRunningServer } from '../../client/local/installation.js';

const pauseMs = 200;
const answerMs = 5_000;

/**
 * Waits until the service of a data directory is ready and of the version, by its `/readyz`.
 * @param ms the time that it has
 * @throws an error with the last answer when the time is over
 */
export async function waitUntilReady(dataDirectory: string, version: string, ms: number): Promise<void> {
  const { request } = await import('undici');
  const { createAgent } = await import('../../../controller/http-client/index.js');
  // The process of this machine answers under its own address, for which its certificate may not be.
  const dispatcher = createAgent({ connect: { rejectUnauthorized: false } });
  const ask = async (): Promise<string | undefined> => {
    const server = findRunningServer(dataDirectory);
    if (server === undefined) return 'no process runs';
    try {
      const signal = AbortSignal.timeout(answerMs);
      const { statusCode, body } = await request(`${server.url}/readyz`, { dispatcher, signal });
      const answer = (await body.json()) as { version?: string; detail?: string };
      if (statusCode !== 200) return answer.detail ?? `/readyz answers ${statusCode}`;
      return answer.version === version ? undefined : `version ${answer.version} answers`;
    } catch (error) {
      return `/readyz of process ${server.pid} does not answer: ${(error as Error).message}`;
    }
  };
  try {
    const deadline = performance.now() + ms;
    for (;;) {
      const fault = await ask();
      if (fault === undefined) return;
      if (performance.now() > deadline) throw new Error(fault);
      await delay(pauseMs);
    }
  } finally {
    await dispatcher.destroy();
  }
}
