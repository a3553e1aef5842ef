import { type ReleaseFile, textFile } from './release-file.js';
import type { Platform } from './runtime.js';

// A launcher finds the release that it lies in, also when it is started through links.

const shell = `#!/bin/sh
# Starts svc with the runtime of its release.
self=$0
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=$(dirname "$self")/$target ;;
  esac
done
release=$(cd "$(dirname "$self")/.." && pwd -P) || exit 1
exec "$release/runtime/node" "$release/app/dist/cli/launch.cjs" "$@"
`;

const windows = [
  '@echo off',
  'rem Starts svc with the runtime of its release.',
  '"%~dp0..\\runtime\\node.exe" "%~dp0..\\app\\dist\\cli\\launch.cjs" %*',
  '',
].join('\r\n');

/** Returns the program `svc` of a release. */
export function launcherFor(platform: Platform): ReleaseFile {
  if (platform.startsWith('win-')) return textFile('bin/svc.cmd', windows);
  return { ...textFile('bin/svc', shell), isProgram: true };
}
