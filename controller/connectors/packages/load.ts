import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import semver from 'semver';
import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { Problem } from '../../problems/index.js';
import type { Connector } from '../contract/connector.js';
import { faultsOfConnector } from './check.js';
import { importModule } from './import-module.js';

/** The version of the contract between connectors and svc (Semantic Versioning). */
const contractVersion = '1.4.0';

/**
 * Loads the connectors of npm packages. A package has a connector as its default export, and says in its `package.json`
 * for which versions of the contract it was made: `"svc": { "contract": "^1.0.0" }`.
 * @param from folders; packages are looked for in their `node_modules` and in those of the folders around them
 * @param taken names of connectors that no package may have
 * @throws Problem settings_invalid for a package that is missing, made for another contract, or no connector
 */
export async function loadConnectors(
  packages: readonly string[],
  from: readonly string[],
  taken: readonly string[],
): Promise<Connector[]> {
  const loaded: Connector[] = [];
  for (const name of packages) {
    const connector = await load(name, from);
    const others = [...taken, ...loaded.map((each) => each.name)];
    if (others.includes(connector.name)) {
      throw unusable(
        name,
        `there is another connector \`${connector.name}\``,
        'Give the connector a name of its own.',
      );
    }
    loaded.push(connector);
  }
  return loaded;
}

async function load(name: string, from: readonly string[]): Promise<Connector> {
  const { folder, about } = find(name, from);
  const { contract } = objectOr(about['svc']);
  if (typeof contract !== 'string' || !semver.validRange(contract)) {
    const hint = `Write \`"svc": { "contract": "^${contractVersion}" }\` into its \`package.json\`.`;
    throw unusable(name, 'does not say for which contract it was made', hint);
  }
  if (!semver.satisfies(contractVersion, contract)) {
    const detail = `was made for contract ${contract}; this version of svc has ${contractVersion}`;
    throw unusable(name, detail, 'Install a version of the package for this contract.');
  }
  let field: { default?: unknown };
  try {
    field = (await importModule(pathToFileURL(join(folder, toEntry(about))).href)) as typeof field;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unusable(name, `cannot be loaded: ${reason}`, 'Install it again, with its dependencies.', cause);
  }
  const connector = field.default;
  const faults = faultsOfConnector(connector);
  if (faults.length === 0) return connector as Connector;
  throw unusable(
    name,
    `exports no connector by default: ${faults.join('; ')}`,
    'See the README of `connectors`.',
  );
}

/** The folder of an installed package, and its `package.json`. */
function find(name: string, from: readonly string[]): { folder: string; about: JsonObject } {
  for (const start of from) {
    const paths = createRequire(join(start, 'any.js')).resolve.paths(name) ?? [];
    for (const path of paths) {
      const file = join(path, name, 'package.json');
      const about = readPackage(file);
      if (about) return { folder: dirname(file), about };
    }
  }
  const [first = '.'] = from;
  throw unusable(name, 'is not installed', `Install it: \`npm install --prefix ${first} ${name}\`.`);
}

function readPackage(file: string): JsonObject | undefined {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The module of a package that `import` loads: of `exports`, or else `main`. */
function toEntry({ exports, main }: JsonObject): string {
  let entry = isObject(exports ?? null) ? (objectOr(exports)['.'] ?? exports) : exports;
  while (isObject(entry ?? null)) {
    const conditions = objectOr(entry);
    entry = conditions['import'] ?? conditions['node'] ?? conditions['default'];
  }
  return typeof entry === 'string' ? entry : typeof main === 'string' ? main : 'index.js';
}

function unusable(name: string, detail: string, hint: string, cause?: unknown): Problem {
  const message = `\`Connectors.Packages\`: the package \`${name}\` ${detail}`;
  return new Problem('settings_invalid', message, { hints: [hint], cause });
}
