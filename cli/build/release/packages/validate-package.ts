import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import type { PublishedNames } from '../../../../schemas/published-names.js';
import { installedPackages } from '../../packages/installed-packages.js';
import { packageFiles } from '../../packages/package-files.js';
import { readManifest } from '../archive/app-files.js';
import { jsonFile, type ReleaseFile, textFile } from '../archive/release-file.js';
import { sourceState } from '../archive/source-state.js';
import { writeArchive } from '../archive/write-archive.js';

/** The checks of GraphQL documents and of Protocol Buffers load these; they come in the package, so that npm fetches nothing. */
const bundled = ['graphql', 'protobufjs'];

/** Returns the places of the packages that lie in the package of `svc validate` alone. */
export function validatePackagePlaces(root: string): string[] {
  return installedPackages(root, bundled).map(({ place }) => place);
}

const built = [
  'dist/cli/{code-cache,launch,validate,validate-only}.cjs',
  'dist/controller/connectors/openapi/presets/apps/*.yaml',
  'dist/schemas/*.schema.json',
  'LICENSE',
];

const readme = `# svc validate

\`svc-validate\` is \`svc validate\`, without the rest of svc: it checks the flows, connections and other entity files of a
repository. Hooks and workflows install it in seconds.

\`\`\`sh
svc-validate --help
\`\`\`
`;

/** The name of a package that is not published. The registry of npm refuses new names with a `~`. */
const localName = 'svc-validate~local';

/**
 * Writes the npm package with `svc validate` alone, and returns its path.
 * @param names under which it is published; without a name for it, npm refuses to publish it
 * @throws an error when there is no build
 */
export async function writeValidatePackage(
  root: string,
  out: string,
  { validatePackage, repository }: PublishedNames = {},
): Promise<string> {
  const { version, license, engines } = readManifest(root);
  const modules = installedPackages(root, bundled);
  const paths = globSync(built, { cwd: root });
  if (!paths.includes('dist/cli/validate.cjs'))
    throw new Error('There is no build: run `npm run build` first');
  const read = (path: string): ReleaseFile => ({ path, content: readFileSync(join(root, path)) });
  const top = modules.filter(({ place, name }) => place === `node_modules/${name}`);
  const files = [
    jsonFile('package.json', {
      name: validatePackage ?? localName,
      version,
      license,
      engines,
      ...publishing(validatePackage, repository),
      description: 'Checks the files of svc, a workflow automation service: `svc validate` alone.',
      type: 'module',
      bin: { 'svc-validate': 'dist/cli/validate-only.cjs' },
      dependencies: Object.fromEntries(top.map(({ name, version }) => [name, version])),
      bundleDependencies: top.map(({ name }) => name),
    }),
    textFile('README.md', readme),
    ...paths.map(read),
    ...modules.flatMap(({ place }) =>
      packageFiles(join(root, place)).map((path) => read(`${place}/${path}`)),
    ),
  ];
  const { time } = sourceState(root);
  const path = join(out, tarballName(validatePackage ?? localName, version));
  await writeArchive({ path, top: 'package', files, time });
  return path;
}

/** Returns the members of `package.json` that allow or refuse to publish a package. */
export function publishing(name: string | undefined, repository: string | undefined): object {
  if (name === undefined) return { private: true };
  return {
    ...(repository === undefined ? {} : { repository: { type: 'git', url: `git+${repository}` } }),
    publishConfig: { access: 'public' },
  };
}

/** Returns the name that `npm pack` gives to a tarball. */
function tarballName(name: string, version: string): string {
  return `${name.replace(/^@/, '').replaceAll('/', '-')}-${version}.tgz`;
}
