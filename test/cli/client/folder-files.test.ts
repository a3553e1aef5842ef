import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFolderFiles } from '../../../cli/client/folder-files.js';
import type { Io } from '../../../cli/contract/io.js';
import { greet, temporaryFolder } from '../test-io.js';

function inFolder(cwd: string): Io {
  return { cwd, env: {} } as unknown as Io;
}

it('reads the entity files of a folder, and refuses a folder without any', async () => {
  const folder = temporaryFolder({ 'flows/greet.yaml': greet, 'notes.txt': 'none' });
  mkdirSync(join(folder, 'empty'));
  expect(await readFolderFiles(inFolder(folder), '.')).toEqual([
    { path: 'flows/greet.yaml', content: greet },
  ]);
  await expect(readFolderFiles(inFolder(folder), 'empty')).rejects.toThrow(
    'There are no entity files in empty',
  );
});
