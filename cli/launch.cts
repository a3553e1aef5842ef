#!/usr/bin/env node
import fs = require('node:fs');
import nodeModule = require('node:module');
import path = require('node:path');
import vm = require('node:vm');

// The binary. Commands start from one file each for `svc validate`, which runs in every commit, and for all others, with
// the code that V8 compiled of it at build time or, on another version of Node, at its first run. Without these files, as
// in the sources, all modules are loaded.

type OneFile = (
  require: NodeJS.Require,
  folder: string,
  importModule: (url: string) => Promise<unknown>,
) => { warm?(): void };
type CodeCache = typeof import('./code-cache.cjs');

function start(file: string): void {
  const bundle = path.join(__dirname, file);
  const built = `${bundle}.cache`;
  // The file is ASCII, which `latin1` decodes fastest.
  const source = fs.readFileSync(bundle, 'latin1');
  const run = (script: vm.Script) =>
    (script.runInThisContext() as OneFile)(nodeModule.createRequire(bundle), __dirname, (url) => import(url));
  const cachedData = builtCode(built);
  if (cachedData) run(new vm.Script(source, { filename: bundle, cachedData }));
  else codeCache().runWithCache({ bundle, source, built }, run);
}

/**
 * Returns the code of the build if this V8 accepts it. The file begins with the code of a script of one character: V8
 * refuses it for the same reasons as the rest, and trying it costs nothing.
 */
function builtCode(built: string): Buffer | undefined {
  if (!fs.existsSync(built)) return undefined;
  const bytes = fs.readFileSync(built);
  const begin = bytes.readUInt32LE(0);
  const probe = new vm.Script('0', { cachedData: bytes.subarray(8, begin) });
  return probe.cachedDataRejected === false ? bytes.subarray(begin) : undefined;
}

/** Loaded on demand: the Node version of the build does not need it. */
function codeCache(): CodeCache {
  return require('./code-cache.cjs') as CodeCache;
}

/** True where settings name packages with connectors, which the file of `svc validate` cannot load. */
function namesPackages(): boolean {
  if (process.env['SVC_Connectors__Packages'] !== undefined) return true;
  return fs.existsSync('svc.yaml') && fs.readFileSync('svc.yaml', 'utf8').includes('Packages');
}

/** The package with `svc validate` alone has one file. */
function refusePackages(): void {
  process.stderr.write(
    '✗ `Connectors.Packages` names packages with connectors, which the package with `svc validate` alone cannot load\n' +
      'hint: Install the package of svc in its place; it has `svc-validate` too.\n',
  );
  process.exitCode = 2;
}

const has = (file: string) => fs.existsSync(path.join(__dirname, file));
const file = process.argv[2] === 'validate' && !namesPackages() ? 'validate.cjs' : 'all.cjs';
if (has(file)) start(file);
else if (has('validate.cjs')) refusePackages();
else void import('./main-all.js');
