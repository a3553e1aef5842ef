#!/usr/bin/env node
import { commands } from './commands/index.js';
import { processIo } from './process-io.js';
import { runCommandLine } from './program.js';

process.exitCode = await runCommandLine(commands, process.argv.slice(2), processIo());
