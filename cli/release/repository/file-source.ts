import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Problem } from '../../../controller/problems/index.js';
import { FileMissing, type ReleaseSource } from './source.js';

/** Reads a release repository that is a folder of this machine. */
export const fileSource: ReleaseSource = {
  async open(url, offset = 0) {
    const path = fileURLToPath(url);
    try {
      const { size } = await stat(path);
      const start = offset <= size ? offset : 0;
      return { offset: start, content: createReadStream(path, { start }) };
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw new FileMissing(url);
      const { message } = cause as Error;
      throw new Problem('release_unreachable', `${path} cannot be read: ${message}`, { cause });
    }
  },
  close: async () => undefined,
};
