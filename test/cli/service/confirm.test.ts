import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { confirmPurge } from '../../../cli/service/confirm.js';

/** Answers the question on a terminal; resolves with the text of the question. */
async function answered(answer: string): Promise<string> {
  const printed = { text: '' };
  await confirmPurge(
    {
      stdout: { write: () => true },
      stderr: { write: (text: string) => (printed.text += text) },
      stdin: Object.assign(Readable.from([`${answer}\n`]), { isTTY: true }),
      env: {},
      cwd: '/',
      onInterrupt: () => () => undefined,
    },
    '/var/lib/svc',
  );
  return printed.text;
}

test('a data directory is deleted only after the word `delete`', async () => {
  expect(await answered('delete')).toContain('This deletes /var/lib/svc');
  await expect(answered('yes')).rejects.toThrow('Nothing was deleted or uninstalled');
});
