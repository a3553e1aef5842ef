#!/usr/bin/env node
// The binary `svc-validate`: `svc validate` under a name of its own, as the package with this command alone has it.
process.argv.splice(2, 0, 'validate');
require('./launch.cjs');
