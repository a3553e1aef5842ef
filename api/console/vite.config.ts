import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type UserConfig } from 'vite';

const output = join(import.meta.dirname, '../../dist/api/console');
const compressible = /\.(?:js|css|svg|webmanifest)$/;
/** The highest one takes ten times as long for 3 % less. */
const brotliQuality = 9;
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } };

/** Puts compressed copies beside the files; the service sends them as they are. */
function compressFiles(): void {
  for (const name of readdirSync(output, { recursive: true, encoding: 'utf8' })) {
    if (!compressible.test(name)) continue;
    const content = readFileSync(join(output, name));
    writeFileSync(join(output, `${name}.gz`), gzipSync(content, { level: 9 }));
    writeFileSync(join(output, `${name}.br`), brotliCompressSync(content, brotli));
  }
}

/** The service that `npm run console:dev` works on, such as that of `npm run dev`. */
const service = process.env['SVC_CONSOLE_SERVICE'] ?? 'http://127.0.0.1:7420';

export default defineConfig(async ({ command }): Promise<UserConfig> => {
  // Also for a build by a test: the libraries leave their checks for developers out.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    root: import.meta.dirname,
    base: command === 'build' ? './' : '/console/',
    resolve: { dedupe: ['react', 'react-dom'] },
    plugins: [
      // Components are renewed in place, with their state; a build needs nothing of it.
      command === 'serve' ? (await import('@vitejs/plugin-react')).default() : undefined,
      { name: 'svc-compress', apply: 'build', closeBundle: compressFiles },
      {
        // The service writes its base path in; the development server has none.
        name: 'svc-base-path',
        apply: 'serve',
        transformIndexHtml: (html: string) => html.replace('__SVC_BASE__', '/'),
      },
    ],
    experimental: {
      // The page is served at any depth below `console/`, and its `<base>` is the base path of the service.
      renderBuiltUrl: (filename, { hostType }) =>
        hostType === 'html' ? `console/${filename}` : { relative: true },
    },
    build: {
      outDir: output,
      emptyOutDir: true,
      target: ['chrome123', 'firefox121', 'safari17.5'],
      // A file for each asset: the policy of the page allows no `data:` beside pictures.
      assetsInlineLimit: 0,
      // The licences of the libraries in the build, which they ask to go along.
      license: { fileName: 'licenses.json' },
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        onLog(level, log, handle) {
          // `use client` of the libraries is for servers that render React; compressing takes its time.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE' && log.code !== 'PLUGIN_TIMINGS') handle(level, log);
        },
      },
    },
    server: { proxy: { '^/(api|mcp|graphql|manual|schemas)': service } },
  };
});
