import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import { isBranchFile, isEntityFolder, pathFault } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import { type Manifest, manifestName, settingsName } from './manifest.js';
import { readManifest } from './read-manifest.js';

/** One entry of a backup. Its checksum is compared only at the end. */
export interface ReadEntry {
  name: string;
  content: Buffer;
}

/** svc writes entries in far smaller pieces. */
const maxEntryBytes = 64 * 1_048_576;
/** The list of more entries would exceed the largest entry. */
const maxEntries = 500_000;
/** Repetitive tables stay well below this ratio; a decompression bomb is near 1000. */
const maxRatio = 300;
/** The ratio is not checked for fewer bytes. */
const ratioFrom = 8 * 1_048_576;
/** The most bytes of headers between two entries, which are held in memory. */
const maxBytesBetween = 2 * 1_048_576;
const tableName = /^database\/[a-z_]+\/\d{1,9}\.ndjson$/;

/**
 * Reads a backup file from end to end and checks all of it: a gzip of a tar of plain files with the names that svc uses,
 * each once, with the sizes and SHA-256 of the manifest, and no other entries.
 * @param unpacked the bytes that the archive may unpack to
 * @throws Problem backup_invalid, backup_unsupported, backup_too_large
 */
export async function readArchive(
  path: string,
  unpacked: number,
  visit: (entry: ReadEntry) => Promise<void> | void = () => {},
): Promise<Manifest> {
  const { size } = await stat(path);
  const meter = new Meter(size, unpacked);
  const archive = extract();
  const seen = new Map<string, { size: number; sha256: string }>();
  let manifest: Manifest | undefined;
  const read = async (): Promise<void> => {
    for await (const entry of archive) {
      const name = requireName(entry, seen);
      const misplaced = `\`${shownName(name)}\` comes after \`${manifestName}\`, which has to be the last entry`;
      if (manifest) throw invalid(misplaced, name);
      const parts = readParts(entry, meter);
      if (name === manifestName) {
        // One entry more than the archive has is reason enough to refuse a longer list.
        manifest = await readManifest(parts, seen.size + 1);
        continue;
      }
      const { content, sha256 } = await getContent(parts, entry.header.size ?? 0);
      seen.set(name, { size: content.length, sha256 });
      if (seen.size > maxEntries) throw new Problem('backup_too_large', 'The backup has too many entries');
      await visit({ name, content });
    }
  };
  const reading = read().catch((error) => {
    archive.destroy(error);
    throw error;
  });
  const feeding = pipeline(createReadStream(path), createGunzip(), meter, archive);
  const [taken, fed] = await Promise.allSettled([reading, feeding]);
  for (const { reason } of [taken, fed].filter((one) => one.status === 'rejected')) {
    if (reason instanceof Problem) throw reason;
  }
  for (const outcome of [fed, taken]) if (outcome.status === 'rejected') throw damaged(outcome.reason);
  if (!manifest) throw invalid(`\`${manifestName}\` is missing: the file was cut off, or is not a backup`);
  await compare(manifest, seen);
  return manifest;
}

/** Counts the unpacked bytes, and stops decompression bombs. */
class Meter extends Transform {
  #unpacked = 0;
  /** The bytes of entries. */
  entered = 0;

  constructor(
    private readonly packed: number,
    private readonly limit: number,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback) {
    this.#unpacked += chunk.length;
    done(this.#fault(), chunk);
  }

  #fault(): Problem | null {
    if (this.#unpacked > this.limit)
      return new Problem('backup_too_large', 'The unpacked backup is larger than this installation accepts');
    if (this.#unpacked > ratioFrom && this.#unpacked / this.packed > maxRatio)
      return invalid('The file is not a backup: its unpacked size is far larger than that of any backup');
    if (this.#unpacked - this.entered > maxBytesBetween)
      return invalid('The archive has more data between its entries than any backup');
    return null;
  }
}

function requireName({ header }: { header: Header }, seen: ReadonlyMap<string, unknown>): string {
  const { name, type, size = 0 } = header;
  const shown = shownName(name);
  if (type !== 'file')
    throw invalid(`\`${shown}\` is not a plain file, but ${type ?? 'an entry without a type'}`, shown);
  if (seen.has(name)) throw invalid(`\`${shown}\` is in the archive twice`, shown);
  if (size > maxEntryBytes) throw new Problem('backup_too_large', `\`${shown}\` of the backup is too large`);
  const isFile = name.startsWith('files/') && isFileOfBranch(name.slice('files/'.length));
  if (name === manifestName || name === settingsName || isFile || tableName.test(name)) return name;
  throw invalid(`No backup has an entry \`${shown}\``, shown);
}

/** True for a file that a branch may have. Hidden files belong to svc or to other programs. */
function isFileOfBranch(path: string): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const isBelow = !/^[a-z]:/i.test(path) && folders.every(isEntityFolder);
  return isBelow && isBranchFile(name, folders.length === 0) && pathFault(path) === undefined;
}

/** Returns a name for messages, without the control characters that a hostile file may have in it. */
function shownName(name: string): string {
  return JSON.stringify(name.slice(0, 200)).slice(1, -1).replaceAll('\x7f', '\\u007f');
}

async function* readParts(entry: AsyncIterable<unknown>, meter: Meter): AsyncGenerator<Buffer> {
  for await (const part of entry as AsyncIterable<Buffer>) {
    meter.entered += part.length;
    yield part;
  }
  // Counts the header before the entry and the padding after it.
  meter.entered += 2_048;
}

/** The checksum is computed, and the content copied, part by part: those of a large entry take 0.1 s. */
async function getContent(
  parts: AsyncIterable<Buffer>,
  size: number,
): Promise<{ content: Buffer; sha256: string }> {
  const content = Buffer.allocUnsafe(size);
  const hash = createHash('sha256');
  let end = 0;
  for await (const part of parts) {
    end += part.copy(content, end);
    hash.update(part);
    if (isTurnOver()) await nextTurn();
  }
  return { content: content.subarray(0, end), sha256: hash.digest('hex') };
}

async function compare(
  { entries }: Manifest,
  seen: ReadonlyMap<string, { size: number; sha256: string }>,
): Promise<void> {
  const listed = new Set<string>();
  for (const { name, size, sha256 } of entries) {
    const content = seen.get(name);
    const shown = shownName(name);
    if (!content) throw invalid(`\`${shown}\` is missing`, shown);
    if (content.size !== size || content.sha256 !== sha256)
      throw invalid(`\`${shown}\` is not what it was when the backup was made`, shown);
    if (listed.has(name)) throw invalid(`\`${shown}\` is listed twice`, shown);
    listed.add(name);
    if (isTurnOver()) await nextTurn();
  }
  for (const name of seen.keys()) {
    if (!listed.has(name)) throw invalid(`\`${name}\` is not in the list of the manifest`, name);
    if (isTurnOver()) await nextTurn();
  }
}

function invalid(message: string, file?: string): Problem {
  return new Problem('backup_invalid', message, file === undefined ? {} : { errors: [{ file, message }] });
}

function damaged(cause: unknown): Error {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code !== undefined && /^(EIO|EACCES|ENOENT|EMFILE|EPERM)$/.test(code))
    return new Problem('backup_failed', `The file of the backup cannot be read (${code})`, { cause });
  const detail = `The file is not a complete \`.tar.gz\`: it was cut off or damaged (${message})`;
  return new Problem('backup_invalid', detail, { cause });
}
