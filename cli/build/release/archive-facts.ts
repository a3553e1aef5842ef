import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** The facts about a release that its `release.json` states and the targets metadata repeats. */
export interface ReleaseFacts {
  version: string;
  platform: string;
  /** The oldest version that can be updated to this one; null for any. */
  minimumVersion: string | null;
  notes: string;
  /** The name of the newest migration of the database. */
  databaseVersion: string;
}

export interface Archive extends ReleaseFacts {
  path: string;
  name: string;
  length: number;
  sha256: string;
}

/** Reads an archive: its size, its hash and the `release.json` in its top folder. @throws an error for other files */
export async function readArchive(path: string): Promise<Archive> {
  const hash = createHash('sha256');
  const file = createReadStream(path);
  let length = 0;
  file.on('data', (chunk) => {
    length += chunk.length;
    hash.update(chunk);
  });
  const archive = extract();
  let text: string | undefined;
  const name = basename(path);
  const reading = (async () => {
    for await (const entry of archive) {
      const parts: Buffer[] = [];
      const isFacts = entry.header.name === `${name.replace(/\.tar\.gz$/, '')}/release.json`;
      for await (const part of entry as AsyncIterable<Buffer>) if (isFacts) parts.push(part);
      if (isFacts) text = Buffer.concat(parts).toString();
    }
  })();
  await Promise.all([reading, pipeline(file, createGunzip(), archive)]);
  if (text === undefined) throw new Error(`${path} has no release.json in a folder of its own name.`);
  return { ...getFacts(JSON.parse(text), path), path, name, length, sha256: hash.digest('hex') };
}

function getFacts(facts: Partial<ReleaseFacts>, path: string): ReleaseFacts {
  const { version, platform, minimumVersion = null, notes = '', databaseVersion = '' } = facts;
  if (typeof version !== 'string' || typeof platform !== 'string')
    throw new Error(`The release.json of ${path} states no version or no platform.`);
  const expected = `svc-${version}-${platform}.tar.gz`;
  if (basename(path) !== expected) throw new Error(`${path} holds ${expected}: name it so.`);
  return { version, platform, minimumVersion, notes, databaseVersion };
}
