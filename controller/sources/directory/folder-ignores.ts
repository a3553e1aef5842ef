import { join } from 'node:path';
import { IGNORE_FILE, type IgnoredPaths, noneIgnored, parseIgnored } from '../../git/index.js';
import { readPlain } from './folder-files.js';

/** The rules of a folder's ignore file, read again with each scan. */
export class FolderIgnores implements IgnoredPaths {
  #content = '';
  #rules = noneIgnored;

  /** Reads the file. Returns true when the rules changed. @throws Problem directory_failed, git_failed */
  async refresh(root: string): Promise<boolean> {
    const bytes = (await readPlain(join(root, IGNORE_FILE))) ?? new Uint8Array();
    const content = Buffer.from(bytes).toString('utf8');
    if (content === this.#content) return false;
    this.#rules = parseIgnored(bytes, join(root, IGNORE_FILE));
    this.#content = content;
    return true;
  }

  has(path: string): boolean {
    return this.#rules.has(path);
  }

  hasFolder(path: string): boolean {
    return this.#rules.hasFolder(path);
  }
}
