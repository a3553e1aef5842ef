import { compare, prerelease, valid } from 'semver';
import { Problem } from '../../../controller/problems/index.js';

/** A release that a repository offers, as its signed metadata states it. */
export interface Offer {
  /** The path of the archive among the targets. */
  path: string;
  /** Bytes. */
  length: number;
  sha256: string;
  version: string;
  platform: string;
  /** The oldest version that can be updated to this one; null for any. */
  minimumVersion: string | null;
  notes: string;
}

interface Target {
  length: number;
  hashes: Record<string, string>;
  custom?: Record<string, unknown>;
}

/** Returns the releases in verified targets metadata. Targets that are no archives of svc are left out. */
export function offersIn(targets: Readonly<Record<string, Target>>): Offer[] {
  return Object.entries(targets).flatMap(([path, { length, hashes, custom = {} }]) => {
    const { version, platform, minimumVersion, notes } = custom;
    const { sha256 } = hashes;
    const isRelease = typeof version === 'string' && valid(version) === version;
    if (!isRelease || typeof platform !== 'string' || sha256 === undefined) return [];
    if (path !== `svc-${version}-${platform}.tar.gz`) return [];
    return [
      {
        path,
        length,
        sha256,
        version,
        platform,
        minimumVersion: typeof minimumVersion === 'string' ? minimumVersion : null,
        notes: typeof notes === 'string' ? notes : '',
      },
    ];
  });
}

/** The platform of this process, as releases name it. */
export const ownPlatform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/**
 * Returns the release of a version, or the newest one that is no pre-release.
 * @throws Problem release_not_found, which lists the versions that exist
 */
export function chooseOffer(
  offers: readonly Offer[],
  version: string | undefined,
  platform: string = ownPlatform,
): Offer {
  const own = offers
    .filter((offer) => offer.platform === platform)
    .sort((a, b) => compare(b.version, a.version));
  const wantedVersion = version?.replace(/^v(?=\d)/, '');
  const chosen =
    wantedVersion === undefined
      ? own.find((offer) => prerelease(offer.version) === null)
      : own.find((offer) => offer.version === wantedVersion);
  if (chosen) return chosen;
  const what = wantedVersion === undefined ? 'no release' : `no release ${wantedVersion}`;
  const versions = own.slice(0, 5).map((offer) => offer.version);
  throw new Problem('release_not_found', `There is ${what} for ${platform}`, {
    hints: versions.length > 0 ? [`The newest releases are ${versions.join(', ')}.`] : [],
  });
}
