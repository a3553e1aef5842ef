import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { jsonLines } from '../../schemas/json/lines.js';

async function toLines(...parts: (string | Uint8Array)[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of jsonLines(Readable.from(parts))) lines.push(line);
  return lines;
}

test('a line separator of Unicode in a string does not end the line', async () => {
  const separators = JSON.stringify({ a: '\u2028\u2029\u0085\v\f' });
  expect(await toLines(`${separators}\n`, `${separators}\r\n`)).toEqual([separators, separators]);
});

test('lines and characters may arrive in parts, and the last line without a line end', async () => {
  const bytes = Buffer.from('é\n\nü');
  const parts = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await toLines(...parts)).toEqual(['é', '', 'ü']);
  expect(await toLines()).toEqual([]);
  expect(await toLines('a\r', '\nb\n')).toEqual(['a', 'b']);
});
