import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { jsonLines } from '../../../schemas/json/lines.js';
import { publishFile, syncFile } from '../../storage/index.js';

/** A file before and after a restore. */
export interface FileUndo {
  path: string;
  /** The blob of the backup; null if it has no such file. */
  after: string | null;
  before: Uint8Array | null;
}

/** The state before a restore. */
export interface Undo {
  files: readonly FileUndo[];
  /** The settings that were changed at run time; undefined when the restore does not change them. */
  settings: string | undefined;
}

interface Line {
  path: string;
  after: string | null;
  /** Base64. */
  before: string | null;
}

/** Writes the state before a restore. On disk when it resolves, before anything is changed. */
export async function writeUndo(path: string, { files, settings }: Undo): Promise<void> {
  const partial = `${path}.partial`;
  await pipeline(Readable.from(toLines(files, settings)), createWriteStream(partial, { mode: 0o600 }));
  await syncFile(partial);
  await publishFile(partial, path);
}

/** Returns an empty state if there is no file, because nothing had been changed yet. */
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

function* toLines(files: readonly FileUndo[], settings: string | undefined): Generator<string> {
  if (settings !== undefined) yield `${JSON.stringify({ settings })}\n`;
  for (const { path, after, before } of files) {
    const text = before === null ? null : Buffer.from(before).toString('base64');
    yield `${JSON.stringify({ path, after, before: text } satisfies Line)}\n`;
  }
}
