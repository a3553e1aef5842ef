import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TargetFile } from 'tuf-js';
import { Problem } from '../../../controller/problems/index.js';
import { FileMissing, getErrorReason, type ReleaseSource } from '../repository/source.js';

export interface Download {
  source: ReleaseSource;
  url: URL;
  /** The length and hashes that the publisher signed. */
  target: TargetFile;
  /** The file to write; a part of it from an earlier attempt is continued. */
  path: string;
  /** Receives the bytes that are present. */
  onProgress?(bytes: number): void;
}

/**
 * Downloads a target and verifies it. A part stays on disk when the connection ends, and a part that turns out wrong is
 * downloaded again once. No more bytes are read than the publisher signed.
 * @throws Problem release_altered, release_oversized, release_incomplete, release_unreachable, release_redirect_refused
 */
export async function download(work: Download): Promise<void> {
  const { path, target, url } = work;
  await mkdir(dirname(path), { recursive: true });
  for (let isResumed = (await measureSize(path)) > 0; ; isResumed = false) {
    await receive(work);
    const fault = await target.verify(createReadStream(path)).then(
      () => undefined,
      (cause: Error) => cause,
    );
    if (fault === undefined) return;
    await rm(path, { force: true });
    if (isResumed) continue;
    const detail = `${url} is not the file that the publisher signed: ${fault.message}`;
    throw new Problem('release_altered', detail, { cause: fault });
  }
}

/** Brings the file to the length of the target. */
async function receive({ source, url, target, path, onProgress }: Download): Promise<void> {
  let size = await measureSize(path);
  if (size > target.length) await rm(path);
  if (size === target.length) return;
  const { offset, content } = await source.open(url, size > target.length ? 0 : size).catch(missing);
  const file = await open(path, offset === 0 ? 'w' : 'a');
  size = offset;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > target.length) throw oversized(url, target.length);
      await file.write(chunk);
      onProgress?.(size);
    }
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw cutOff(url, `after ${size} of ${target.length} bytes: ${getErrorReason(cause)}`, cause);
  } finally {
    content.destroy();
    await file.close();
    if (size > target.length) await rm(path, { force: true });
  }
  if (size < target.length) throw cutOff(url, `after ${size} of ${target.length} bytes: the file ended`);
}

async function measureSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function missing(error: unknown): never {
  if (!(error instanceof FileMissing)) throw error;
  throw new Problem('release_incomplete', `${error.url} does not exist, but the metadata lists it`, {
    cause: error,
  });
}

function oversized(url: URL, length: number): Problem {
  return new Problem(
    'release_oversized',
    `${url} sends more than the ${length} bytes that the publisher signed`,
  );
}

function cutOff(url: URL, when: string, cause?: unknown): Problem {
  const detail = `${url} was cut off ${when}`;
  return new Problem('release_unreachable', detail, {
    hints: ['Enter the command again: the download continues at this byte.'],
    cause,
  });
}
