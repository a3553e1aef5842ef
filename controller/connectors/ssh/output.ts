import type { ClientChannel } from 'ssh2';
import { ConnectorError } from '../contract/connector.js';

/** The end of a command: its code, or the signal that ended it. */
export interface Result {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

/** The most bytes that a command may write. */
const maxOutputBytes = 8 * 1024 * 1024;

/** Gives a command its input and collects its output. */
export class Output {
  /** Rejects when the output is too large or the server gives no result. */
  readonly end: Promise<Result>;
  #size = 0;

  constructor(channel: ClientChannel, input: string, place: string) {
    this.end = new Promise((resolve, reject) => {
      let exit: Pick<Result, 'code' | 'signal'> | undefined;
      const tooLarge = () => {
        const detail = `The command at ${place} wrote more than ${maxOutputBytes} bytes`;
        reject(new ConnectorError('communication', 502, 'Response too large', detail));
      };
      const stdout = this.#collect(channel, tooLarge);
      const stderr = this.#collect(channel.stderr, tooLarge);
      channel.on('exit', (code: number | null, signal?: string) => {
        exit = { code, signal: signal ?? null };
      });
      channel.on('error', reject);
      channel.on('close', () => {
        const texts = { stdout: toText(stdout), stderr: toText(stderr) };
        if (exit) resolve({ ...exit, ...texts });
        else reject(new Error('the command ended without a result'));
      });
      channel.end(input);
    });
  }

  #collect(stream: NodeJS.ReadableStream, tooLarge: () => void): Buffer[] {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => {
      this.#size += chunk.length;
      if (this.#size <= maxOutputBytes) chunks.push(chunk);
      else tooLarge();
    });
    return chunks;
  }
}

function toText(chunks: Buffer[]): string {
  return Buffer.concat(chunks).toString();
}
