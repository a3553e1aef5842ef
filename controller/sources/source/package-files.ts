import { createHash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { pathFault } from '../../git/index.js';
import type { Source } from './source.js';

/** The number of blobs in memory at a time. */
const BATCH = 200;
/** The time of every packaged file, so that equal files make equal packages. */
const MODIFIED = new Date('2000-01-01T00:00:00Z');

interface PackagedFile {
  path: string;
  size: number;
  /** Hex. */
  sha256: string;
}

/** The content of `manifest.json` in a package. */
export interface PackageManifest {
  formatVersion: 1;
  branch: string;
  revision: string;
  /** svc's folder (`Git.Path`), when it is set: names of texts with a leading slash begin there. */
  path?: string;
  files: PackagedFile[];
}

/**
 * Returns a `.tar.gz` of the files of a branch at a revision, in order of their paths; `manifest.json` comes last, so that
 * a truncated package has none. The same files make the same bytes. Files are read at the speed of the reader.
 * @param path svc's folder (`Git.Path`)
 */
export function packageFiles(source: Source, revision: string, path?: string): Readable {
  const archive = pack();
  const gzip = createGzip({ level: 9 });
  // The stream reports a failure to its reader.
  pipeline(archive, gzip, () => undefined);
  fill(archive, source, { revision, path }).catch((cause: unknown) => {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    archive.destroy(error);
    gzip.destroy(error);
  });
  return gzip;
}

async function fill(
  archive: Pack,
  source: Source,
  { revision, path: folder }: { revision: string; path: string | undefined },
): Promise<void> {
  const all = await source.files(revision);
  // On another machine, any other name could be another file or leave the folder.
  const files = all.filter(({ path, nonFile }) => pathFault(path) === undefined && !nonFile);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const packaged: PackagedFile[] = [];
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH);
    const blobs = await source.read(batch.map((file) => file.blobId));
    for (const { path, blobId } of batch) {
      const content = blobs.get(blobId) ?? new Uint8Array();
      await add(archive, path, content);
      const sha256 = createHash('sha256').update(content).digest('hex');
      packaged.push({ path, size: content.byteLength, sha256 });
    }
  }
  const manifest: PackageManifest = {
    formatVersion: 1,
    branch: source.branch,
    revision,
    ...(folder === undefined ? {} : { path: folder }),
    files: packaged,
  };
  await add(archive, 'manifest.json', Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`));
  archive.finalize();
}

/** Resolves when the archive accepts the next file, so that a slow reader limits the memory. */
function add(archive: Pack, name: string, content: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const header = { name, size: content.byteLength, mode: 0o644, uid: 0, gid: 0, mtime: MODIFIED };
    archive.entry(header, Buffer.from(content), (error) => (error ? reject(error) : resolve()));
  });
}
