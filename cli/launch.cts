#!/usr/bin/env node
import fs = require('node:fs');
import nodeModule = require('node:module');
import path = require('node:path');
import vm = require('node:vm');

// The binary. `svc validate` runs in every commit and starts from one file with the code that V8 made of it at build
// time, or, where that was another Node, at first use; every other command is loaded as it stands.

const bundle = path.join(__dirname, 'validate.cjs');
const built = `${bundle}.cache`;

type Bundle = (require: NodeJS.Require, folder: string) => { warm(): void };
type CodeCache = typeof import('./code-cache.cjs');

function startValidate(): void {
  // One byte a character: the bundle is ASCII.
  const source = fs.readFileSync(bundle, 'latin1');
  const run = (script: vm.Script) =>
    (script.runInThisContext() as Bundle)(nodeModule.createRequire(bundle), __dirname);
  const cachedData = builtCode();
  if (cachedData) run(new vm.Script(source, { filename: bundle, cachedData }));
  else codeCache().runWithCache({ bundle, source, built }, run);
}

/**
 * The code of the build, if this V8 takes it: in front of it stands that of a script of one character, which is refused
 * for the same reasons and costs nothing.
 */
function builtCode(): Buffer | undefined {
  if (!fs.existsSync(built)) return undefined;
  const bytes = fs.readFileSync(built);
  const start = bytes.readUInt32LE(0);
  const probe = new vm.Script('0', { cachedData: bytes.subarray(8, start) });
  return probe.cachedDataRejected === false ? bytes.subarray(start) : undefined;
}

function startOthers(): void {
  // Since Node 22.1; it keeps what it compiles of each module.
  if ('enableCompileCache' in nodeModule) codeCache().enableForModules();
  void import('./main.js');
}

/** Loaded only where it is needed, which on the Node of the build it is not. */
function codeCache(): CodeCache {
  return require('./code-cache.cjs') as CodeCache;
}

if (process.argv[2] === 'validate' && fs.existsSync(bundle)) startValidate();
else startOthers();
