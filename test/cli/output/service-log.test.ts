import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { serviceLogStream } from '../../../cli/output/service-log.js';

function write(isTTY: boolean, record: object): string {
  let written = '';
  const stream = { isTTY, write: (text: string) => (written += text) };
  const io = { stdout: stream, stderr: stream, stdin: Readable.from([]), env: {}, cwd: '/' };
  serviceLogStream({ ...io, onInterrupt: () => () => undefined }).write(`${JSON.stringify(record)}\n`);
  return written;
}

const record = { level: 40, time: Date.UTC(2026, 0, 31, 12, 34, 56), msg: 'The push failed', branch: 'main' };

describe('the service log', () => {
  it('is JSON lines where stderr is not a terminal', () => {
    expect(JSON.parse(write(false, record))).toEqual(record);
  });

  it('is one coloured line per record on a terminal', () => {
    expect(write(true, record)).toBe(
      '\u001B[2m12:34:56\u001B[22m \u001B[33mwarn \u001B[39m The push failed \u001B[2mbranch=main\u001B[22m\n',
    );
  });

  it('escapes control characters of messages, fields and errors', () => {
    const hostile = { ...record, msg: 'a\u001B[2Jb', branch: '\u001B[2J', err: { message: '\u001B[2J' } };
    expect(write(true, hostile)).not.toContain('\u001B[2J');
  });
});
