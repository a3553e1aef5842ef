import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { jsonLines } from '../../schemas/json-lines.js';
import { publish } from './durable-files.js';

/** What a file was before a restore, and what the restore makes of it. */
export interface FileUndo {
  path: string;
  /** The blob of the backup; null where it has no such file. */
  after: string | null;
  before: Uint8Array | null;
}

/** What takes a restore back. */
export interface Undo {
  files: readonly FileUndo[];
  /** The settings changed at run time, as they were; undefined when the restore leaves them alone. */
  settings: string | undefined;
}

interface Line {
  path: string;
  after: string | null;
  /** Base64. */
  before: string | null;
}

/** Whole and on the disk when it resolves: what is to be taken back is known before anything is changed. */
export async function writeUndo(path: string, { files, settings }: Undo): Promise<void> {
  const partial = `${path}.partial`;
  await pipeline(Readable.from(linesOf(files, settings)), createWriteStream(partial, { mode: 0o600 }));
  const handle = await open(partial, 'r+');
  await handle.sync().finally(() => handle.close());
  await publish(partial, path);
}

/** Nothing to take back where no file is: nothing had been changed yet. */
export async function readUndo(path: string): Promise<Undo> {
  const files: FileUndo[] = [];
  let settings: string | undefined;
  if (!(await stat(path).catch(() => undefined))) return { files, settings };
  for await (const text of jsonLines(createReadStream(path))) {
    const line = JSON.parse(text) as Line | { settings: string };
    if ('settings' in line) settings = line.settings;
    else files.push({ ...line, before: line.before === null ? null : Buffer.from(line.before, 'base64') });
  }
  return { files, settings };
}

function* linesOf(files: readonly FileUndo[], settings: string | undefined): Generator<string> {
  if (settings !== undefined) yield `${JSON.stringify({ settings })}\n`;
  for (const { path, after, before } of files) {
    const line: Line = {
      path,
      after,
      before: before === null ? null : Buffer.from(before).toString('base64'),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}
