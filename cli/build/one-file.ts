import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { schemasInPlace } from './schemas-in-place.js';

interface OneFile {
  /** The folder of the built code. */
  dist: string;
  /** The module that runs the command, and the file to make; both lie in `dist/cli`. */
  entry: string;
  outfile: string;
  /** Packages that are loaded from `node_modules`, when the code needs them. */
  external: readonly string[];
  plugins?: readonly Plugin[];
  /** Shortens names as well, which the stacks of errors show. */
  shortNames?: boolean;
}

/** Replaces the module that imports modules of packages: `importModule` is a parameter of the function that the file is. */
const importsByParameter: Plugin = {
  name: 'imports-by-parameter',
  setup({ onLoad }) {
    onLoad({ filter: /dist.controller.connectors.packages.import-module\.js$/ }, () => ({
      contents: 'const load = importModule; export { load as importModule };',
    }));
  },
};

/**
 * Makes one file of a module and all that it imports: the body of a function that `launch.cts` calls with its `require`,
 * its folder and an `import()`. Files of an older build, with V8's code, are removed.
 * @returns the paths of the modules in the file
 */
export async function makeOneFile({
  dist,
  entry,
  outfile,
  external,
  ...options
}: OneFile): Promise<string[]> {
  const folder = join(dist, 'cli');
  const file = join(folder, outfile);
  rmSync(`${file}.cache`, { force: true });
  const { shortNames = false, plugins = [] } = options;
  const { outputFiles, metafile } = await build({
    write: false,
    metafile: true,
    entryPoints: [entry],
    absWorkingDir: folder,
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    minifyIdentifiers: shortNames,
    minifySyntax: true,
    minifyWhitespace: true,
    target: 'node20',
    external: [...external],
    // A script that is run by hand has no `import()`: packages are loaded by `require`.
    supported: { 'dynamic-import': false },
    // The file lies one folder below the code, as `schemas/code-root.ts` does.
    define: { 'import.meta.url': 'fileUrl' },
    legalComments: 'inline',
    banner: {
      js:
        '(function (require, __dirname, importModule) { const module = { exports: {} }, exports = module.exports;' +
        `const fileUrl = require('node:url').pathToFileURL(__dirname + '/${outfile}').href;`,
    },
    footer: { js: 'return module.exports; })' },
    plugins: [...plugins, importsByParameter, schemasInPlace],
  });
  // esbuild escapes texts, but not regular expressions; in these, an escape means the same character.
  const text = (outputFiles[0]?.text ?? '').replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // The hash distinguishes the kept code from that of another file.
  const id = createHash('sha256').update(text).digest('hex').slice(0, 32);
  writeFileSync(file, `/*${id}*/${text}`);
  return Object.keys(metafile.inputs).map((path) => join(folder, path));
}
