#!/usr/bin/env node
import fs = require('node:fs');
import nodeModule = require('node:module');
import path = require('node:path');
import vm = require('node:vm');

// The binary. `svc validate` runs in every commit and starts from one file with the code that V8 made of it at build
// time; every other command is loaded as it stands.

const bundle = path.join(__dirname, 'validate.cjs');

function startValidate(): void {
  // One byte a character: the bundle is ASCII.
  const source = fs.readFileSync(bundle, 'latin1');
  const cachedData = fs.existsSync(`${bundle}.cache`) ? fs.readFileSync(`${bundle}.cache`) : undefined;
  const options = cachedData ? { filename: bundle, cachedData } : { filename: bundle };
  const script = new vm.Script(source, options);
  script.runInThisContext()(nodeModule.createRequire(bundle), __dirname);
  // Set by the build alone.
  if (process.env['SVC_WRITE_CODE_CACHE'] !== undefined) {
    process.once('exit', () => fs.writeFileSync(`${bundle}.cache`, script.createCachedData()));
  }
}

if (process.argv[2] === 'validate' && fs.existsSync(bundle)) startValidate();
else void import('./main.js');
