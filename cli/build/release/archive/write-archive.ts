import { closeSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import pako from 'pako';
import { type Header, type Pack, pack } from 'tar-stream';
import type { ReleaseFile } from './release-file.js';

interface Archive {
  /** The path of the archive to write. */
  path: string;
  /** The folder that holds all files in the archive. */
  top: string;
  files: readonly ReleaseFile[];
  /** The time of all files. */
  time: Date;
}

/**
 * Writes a compressed archive whose bytes depend on nothing but its arguments: files are sorted, owners and times fixed,
 * and the compression is JavaScript, since zlib's output varies with its version and the processor.
 */
export async function writeArchive({ path, top, files, time }: Archive): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  const output = openSync(draft, 'w');
  const compressed = new pako.Deflate({ gzip: true, level: 6 });
  compressed.onData = (chunk) => void writeSync(output, chunk);
  const archive = pack();
  const added = addAll(archive, top, { files, time });
  for await (const chunk of archive as AsyncIterable<Buffer>)
    if (chunk.length > 0) compressed.push(chunk, false);
  await added;
  compressed.push(Buffer.alloc(0), true);
  closeSync(output);
  if (compressed.err !== 0) throw new Error(`${path} cannot be compressed: ${compressed.msg}`);
  renameSync(draft, path);
}

async function addAll(
  archive: Pack,
  top: string,
  { files, time }: Pick<Archive, 'files' | 'time'>,
): Promise<void> {
  const owner = { uid: 0, gid: 0, uname: '', gname: '', mtime: time };
  const folders = new Set<string>();
  const add = (header: Partial<Header> & { name: string }, content?: Buffer) =>
    new Promise<void>((resolve, reject) => {
      archive.entry({ ...owner, ...header }, content ?? Buffer.alloc(0), (error) =>
        error ? reject(error) : resolve(),
      );
    });
  for (const { path, content, isProgram } of sorted(files)) {
    const name = `${top}/${path}`;
    for (const folder of getFolders(name).filter((each) => !folders.has(each))) {
      folders.add(folder);
      await add({ name: `${folder}/`, type: 'directory', mode: 0o755 });
    }
    await add({ name, type: 'file', mode: isProgram ? 0o755 : 0o644, size: content.length }, content);
  }
  archive.finalize();
}

function sorted(files: readonly ReleaseFile[]): ReleaseFile[] {
  const sortedFiles = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const twice = sortedFiles.find(({ path }, index) => sortedFiles[index + 1]?.path === path);
  if (twice) throw new Error(`Two files of the release have the path ${twice.path}`);
  return sortedFiles;
}

/** The folders above a path, the outermost first. */
function getFolders(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [...getFolders(folder), folder];
}
