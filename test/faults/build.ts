import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from '../program.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Ends the process with an error when there is no build, or when a source file is newer than the build. */
export function requireBuild(): void {
  const [, main = ''] = built;
  const since = existsSync(main) ? statSync(main).mtimeMs : 0;
  const newer = ['api', 'cli', 'controller', 'schemas'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      // The check of types writes those of the console, which the build does not need.
      .filter((name) => name.endsWith('.ts') && !name.startsWith(join('console', 'generated')))
      .map((name) => join(root, folder, name))
      .filter((path) => statSync(path).mtimeMs > since),
  );
  if (newer.length === 0) return;
  console.error(`The build is missing or older than ${newer[0]}. Run \`npm run build\` first.`);
  process.exit(2);
}
