import { constants, type Dirent } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Problem } from '../../../problems/index.js';
import { maxBytes } from '../shared/values.js';

const maxFiles = 1_000;

export interface FileContent {
  bytes: Buffer;
  changedAt: Date;
}

/** A folder and all that is in it: links to other places are refused. Its paths are relative to the folder. */
export class ContainedFolder {
  private constructor(
    private readonly statedPath: string,
    /** The path without links. */
    private readonly root: string,
  ) {}

  /** @throws Problem secret_provider_unavailable, secret_provider_refused */
  static async open(path: string): Promise<ContainedFolder> {
    const root = await realpath(path).catch((cause: unknown) => {
      throw failure(path, cause);
    });
    return new ContainedFolder(path, root);
  }

  /** Follows links; undefined when there is nothing at the path. @throws Problem secret_unusable when it is outside */
  async follow(path: string): Promise<string | undefined> {
    try {
      const real = await realpath(join(this.root, path));
      if (real === this.root || real.startsWith(this.root.endsWith(sep) ? this.root : this.root + sep)) {
        return relative(this.root, real);
      }
    } catch (cause) {
      if (isMissing(cause)) return undefined;
      throw failure(this.statedPath, cause);
    }
    throw unusable(`${this.named(path)} is a link to a place outside of the folder`);
  }

  /** Returns the visible entries of a folder without links in its path; undefined for a file, `gone` when it is missing. */
  async entries(path: string): Promise<Dirent[] | undefined | 'gone'> {
    try {
      const entries = await readdir(join(this.root, path), { withFileTypes: true });
      // Hidden: the folders and links that Kubernetes makes for a mount (`..data`).
      const visible = entries.filter(({ name }) => !name.startsWith('.'));
      if (visible.length > maxFiles) throw unusable(`${this.named(path)} has more than ${maxFiles} files`);
      return visible;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
      if (isMissing(cause)) return 'gone';
      throw failure(this.statedPath, cause);
    }
  }

  /**
   * Reads a regular file; undefined for anything else, such as a pipe, which is not waited for; `gone` when it is missing.
   * @throws Problem secret_unusable for a file that is too large or outside of the folder
   */
  async content(path: string): Promise<FileContent | undefined | 'gone'> {
    const file = await this.follow(path);
    if (file === undefined) return 'gone';
    try {
      const handle = await open(join(this.root, file), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      try {
        const stats = await handle.stat();
        if (!stats.isFile()) return undefined;
        if (stats.size > maxBytes) throw unusable(`${this.named(path)} is larger than ${maxBytes} bytes`);
        return { bytes: await handle.readFile(), changedAt: stats.mtime };
      } finally {
        await handle.close();
      }
    } catch (cause) {
      if (isMissing(cause)) return 'gone';
      throw failure(this.statedPath, cause);
    }
  }

  /** The name of a path, for messages. */
  named(path: string): string {
    return path === '' ? `the folder ${this.statedPath}` : `\`${path}\` in the folder ${this.statedPath}`;
  }
}

/** True for a path that does not exist, as opposed to one that cannot be read. */
function isMissing(cause: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes((cause as NodeJS.ErrnoException).code ?? '');
}

function failure(folder: string, cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  const { code, message } = cause as NodeJS.ErrnoException;
  const isRefused = code === 'EACCES' || code === 'EPERM';
  return new Problem(
    isRefused ? 'secret_provider_refused' : 'secret_provider_unavailable',
    `Secrets in the folder ${folder} cannot be read: ${message}`,
    { cause },
  );
}

export function unusable(detail: string): Problem {
  return new Problem('secret_unusable', detail);
}
