import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { schemasInPlace } from './schemas-in-place.js';

interface ThreadFile {
  /** The folder of the built code. */
  dist: string;
  /** The path of the module from that folder. */
  entry: string;
  /** Packages that are loaded from `node_modules`, when the code needs them. */
  external: readonly string[];
}

/**
 * Replaces the module of a thread or process by a file that needs no other module of svc.
 * @returns the paths of the modules in the file
 */
export async function makeThreadFile({ dist, entry, external }: ThreadFile): Promise<string[]> {
  const file = join(dist, entry);
  // Modules expect to be one folder below the code, where `schemas/code-root.ts` is.
  const place = relative(dirname(file), join(dist, 'cli', 'thread.js')).replaceAll('\\', '/');
  const { outputFiles, metafile } = await build({
    write: false,
    metafile: true,
    entryPoints: [file],
    absWorkingDir: dist,
    bundle: true,
    platform: 'node',
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    target: 'node20',
    external: [...external],
    define: { 'import.meta.url': 'fileUrl' },
    legalComments: 'inline',
    banner: {
      js:
        "import { createRequire as requireFrom } from 'node:module';" +
        `const fileUrl = new URL('${place}', import.meta.url).href;` +
        // Packages in the format of CommonJS call it.
        'globalThis.require ??= requireFrom(fileUrl);',
    },
    plugins: [schemasInPlace],
  });
  writeFileSync(file, outputFiles[0]?.contents ?? '');
  return Object.keys(metafile.inputs).map((path) => join(dist, path));
}
