import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { connect } from '../../client/connect.js';
import { apiPath } from '../../client/rest/api-client.js';
import { runPath } from '../../client/run-of-word.js';
import { isSet, type Options, text } from '../../contract/command.js';
import { exitCodes, Failure, misuse } from '../../contract/failure.js';
import type { Io } from '../../contract/io.js';

/** Writes the content of a file of a run to `--output`. @throws Failure */
export async function download(io: Io, word: string, file: string, options: Options): Promise<number> {
  const output = text(options, 'output');
  if (output === undefined) throw misuse('The path for the content is missing', 'Add `--output <path>`.');
  const path = resolve(io.cwd, output);
  const connection = await connect(io, options);
  const { api } = connection;
  try {
    const answer = await api.download(`${await runPath(connection, word)}${apiPath`/files/${file}`}`);
    const size = await receive(answer, path);
    if (isSet(options, 'json')) io.stdout.write(`${JSON.stringify({ path, size })}\n`);
    else io.stderr.write(`${size} bytes written to ${output}\n`);
    return exitCodes.done;
  } finally {
    await api.close();
  }
}

/** Writes beside the file and renames: it has the whole content, with the digest that the server states, or does not change. */
async function receive(answer: Response, path: string): Promise<number> {
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
