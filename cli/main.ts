#!/usr/bin/env node
import { processIo } from './process-io.js';
import { runCommandLine } from './program.js';

process.exitCode = await runCommandLine(process.argv.slice(2), processIo());
