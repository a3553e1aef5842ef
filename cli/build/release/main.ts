import { runBuild } from './build-main.js';
import { writeInstallScripts } from './install/write-install-scripts.js';
import { runPackages } from './packages-main.js';
import { runPublish } from './publish-main.js';

// `npm run release -- <command>`: builds, signs and publishes releases.

const commands: Readonly<Record<string, (argv: readonly string[]) => Promise<number>>> = {
  build: runBuild,
  packages: runPackages,
  ...Object.fromEntries(
    ['keys', 'publish', 'refresh', 'rotate-root'].map((name) => [
      name,
      (argv: readonly string[]) => runPublish([name, ...argv], writeInstallScripts),
    ]),
  ),
};

const [name = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) {
  process.exitCode = await command(rest);
} else {
  console.error(`npm run release -- <command>: there are ${Object.keys(commands).join(', ')}.`);
  process.exitCode = 2;
}
