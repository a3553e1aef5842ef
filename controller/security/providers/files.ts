import { constants, type Dirent } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isObject } from '../../../schemas/json/values.js';
import { Problem } from '../../problems/index.js';
import type { ProvidedSecret, SecretProvider } from '../vault/contract.js';
import { decoded, mostBytes, requireSmall, textsOf } from './values.js';

const mostKeys = 1_000;
const deepest = 8;
/** Reads of a folder that changes meanwhile, as Kubernetes replaces all files of a mounted secret at once. */
const attempts = 3;

interface FileContent {
  bytes: Buffer;
  changedAt: Date;
}

/**
 * Secrets in a folder, as Kubernetes and Docker mount them: `<folder>/<path>/<key>`, or `<folder>/<path>.json` with an
 * object. Reads the files at each use. Nothing outside of the folder is read, whatever links there are.
 */
export class FilesProvider implements SecretProvider {
  readonly type = 'files';

  constructor(private readonly folder: string) {}

  get location(): string {
    return `the folder ${this.folder}`;
  }

  async read(path: string): Promise<ProvidedSecret | undefined> {
    const root = await this.#root();
    return (await this.#readFolder(root, path)) ?? (path === '' ? undefined : this.#readJson(root, path));
  }

  async list(most: number, signal: AbortSignal): Promise<string[]> {
    const root = await this.#root();
    const found: string[] = [];
    const visit = async (path: string, depth: number): Promise<void> => {
      signal.throwIfAborted();
      const entries = (await readdir(join(root, path), { withFileTypes: true })).filter(isVisible);
      // Mounted keys are links.
      if (entries.some((entry) => !entry.isDirectory())) found.push(path);
      for (const entry of entries) {
        if (found.length >= most || depth > deepest) return;
        const below = path === '' ? entry.name : `${path}/${entry.name}`;
        if (entry.isDirectory()) await visit(below, depth + 1);
        else if (below.endsWith('.json')) found.push(below.slice(0, -'.json'.length));
      }
    };
    await visit('', 1).catch((cause: unknown) => {
      throw this.#failure(cause);
    });
    return found.slice(0, most);
  }

  async check(): Promise<string> {
    const root = await this.#root();
    const entries = await readdir(root).catch((cause: unknown) => {
      throw this.#failure(cause);
    });
    return `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} in ${this.location}`;
  }

  async #readFolder(root: string, path: string): Promise<ProvidedSecret | undefined> {
    for (let attempt = 1; ; attempt++) {
      // The folder that a mount of Kubernetes has at this moment, so that all keys are of one version.
      const folder = (await this.#inside(root, join(path, '..data'))) ?? (await this.#inside(root, path));
      if (folder === undefined) return undefined;
      const names = await this.#namesIn(folder);
      if (names === undefined) return undefined;
      const files = await this.#readAll(root, relative(root, folder), names, path);
      if (files === 'changed' && attempt < attempts) continue;
      if (files === 'changed') throw this.#failure(new Error('its files change all the time'));
      if (files.size === 0) return undefined;
      const newest = Math.max(...[...files.values()].map(({ changedAt }) => changedAt.getTime()));
      const texts = decoded([...files].map(([name, { bytes }]) => [name, bytes] as const));
      const values = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, oneLine(text)]));
      return { values: requireSmall(values, this.#named(path)), changedAt: new Date(newest) };
    }
  }

  async #readJson(root: string, path: string): Promise<ProvidedSecret | undefined> {
    const file = await this.#inside(root, `${path}.json`);
    const content = file === undefined ? undefined : await this.#content(file, `${path}.json`);
    if (content === undefined || content === 'gone') return undefined;
    let data: unknown;
    try {
      data = JSON.parse(content.bytes.toString());
    } catch {
      // The message of the parser may quote the text.
    }
    if (!isObject(data)) throw unusable(`${this.#named(`${path}.json`)} is not a JSON object`);
    return { values: textsOf(data), changedAt: content.changedAt };
  }

  /** Returns the names of keys in a folder; undefined when it is no folder. @throws Problem secret_unusable */
  async #namesIn(folder: string): Promise<string[] | undefined> {
    try {
      const entries = (await readdir(folder, { withFileTypes: true })).filter(isVisible);
      if (entries.length > mostKeys) throw unusable(`${folder} has more than ${mostKeys} files`);
      return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    } catch (cause) {
      if (isMissing(cause)) return undefined;
      throw this.#failure(cause);
    }
  }

  async #readAll(
    root: string,
    folder: string,
    names: readonly string[],
    path: string,
  ): Promise<Map<string, FileContent> | 'changed'> {
    const files = new Map<string, FileContent>();
    let left = mostBytes;
    for (const name of names) {
      const file = await this.#inside(root, join(folder, name));
      const content = file === undefined ? 'gone' : await this.#content(file, join(path, name));
      if (content === 'gone') return 'changed';
      if (content === undefined) continue;
      left -= content.bytes.length;
      if (left < 0) throw unusable(`${this.#named(path)} is larger than ${mostBytes} bytes`);
      files.set(name, content);
    }
    return files;
  }

  /** Reads a regular file; undefined for anything else, such as a pipe, which is not waited for. */
  async #content(file: string, name: string): Promise<FileContent | undefined | 'gone'> {
    try {
      const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      try {
        const stats = await handle.stat();
        if (!stats.isFile()) return undefined;
        if (stats.size > mostBytes) throw unusable(`${this.#named(name)} is larger than ${mostBytes} bytes`);
        return { bytes: await handle.readFile(), changedAt: stats.mtime };
      } finally {
        await handle.close();
      }
    } catch (cause) {
      if (isMissing(cause)) return 'gone';
      throw this.#failure(cause);
    }
  }

  /** Returns the real path of something in the folder; undefined when it is missing. @throws Problem secret_unusable when it is outside */
  async #inside(root: string, path: string): Promise<string | undefined> {
    try {
      const real = await realpath(join(root, path));
      if (real === root || real.startsWith(root.endsWith(sep) ? root : root + sep)) return real;
    } catch (cause) {
      if (isMissing(cause)) return undefined;
      throw this.#failure(cause);
    }
    throw unusable(`${this.#named(path)} is a link to a place outside of the folder`);
  }

  async #root(): Promise<string> {
    return realpath(this.folder).catch((cause: unknown) => {
      throw this.#failure(cause);
    });
  }

  #named(path: string): string {
    return path === '' ? this.location : `\`${path}\` in ${this.location}`;
  }

  #failure(cause: unknown): Problem {
    if (cause instanceof Problem) return cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    const isRefused = code === 'EACCES' || code === 'EPERM';
    return new Problem(
      isRefused ? 'secret_provider_refused' : 'secret_provider_unavailable',
      `Secrets in ${this.location} cannot be read: ${message}`,
      { cause },
    );
  }
}

/** False for the folders and links of Kubernetes' mounts (`..data`), and for other hidden files. */
function isVisible({ name }: Dirent): boolean {
  return !name.startsWith('.');
}

/** True for a path that does not exist, as opposed to one that cannot be read. */
function isMissing(cause: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes((cause as NodeJS.ErrnoException).code ?? '');
}

/** Returns a text of one line without the line break that editors and `echo` add; longer texts, such as keys, unchanged. */
function oneLine(text: string): string {
  return /^[^\r\n]*\r?\n$/.test(text) ? text.trimEnd() : text;
}

function unusable(detail: string): Problem {
  return new Problem('secret_unusable', detail);
}
