import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { exitCodes, Failure } from '../contract/failure.js';

/**
 * Writes the content of an answer beside the path and renames it: the file has the whole content, with the digest that the
 * server states, or does not change. Returns its size in bytes. @throws Failure
 */
export async function receiveFile(answer: Response, path: string): Promise<number> {
  const beside = `${path}.${randomUUID()}.part`;
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(beside, 'wx').catch((cause: Error) => {
    throw new Failure(exitCodes.usage, `Cannot write ${path}: ${cause.message}`, [], { cause });
  });
  try {
    for await (const chunk of answer.body ?? []) {
      hash.update(chunk);
      size += chunk.length;
      await handle.writeFile(chunk);
    }
    await handle.close();
    if (answer.headers.get('etag') !== `"${hash.digest('hex')}"`)
      throw new Failure(exitCodes.unreachable, 'The content did not arrive whole', ['Try again.']);
    await rename(beside, path);
    return size;
  } finally {
    await handle.close();
    await rm(beside, { force: true });
  }
}
