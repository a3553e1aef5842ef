import { resolve } from 'node:path';
import { connect } from '../../client/connect.js';
import { receiveFile } from '../../client/receive-file.js';
import { apiPath } from '../../client/rest/api-client.js';
import { runPath } from '../../client/run-of-word.js';
import { isSet, type Options, text } from '../../contract/command.js';
import { exitCodes, misuse } from '../../contract/failure.js';
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
    const size = await receiveFile(answer, path);
    if (isSet(options, 'json')) io.stdout.write(`${JSON.stringify({ path, size })}\n`);
    else io.stderr.write(`${size} bytes written to ${output}\n`);
    return exitCodes.done;
  } finally {
    await api.close();
  }
}
