import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nameRules } from '../names/build-names.js';
import { buildRelease } from './archive/build-release.js';
import { type Platform, platforms } from './archive/runtime.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const usage = `npm run release -- build --out <folder> [--platform <name>]... [--base <address>] [--root <root.json>]
  --platform         ${platforms.join(', ')}; all without it
  --base             the address of the repository that the program updates itself from
  --root             the root metadata that the program trusts first
  --built            takes the build in \`dist\` as it is
  --version          another version than that of package.json
  --minimum-version  the oldest version that can be updated to this one
  --notes            what is new, in one line`;

/** Builds the archives of a release. Resolves with the exit code. */
export async function runBuild(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      out: { type: 'string' },
      platform: { type: 'string', multiple: true },
      base: { type: 'string' },
      root: { type: 'string' },
      built: { type: 'boolean' },
      version: { type: 'string' },
      'minimum-version': { type: 'string' },
      notes: { type: 'string' },
    },
  });
  const { out, base, version, notes, platform: wantedPlatforms = platforms } = values;
  const unknown = wantedPlatforms.find((name) => !platforms.includes(name as Platform));
  if (out === undefined || unknown !== undefined) {
    console.error(unknown === undefined ? usage : `There is no platform ${unknown}.\n\n${usage}`);
    return 2;
  }
  if (!values.built) {
    const env = { ...process.env, ...getReleases(base) };
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit', env });
  }
  for (const platform of wantedPlatforms as Platform[]) {
    const path = await buildRelease({
      root,
      platform,
      out,
      base,
      version,
      notes,
      downloads: join(root, 'node_modules/.cache/svc-runtimes'),
      trustedRoot: values.root,
      minimumVersion: values['minimum-version'],
    });
    console.log(`${path}  ${(statSync(path).size / 1e6).toFixed(1)} MB`);
  }
  return 0;
}

/** The manual of a release names the address that the release comes from. An address of this machine alone has no place there. */
function getReleases(base: string | undefined): NodeJS.ProcessEnv {
  const { variable, form } = nameRules.releases;
  return base !== undefined && form.test(base) ? { [variable]: base } : {};
}
