import type { Command } from '../contract/command.js';
import { kindsHere } from '../validate/installed-kinds.js';
import { createComplete } from './complete.js';
import { completion } from './completion.js';
import { config } from './config.js';
import { connections } from './connections.js';
import { humanTasks } from './human-tasks.js';
import { init } from './init.js';
import { logs } from './logs.js';
import { mcp } from './mcp.js';
import { runFlow } from './run-flow.js';
import { serve } from './serve.js';
import { triggers } from './triggers.js';
import { createValidate } from './validate.js';

/** The commands in the order of the help text. */
const listed: readonly Command[] = [
  init,
  serve,
  runFlow,
  logs,
  triggers,
  humanTasks,
  connections,
  createValidate(kindsHere),
  mcp,
  config,
  completion,
];

/** Every command, with the hidden one that shells call. */
export const commands: readonly Command[] = [...listed, createComplete(listed)];
