import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { lateFiles, lateModules, latePackages } from './late-modules.js';
import { sampleConnection, sampleFlow } from './samples.js';

// The end of `npm run build`: makes one file of `svc validate` and has V8 compile what a run of it needs.

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const folder = join(dist, 'cli');
const bundle = join(folder, 'validate.cjs');

/** Connectors import these when a connection opens, which no validation does. */
const connectorPackages = [
  '@aws-sdk/client-s3',
  '@grpc/grpc-js',
  '@modelcontextprotocol/sdk',
  '@nats-io/jetstream',
  '@nats-io/transport-node',
  'amqplib',
  'graphql',
  'imapflow',
  'ioredis',
  'mailparser',
  'mqtt',
  'nodemailer',
  'protobufjs',
  'ssh2',
];

const late = lateModules({ folder: dist, files: lateFiles, packages: latePackages });

/** Replaces modules that work differently in one file. */
const substitutes: Plugin = {
  name: 'substitutes',
  setup({ onLoad }) {
    // The validators become part of the bundle; the schemas are read from where they are.
    onLoad({ filter: /dist.schemas.schema-files\.js$/ }, () => ({
      contents: `import { readFileSync } from 'node:fs';
        export const loadValidator = (name) => require('./generated/validate-' + name + '.cjs');
        export const readSchema = (name) => readFileSync(__dirname + '/../schemas/' + name + '.schema.json', 'utf8');`,
      resolveDir: join(dist, 'schemas'),
    }));
  },
};

rmSync(`${bundle}.cache`, { force: true });
const { outputFiles } = await build({
  write: false,
  entryPoints: ['./main-validate.js'],
  absWorkingDir: folder,
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  minify: true,
  target: 'node20',
  // Few runs need them, so they are loaded from `node_modules`.
  external: ['tinyglobby', 'undici', ...connectorPackages],
  // A script that is run by hand has no `import()`.
  supported: { 'dynamic-import': false },
  // To find `package.json` above and packages beside, the address of the bundle does.
  define: { 'import.meta.url': 'bundleUrl' },
  legalComments: 'inline',
  banner: {
    js:
      '(function (require, __dirname) { const module = { exports: {} }, exports = module.exports;' +
      "const bundleUrl = require('node:url').pathToFileURL(__dirname + '/validate.cjs').href;",
  },
  footer: { js: 'return module.exports; })' },
  plugins: [late, substitutes],
});

// This hash distinguishes the kept code from that of another bundle.
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
