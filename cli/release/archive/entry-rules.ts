import { posix } from 'node:path';
import type { Header } from 'tar-stream';
import { Problem } from '../../../controller/problems/index.js';

/** Bytes that all files of a release have together at most; a release has about 300 MB. */
const maxBytes = 2 ** 30;
const maxEntries = 50_000;

/** An entry of an archive that may be unpacked, with its path below the top folder. */
export interface SafeEntry {
  path: string;
  type: 'file' | 'directory' | 'symlink';
  mode: number;
  /** The target of a link. */
  linkname: string;
}

/** Checks the entries of one archive, in their order. */
export class EntryRules {
  readonly #seen = new Set<string>();
  readonly #links = new Set<string>();
  #bytes = 0;

  /** @param top the folder that all entries are in */
  constructor(private readonly top: string) {}

  /** Returns the entry; undefined for the top folder itself. @throws Problem release_archive_unsafe */
  check({ name, type, size = 0, mode = 0o644, linkname }: Header): SafeEntry | undefined {
    const path = this.#findPath(name);
    if (path === undefined) return undefined;
    if (type !== 'file' && type !== 'directory' && type !== 'symlink')
      throw unsafe(name, `is a ${type ?? 'thing without a type'}`);
    if (this.#seen.has(path)) throw unsafe(name, 'is in the archive twice');
    if (this.#seen.size >= maxEntries) throw unsafe(name, `follows ${maxEntries} entries`);
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder))
      if (this.#links.has(folder)) throw unsafe(name, 'is below a link');
    this.#seen.add(path);
    this.#bytes += size;
    if (this.#bytes > maxBytes) throw unsafe(name, `brings the content to more than ${maxBytes} bytes`);
    const target = linkname ?? '';
    if (type === 'symlink') {
      const end = posix.normalize(posix.join(posix.dirname(path), target));
      if (target === '' || posix.isAbsolute(target) || target.includes('\\') || isOutside(end))
        throw unsafe(name, 'is a link that leads out of the release');
      this.#links.add(path);
    }
    // Neither write access for others nor set-user bits come from an archive.
    return {
      path,
      type,
      mode: type === 'directory' ? 0o755 : mode & 0o111 ? 0o755 : 0o644,
      linkname: target,
    };
  }

  #findPath(name: string): string | undefined {
    const path = name.replace(/\/+$/, '');
    const hasOddPart = path.split('/').some((part) => part === '' || part === '.' || part === '..');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression refuses them
    if (hasOddPart || /[\\:\u0000-\u001f\u007f]/.test(path))
      throw unsafe(name, 'has a path that is not plain');
    if (path === this.top) return undefined;
    if (!path.startsWith(`${this.top}/`)) throw unsafe(name, `is outside of the folder ${this.top}`);
    return path.slice(this.top.length + 1);
  }
}

function isOutside(path: string): boolean {
  return path === '..' || path.startsWith('../');
}

/** Returns the problem of an entry. */
function unsafe(name: string, fault: string): Problem {
  const shown = JSON.stringify(name.slice(0, 200)).slice(1, -1);
  return new Problem('release_archive_unsafe', `The entry \`${shown}\` of the archive ${fault}`);
}
