import type { Json, JsonObject } from '../../schemas/json.js';
import { compileBlock } from './compiler/block.js';
import { checkCron } from './compiler/cron.js';
import { DocumentContext } from './compiler/document.js';
import { compileDuration, compileTimeout } from './compiler/duration.js';
import { ExpressionCompiler } from './compiler/expressions.js';
import { compileGate, inlineSchema } from './compiler/gate.js';
import { compileTask } from './compiler/task.js';
import { compileTrigger } from './compiler/trigger.js';
import { checkUnused } from './compiler/unused.js';
import type { CompiledFlow } from './contract.js';
import { isObject, objectOr } from './data/values.js';
import { Plan, type PlanParts } from './plan.js';

/**
 * Compiles a flow document: all findings at once; a plan unless one of them is an error. Takes any JSON object and
 * never throws.
 */
export function compileFlow(definition: JsonObject): CompiledFlow {
  const document = new DocumentContext(definition);
  const parts = compileParts(document, definition);
  checkUnused(document);
  const { findings } = document;
  if (findings.some(({ severity }) => severity === 'error')) return { plan: undefined, findings };
  return { plan: new Plan(parts), findings };
}

function compileParts(document: DocumentContext, definition: JsonObject): PlanParts {
  const uses = { secrets: false, task: false, authorization: false };
  const expressions = new ExpressionCompiler(document, '', [], uses);
  const about = objectOr(definition['document']);
  checkHeader(document, about, definition);
  const schedule = objectOr(definition['schedule']);
  checkSchedule(document, expressions, schedule);
  const block = compileBlock(
    document,
    definition['do'],
    { pointer: '/do', reference: '/do', segment: '/do', locals: [], depth: 0 },
    {},
    (task, place) => compileTask(document, task, place),
  );
  const input = compileGate(document, expressions, definition['input'], '/input', 'from', 'workflow-input');
  const output = compileGate(document, expressions, definition['output'], '/output', 'as', 'workflow-output');
  const schema = inlineSchema(objectOr(definition['input']));
  return {
    namespace: String(about['namespace'] ?? ''),
    name: String(about['name'] ?? ''),
    version: String(about['version'] ?? ''),
    title: text(about['title']),
    summary: text(about['summary']),
    definition,
    inputSchema: isObject(schema) || typeof schema === 'boolean' ? schema : undefined,
    connections: document.connections,
    subflows: document.subflows,
    entities: document.entities,
    secrets: document.secrets,
    concurrency: concurrency(objectOr(about['metadata'])['concurrency']),
    block,
    input,
    output,
    timeout: compileTimeout(document, expressions, definition['timeout'], '/timeout'),
    trigger: compileTrigger(document, schedule),
    usesSecrets: uses.secrets,
  };
}

function checkHeader(document: DocumentContext, about: JsonObject, definition: JsonObject): void {
  if (typeof about['name'] !== 'string') {
    document.report({ rule: 'flow-structure', pointer: '/document', message: 'the flow has no `name`' });
  }
  const language = objectOr(definition['evaluate'])['language'];
  if (language !== undefined && language !== 'jq') {
    document.report({
      rule: 'flow-structure',
      pointer: '/evaluate/language',
      message: 'only `jq` is supported',
    });
  }
  if (Object.keys(objectOr(objectOr(definition['use'])['catalogs'])).length > 0) {
    document.report({
      rule: 'task-unsupported',
      severity: 'warning',
      pointer: '/use/catalogs',
      message: '`catalogs` are not supported yet: calls of their functions fault',
    });
  }
}

function checkSchedule(
  document: DocumentContext,
  expressions: ExpressionCompiler,
  schedule: JsonObject,
): void {
  for (const key of ['every', 'after']) {
    const duration = schedule[key];
    if (duration !== undefined) compileDuration(document, expressions, duration, `/schedule/${key}`);
  }
  const { cron } = schedule;
  const problem = typeof cron === 'string' ? checkCron(cron) : undefined;
  if (problem) document.report({ rule: 'cron-syntax', pointer: '/schedule/cron', ...problem });
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function concurrency(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}
