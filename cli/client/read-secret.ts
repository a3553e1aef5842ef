import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';

const maxLength = 4096;

/**
 * Reads a secret: from a terminal after a prompt and without echo, else all of standard input.
 * @throws Failure when there is none
 */
export async function readSecret(io: Io, prompt: string): Promise<string> {
  const secret = (await (isTerminal(io.stdin) ? readHidden(io, prompt) : readAll(io))).trim();
  if (secret !== '') return secret;
  throw misuse(
    'Standard input is empty',
    'Pass the key to it: `printenv MY_KEY | svc config set api-key -`.',
  );
}

function isTerminal(stream: Io['stdin'] & { isTTY?: boolean }): boolean {
  return stream.isTTY === true;
}

async function readHidden(io: Io, prompt: string): Promise<string> {
  io.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: io.stdin, output: silent, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    io.stderr.write('\n');
  }
}

async function readAll({ stdin }: Io): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.length > maxLength)
      throw misuse(`Standard input has more than ${maxLength} characters`, 'Pass the key alone.');
  }
  return text;
}
