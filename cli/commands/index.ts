import type { Command } from '../command.js';
import { createComplete } from './complete.js';
import { completion } from './completion.js';
import { config } from './config.js';
import { logs } from './logs.js';
import { mcp } from './mcp.js';
import { runFlow } from './run-flow.js';
import { serve } from './serve.js';
import { validate } from './validate.js';

const typed: readonly Command[] = [serve, runFlow, logs, validate, mcp, config, completion];

/** Every command, in the order of the help text. */
export const commands: readonly Command[] = [...typed, createComplete(typed)];
