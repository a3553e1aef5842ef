import runtimes from './runtimes.json' with { type: 'json' };

/** A package of the npm registry that holds Node for one platform. The newest 24.x that the registry has is pinned. */
export interface Runtime {
  package: string;
  version: string;
  /** The hash of the package's tarball (Subresource Integrity). */
  integrity: string;
  /** Paths in the release, and the files of the package that lie there. */
  files: Readonly<Record<string, string>>;
  /** The platform whose package has the licence of Node, where this one has none. */
  licenceFrom?: Platform;
}

export type Platform = keyof typeof runtimes;

export const platforms = Object.keys(runtimes) as Platform[];

export function getRuntime(platform: Platform): Runtime {
  return runtimes[platform] as unknown as Runtime;
}

/** Returns the platform of this machine, if svc is released for it. */
export function platformHere(): Platform | undefined {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  return platforms.find((platform) => platform === `${system}-${process.arch}`);
}
