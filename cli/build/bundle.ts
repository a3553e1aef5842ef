import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { lazyModule, lazyPackage } from './lazy-modules.js';
import { sampleConnection, sampleFlow } from './samples.js';

// The end of `npm run build`: makes one file of `svc validate`, in which each module runs when something of it is first
// used, and has V8 compile what a run of it needs.

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const bundle = join(dist, 'cli', 'validate.cjs');
/** What few runs need, or only other commands do, is found in `node_modules` when it is asked for. */
const external = ['tinyglobby', 'undici'];
/** Large packages of many modules, of which little is used. */
const taken = new Set(['yaml']);

const lazyModules: Plugin = {
  name: 'lazy-modules',
  setup({ onLoad, onResolve, resolve }) {
    onResolve({ filter: /^\.|^[a-z]+$/ }, async ({ path, pluginData, ...rest }) => {
      if (pluginData === 'inner') return undefined;
      const found = await resolve(path, { ...rest, pluginData: 'inner' });
      const isOurs = found.path.startsWith(dist) && found.path.endsWith('.js');
      if (isOurs) return { path: found.path, namespace: 'ours' };
      return taken.has(path) ? { path: found.path, namespace: 'package' } : found;
    });
    // It loads much to start other programs, which no command of ours does.
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('/commander/') ? { path: importer, namespace: 'nothing' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: '' }));
    onLoad({ filter: /.*/, namespace: 'ours' }, ({ path }) => ({
      contents: lazyModule(readFileSync(path, 'utf8'), relative(dirname(bundle), path)),
      resolveDir: dirname(path),
    }));
    onLoad({ filter: /.*/, namespace: 'package' }, ({ path }) => ({
      contents: lazyPackage(readFileSync(path, 'utf8')),
      resolveDir: dirname(path),
    }));
  },
};

const folder = join(dist, 'cli');
rmSync(`${bundle}.cache`, { force: true });
const { outputFiles } = await build({
  write: false,
  entryPoints: ['./main-validate.js'],
  absWorkingDir: join(dist, 'cli'),
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  minify: true,
  target: 'node20',
  external,
  // A script that is run by hand has no `import()`.
  supported: { 'dynamic-import': false },
  legalComments: 'inline',
  banner: {
    js: '(function (require, __dirname) { const module = { exports: {} }, exports = module.exports;',
  },
  footer: { js: 'return module.exports; })' },
  plugins: [lazyModules],
});

// What the code that is kept of it elsewhere is known by.
const text = outputFiles[0]?.text ?? '';
const id = createHash('sha256').update(text).digest('hex').slice(0, 32);
writeFileSync(bundle, `/*${id}*/${text}`);

const samples = mkdtempSync(join(tmpdir(), 'svc-build-'));
try {
  writeFileSync(join(samples, 'flow.yaml'), sampleFlow);
  writeFileSync(join(samples, 'connection.yaml'), sampleConnection);
  execFileSync(process.execPath, [join(folder, 'launch.cjs'), 'validate', samples], {
    env: { ...process.env, SVC_WRITE_CODE_CACHE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
} finally {
  rmSync(samples, { recursive: true });
}
