import { Metadata, type MetaFile, Root, Snapshot, type TargetFile, Targets, Timestamp } from '@tufjs/models';
import { type KeySet, type RoleName, roles, rootThreshold, type SigningKey } from './keys.js';
import { type RepositoryMetadata, writeMetadata } from './metadata-files.js';

/** Days that the metadata of a role is valid. */
export const lifetimes: Readonly<Record<RoleName, number>> = {
  root: 365,
  targets: 365,
  snapshot: 90,
  timestamp: 30,
};

const specVersion = '1.0.31';

export interface Signing {
  repository: string;
  keys: KeySet;
  now: Date;
}

/**
 * Writes root metadata that lists the keys, signed by them and, after a rotation, by the keys before.
 * @throws an error when fewer root keys than the threshold are present
 */
export function writeRoot(
  { repository, keys, now }: Signing,
  before?: Metadata<Root>,
  former?: KeySet,
): Metadata<Root> {
  if (keys.root.length < rootThreshold)
    throw new Error(`Root metadata needs ${rootThreshold} root keys, and there are ${keys.root.length}.`);
  const version = (before?.signed.version ?? 0) + 1;
  const listed = roles.map((role) => [role, requireKeys(keys, role).map(({ key }) => key)] as const);
  const root = Root.fromJSON({
    version,
    spec_version: specVersion,
    expires: expiry('root', now),
    consistent_snapshot: true,
    keys: Object.fromEntries(listed.flatMap(([, of]) => of.map((key) => [key.keyID, key.toJSON()]))),
    roles: Object.fromEntries(
      listed.map(([role, of]) => [
        role,
        { keyids: of.map(({ keyID }) => keyID), threshold: role === 'root' ? rootThreshold : 1 },
      ]),
    ),
  });
  const signed = signedBy(root, [...keys.root, ...(former?.root ?? [])]);
  before?.verifyDelegate('root', signed);
  writeMetadata(repository, signed);
  return signed;
}

/** Writes new targets, snapshot and timestamp metadata; the timestamp, which readers begin with, comes last. */
export function writeTargets(
  signing: Signing,
  { targets, snapshot, timestamp }: RepositoryMetadata,
  files: Record<string, TargetFile>,
): void {
  const { repository, keys, now } = signing;
  const version = (targets?.signed.version ?? 0) + 1;
  const next = new Targets({ version, specVersion, expires: expiry('targets', now), targets: files });
  const meta = writeMetadata(repository, signedBy(next, requireKeys(keys, 'targets')));
  writeSnapshot(signing, { snapshot, timestamp }, meta);
}

/** Writes a new snapshot of targets metadata, and a timestamp. */
export function writeSnapshot(
  signing: Signing,
  { snapshot, timestamp }: Pick<RepositoryMetadata, 'snapshot' | 'timestamp'>,
  targets: MetaFile,
): void {
  const { repository, keys, now } = signing;
  const version = (snapshot?.signed.version ?? 0) + 1;
  const meta = { 'targets.json': targets };
  const next = new Snapshot({ version, specVersion, expires: expiry('snapshot', now), meta });
  const snapshotMeta = writeMetadata(repository, signedBy(next, requireKeys(keys, 'snapshot')));
  writeTimestamp(signing, timestamp, snapshotMeta);
}

/** Writes a new timestamp for a snapshot. */
export function writeTimestamp(
  { repository, keys, now }: Signing,
  before: Metadata<Timestamp> | undefined,
  snapshotMeta: MetaFile,
): void {
  const version = (before?.signed.version ?? 0) + 1;
  const next = new Timestamp({ version, specVersion, expires: expiry('timestamp', now), snapshotMeta });
  writeMetadata(repository, signedBy(next, requireKeys(keys, 'timestamp')));
}

/** Returns the end of a role's validity, in whole seconds as the specification asks. */
function expiry(role: RoleName, now: Date): string {
  const end = new Date(now.getTime() + lifetimes[role] * 86_400_000);
  return `${end.toISOString().slice(0, 19)}Z`;
}

function signedBy<Signed extends Root | Targets | Snapshot | Timestamp>(
  signed: Signed,
  keys: readonly SigningKey[],
): Metadata<Signed> {
  const metadata = new Metadata(signed);
  for (const key of keys) metadata.sign((data) => key.sign(data), true);
  return metadata;
}

function requireKeys(keys: KeySet, role: RoleName): readonly SigningKey[] {
  if (keys[role].length > 0) return keys[role];
  throw new Error(`There is no key for the role ${role}: a file ${role}.pem in the folder of the keys.`);
}
