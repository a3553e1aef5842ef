import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Metadata,
  MetadataKind,
  MetaFile,
  type Root,
  type Snapshot,
  type Targets,
  type Timestamp,
} from '@tufjs/models';

/** The metadata of a repository on disk; undefined for roles that are not written yet. */
export interface RepositoryMetadata {
  root: Metadata<Root> | undefined;
  targets: Metadata<Targets> | undefined;
  snapshot: Metadata<Snapshot> | undefined;
  timestamp: Metadata<Timestamp> | undefined;
}

export function metadataFolder(repository: string): string {
  return join(repository, 'metadata');
}

/** Reads the newest metadata of a repository. */
export function readMetadata(repository: string): RepositoryMetadata {
  const folder = metadataFolder(repository);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const newest = (role: string) => {
    const versions = names.flatMap((name) => /^(\d+)\./.exec(name)?.[1] ?? []).map(Number);
    const version = Math.max(0, ...versions.filter((each) => names.includes(`${each}.${role}.json`)));
    return version === 0 ? undefined : parsed(join(folder, `${version}.${role}.json`));
  };
  const [root, targets, snapshot] = [newest('root'), newest('targets'), newest('snapshot')];
  const timestamp = names.includes('timestamp.json') ? parsed(join(folder, 'timestamp.json')) : undefined;
  return {
    root: root && Metadata.fromJSON(MetadataKind.Root, root),
    targets: targets && Metadata.fromJSON(MetadataKind.Targets, targets),
    snapshot: snapshot && Metadata.fromJSON(MetadataKind.Snapshot, snapshot),
    timestamp: timestamp && Metadata.fromJSON(MetadataKind.Timestamp, timestamp),
  };
}

type Document = Parameters<typeof Metadata.fromJSON>[1];

function parsed(path: string): Document {
  return JSON.parse(readFileSync(path, 'utf8')) as Document;
}

/** Writes signed metadata under its name with consistent snapshots: with its version, except the timestamp. */
export function writeMetadata(
  repository: string,
  metadata: Metadata<Root | Targets | Snapshot | Timestamp>,
): MetaFile {
  const { type, version } = metadata.signed;
  const name = type === MetadataKind.Timestamp ? 'timestamp.json' : `${version}.${type}.json`;
  const bytes = Buffer.from(`${JSON.stringify(metadata.toJSON(), null, 1)}\n`);
  writeAtomically(join(metadataFolder(repository), name), bytes);
  const hashes = { sha256: createHash('sha256').update(bytes).digest('hex') };
  return new MetaFile({ version, length: bytes.length, hashes });
}

/** Writes a file that readers see as a whole or not at all. */
function writeAtomically(path: string, bytes: Uint8Array): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(`${path}.tmp`, bytes);
  renameSync(`${path}.tmp`, path);
}
