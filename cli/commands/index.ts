import { openManual } from '../../api/manual/manual.js';
import type { Command } from '../contract/command.js';
import { keepSchemas } from '../editor/keep-schemas.js';
import { kindsHere } from '../validate/installed-kinds.js';
import { app } from './app.js';
import { approvals } from './approvals.js';
import { createComplete } from './complete.js';
import { completion } from './completion.js';
import { config } from './config.js';
import { connections } from './connections.js';
import { createExplain } from './explain.js';
import { flows } from './flows.js';
import { generate } from './generate/generate.js';
import { grants } from './grants.js';
import { humanTasks } from './human-tasks.js';
import { iis } from './iis.js';
import { init } from './init.js';
import { keys } from './keys.js';
import { login } from './login.js';
import { logs } from './logs.js';
import { mcp } from './mcp.js';
import { migrate } from './migrate.js';
import { plan } from './plan.js';
import { proposals } from './proposals.js';
import { runFlow } from './run-flow.js';
import { runs } from './runs/runs.js';
import { schemas } from './schemas.js';
import { serve } from './serve.js';
import { service } from './service.js';
import { status } from './status.js';
import { test } from './test.js';
import { triggers } from './triggers.js';
import { tryFlow } from './try.js';
import { createValidate } from './validate.js';

/** The commands in the order of the help text. */
const listed: readonly Command[] = [
  init,
  serve,
  status,
  runFlow,
  tryFlow,
  logs,
  flows,
  runs,
  triggers,
  humanTasks,
  approvals,
  keys,
  grants,
  proposals,
  plan,
  test,
  connections,
  createValidate(kindsHere, keepSchemas),
  schemas,
  generate,
  createExplain(() => openManual()),
  mcp,
  app,
  migrate,
  service,
  iis,
  login,
  config,
  completion,
];

/** Every command, with the hidden one that shells call. */
export const commands: readonly Command[] = [...listed, createComplete(listed)];
