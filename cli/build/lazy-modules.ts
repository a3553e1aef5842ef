import { transformSync } from 'esbuild';

/**
 * A module of ours as CommonJS that loads what it imports when it is first used, not when the module itself is loaded.
 * @param place its path from the bundle's folder, so that files beside it are found from the bundle too
 */
export function lazyModule(source: string, place: string): string {
  const located = source
    .replaceAll('import.meta.url', 'importMetaUrl')
    // A variable path: the bundler takes all files that it may mean.
    .replace('const load = createRequire(importMetaUrl);', '')
    .replace(/\bload\(`\.\/generated/g, 'require(`./generated');
  const { code } = transformSync(located, { format: 'cjs', loader: 'js', target: 'node20' });
  const lazy = code
    .replace(/^var (import_\w+) = (.*require\("[^"]+"\).*);$/gm, (_, name: string, load: string) => {
      return `let ${name}_; const ${name} = () => (${name}_ ??= ${load});`;
    })
    .replace(/\b(import_\w+)\./g, '($1()).');
  if (!lazy.includes('importMetaUrl')) return lazy;
  const file = `require("node:path").join(__dirname, ${JSON.stringify(place)})`;
  return `const importMetaUrl = require("node:url").pathToFileURL(${file}).href;\n${lazy}`;
}

/** The index of a CommonJS package, each export of which loads its own module. */
export function lazyPackage(index: string): string {
  const modules = new Map(
    [...index.matchAll(/^var (\w+) = (require\('[^']+'\));$/gm)].map(([, name, load]) => [name, load]),
  );
  return index
    .replace(/^var \w+ = require\('[^']+'\);$/gm, '')
    .replace(/^exports\.(\w+) = (\w+)(.*);$/gm, (line, name: string, from: string, member: string) => {
      const load = modules.get(from);
      if (load === undefined) throw new Error(`The index of a package has another form: ${line}`);
      const keep = `Object.defineProperty(exports, '${name}', { value, enumerable: true })`;
      const get = `get() { const value = ${load}${member}; ${keep}; return value; }`;
      return `Object.defineProperty(exports, '${name}', { configurable: true, enumerable: true, ${get} });`;
    });
}
