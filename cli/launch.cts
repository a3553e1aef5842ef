#!/usr/bin/env node
import fs = require('node:fs');
import nodeModule = require('node:module');
import path = require('node:path');
import vm = require('node:vm');

// The binary. `svc validate` runs in every commit, so it starts from one file, with the code that V8 compiled of it at
// build time or, on another version of Node, at its first run. Every other command is loaded module by module.

const bundle = path.join(__dirname, 'validate.cjs');
const built = `${bundle}.cache`;

type Bundle = (require: NodeJS.Require, folder: string) => { warm(): void };
type CodeCache = typeof import('./code-cache.cjs');

function startValidate(): void {
  // The bundle is ASCII, which `latin1` decodes fastest.
  const source = fs.readFileSync(bundle, 'latin1');
  const run = (script: vm.Script) =>
    (script.runInThisContext() as Bundle)(nodeModule.createRequire(bundle), __dirname);
  const cachedData = builtCode();
  if (cachedData) run(new vm.Script(source, { filename: bundle, cachedData }));
  else codeCache().runWithCache({ bundle, source, built }, run);
}

/**
 * Returns the code of the build if this V8 accepts it. The file begins with the code of a script of one character: V8
 * refuses it for the same reasons as the rest, and trying it costs nothing.
 */
function builtCode(): Buffer | undefined {
  if (!fs.existsSync(built)) return undefined;
  const bytes = fs.readFileSync(built);
  const start = bytes.readUInt32LE(0);
  const probe = new vm.Script('0', { cachedData: bytes.subarray(8, start) });
  return probe.cachedDataRejected === false ? bytes.subarray(start) : undefined;
}

function startOthers(): void {
  // Node 22.1 and later can keep the code of each module.
  if ('enableCompileCache' in nodeModule) codeCache().enableForModules();
  void import('./main.js');
}

/** Loaded on demand: the Node version of the build does not need it. */
function codeCache(): CodeCache {
  return require('./code-cache.cjs') as CodeCache;
}

/** True where settings name packages with connectors, which the bundle cannot load. */
function namesPackages(): boolean {
  if (process.env['SVC_Connectors__Packages'] !== undefined) return true;
  return fs.existsSync('svc.yaml') && fs.readFileSync('svc.yaml', 'utf8').includes('Packages');
}

if (process.argv[2] === 'validate' && fs.existsSync(bundle) && !namesPackages()) startValidate();
else startOthers();
