import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/** Our own modules, in the build's folder, that take long to run or import a large package. */
export const lateFiles: readonly string[] = [
  'controller/connectors/network/address.js',
  'controller/connectors/network/client.js',
  'controller/json-schema/ajv.js',
  'controller/json-schema/keywords.js',
  'controller/json-schema/pattern.js',
  'controller/kinds/template/liquid.js',
  'controller/problems/catalog/index.js',
];

/** Packages that our own modules import, and modules of Node that any module imports. */
export const latePackages: readonly string[] = [
  'liquidjs',
  'oauth4webapi',
  're2js',
  'yaml',
  'node:child_process',
  'node:crypto',
  'node:dns',
  'node:http',
  'node:net',
  'node:perf_hooks',
  'node:timers/promises',
  'node:tls',
  'node:v8',
  'node:vm',
  'node:worker_threads',
  'node:zlib',
];

interface LateModules {
  /** The folder that contains our own modules. */
  folder: string;
  /** Paths from the folder. */
  files: readonly string[];
  packages: readonly string[];
}

/**
 * Makes the listed modules run when one of their exports is first read, not when the bundle starts. An import of such a
 * module is resolved to a stand-in whose exports are getters; the getters load the module itself.
 * @throws Error when a listed file does not exist
 */
export function lateModules({ folder, files, packages }: LateModules): Plugin {
  const late = new Set([...packages, ...files.map((file) => join(folder, file))]);
  const missing = files.filter((file) => !existsSync(join(folder, file)));
  if (missing.length > 0) throw new Error(`late modules that do not exist: ${missing.join(', ')}`);
  return {
    name: 'late-modules',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /.*/ }, ({ path, importer, namespace, resolveDir }) => {
        if (namespace !== 'file') return undefined;
        if (!importer.startsWith(folder) && !path.startsWith('node:')) return undefined;
        const target = path.startsWith('.') ? join(resolveDir, path) : path;
        return late.has(target) ? { path: target, namespace: 'late', pluginData: resolveDir } : undefined;
      });
      onLoad({ filter: /.*/, namespace: 'late' }, async ({ path, pluginData }) => ({
        contents: standIn(path, await getExports(path)),
        resolveDir: pluginData as string,
      }));
    },
  };
}

async function getExports(path: string): Promise<string[]> {
  const names = Object.keys(await import(existsSync(path) ? pathToFileURL(path).href : path));
  return names.filter((name) => name !== 'default' && name !== 'module.exports');
}

function standIn(path: string, names: readonly string[]): string {
  return `let loaded;
const load = () => (loaded ??= require(${JSON.stringify(path)}));
${names.map((name) => `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => load().${name} });`).join('\n')}
`;
}
