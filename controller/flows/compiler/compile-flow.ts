import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { isObject, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { callerSchema } from '../../json-schema/index.js';
import { catalogFolder, getCopy } from '../calls/catalog/catalog.js';
import { executablePlan, type FlowProgram } from '../execution/execute.js';
import type { AnswerRecord, CompiledFlow, FlowDescription, FlowFinding } from '../plan/flow-plan.js';
import type { ComponentKind } from '../plan/task-type.js';
import { compileFunction } from './catalog-function.js';
import { DocumentContext } from './document.js';
import { compileTrigger } from './event-trigger.js';
import { ExpressionCompiler } from './expressions.js';
import { compileExtensions } from './extensions.js';
import { compileGate, compileTimeout } from './fields.js';
import { reportLostInput } from './lost-input.js';
import { compileTimes } from './schedule.js';
import { compileTask, compileTasks } from './task.js';

/**
 * Compiles any JSON object as a flow and never throws. Returns all findings, and a plan unless one is an error.
 * @param isTolerant also return a plan of a document that a newer version refuses; parts that cannot be compiled fault
 * @param texts the texts of the files that the flow names, by what they hold; without them, calls of their functions fault
 */
export function compileFlow(
  definition: JsonObject,
  isTolerant = false,
  texts: Readonly<Record<string, string>> = {},
): CompiledFlow {
  const document = new DocumentContext(definition, texts);
  const expressions = new ExpressionCompiler(document, '', []);
  const about = objectOr(definition['document']);
  const schedule = definition['schedule'] === undefined ? undefined : objectOr(definition['schedule']);
  checkHeader(document, about);
  const program = compileProgram(expressions, definition);
  reportLostInput(document);
  const description = describe(document, about, { schedule, schema: program.input?.check?.schema });
  checkUnused(document);
  checkCatalogs(document);
  const { findings, connections, subflows, entities, files, notes } = document;
  const uses = { connections, subflows, entities, files, notes };
  if (!isTolerant && findings.some(({ severity }) => severity === 'error'))
    return { plan: undefined, uses, findings };
  return { plan: executablePlan(description, program), uses, findings };
}

/** Returns the findings about the task of a function in a catalog; pointers begin at the task. */
export function checkFunction(call: string, task: JsonObject): readonly FlowFinding[] {
  return compileFunction(call, task, compileTask).findings;
}

/** The position of the flow's own block. */
const start = {
  pointer: '/do',
  reference: '/do',
  segment: '/do',
  locals: [],
  depth: 0,
  concurrent: false,
};

function compileProgram(expressions: ExpressionCompiler, definition: JsonObject): FlowProgram {
  const { document, uses } = expressions;
  compileExtensions(document);
  return {
    block: compileTasks(document, definition['do'], start),
    input: compileGate(expressions, definition['input'], '/input', 'workflow-input'),
    output: compileGate(expressions, definition['output'], '/output', 'workflow-output'),
    timeout: compileTimeout(expressions, definition['timeout'], '/timeout'),
    // Last: known only when all of the above is compiled.
    usesSecrets: uses.secrets,
  };
}

function describe(
  document: DocumentContext,
  about: JsonObject,
  { schedule, schema }: { schedule: JsonObject | undefined; schema: JsonSchema | undefined },
): FlowDescription {
  const { definition, connections, subflows, entities, secrets, listens } = document;
  const { concurrency: limit, disabled } = objectOr(about['metadata']);
  const { limit: concurrency, waiting } = typeof limit === 'number' ? { limit } : objectOr(limit);
  return {
    namespace: String(about['namespace'] ?? ''),
    name: String(about['name'] ?? ''),
    version: String(about['version'] ?? ''),
    title: text(about['title']),
    summary: text(about['summary']),
    definition,
    inputSchema: schema === undefined ? undefined : callerSchema(schema),
    connections,
    subflows,
    entities,
    secrets,
    asksPeople: document.asksPeople,
    notifiesPeople: document.notifiesPeople,
    askedAssignees: document.askedAssignees,
    needs: document.needs,
    leaderStates: document.leaderStates,
    concurrency: Number.isInteger(concurrency) && Number(concurrency) > 0 ? Number(concurrency) : undefined,
    waitingReleases: waiting === 'releases',
    record: readRecord(document, objectOr(about['metadata'])['record']),
    trigger: schedule && compileTrigger(document, schedule),
    timetable: schedule && compileTimes(document, schedule),
    disabled: disabled === undefined ? undefined : (text(disabled) ?? 'no reason is given'),
    listens: listens.length > 0,
    mayListenFor: (type) => listens.some((events) => events.mayConsume(type)),
  };
}

const recorded: readonly unknown[] = ['all', 'failed', 'none'];

/** Returns `document.metadata.record`: what the runs of the flow keep of their answers; undefined for a flow without. */
function readRecord(document: DocumentContext, record: Json | undefined): AnswerRecord | undefined {
  if (record === undefined) return undefined;
  const { answers = 'all', maxBytes = 8_388_608, ...others } = objectOr(record);
  const isValid =
    isObject(record) &&
    Object.keys(others).length === 0 &&
    recorded.includes(answers) &&
    Number.isInteger(maxBytes) &&
    Number(maxBytes) >= 0;
  if (!isValid) {
    const message =
      '`record` has `answers` (`all`, `failed` or `none`) and `maxBytes` (a whole number), and nothing else';
    document.fault('/document/metadata/record', message);
  }
  return { answers: answers as 'all', maxBytes: Number(maxBytes) };
}

function checkHeader(document: DocumentContext, about: JsonObject): void {
  const { evaluate } = document.definition;
  if (typeof about['name'] !== 'string') document.fault('/document', 'the flow has no `name`');
  const { language } = objectOr(evaluate);
  if (language !== undefined && language !== 'jq') {
    const message = 'expressions in another language than `jq` are not supported';
    document.unsupported('/evaluate/language', message, 'Write the expressions in jq, and `language: jq`.');
  }
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns a task that only uses the component of this name. */
const users: Readonly<Record<ComponentKind, (name: string) => JsonObject>> = {
  authentications: (use) => {
    const endpoint = { uri: 'https://example.com', authentication: { use } };
    return { call: 'http', with: { method: 'get', endpoint } };
  },
  errors: (error) => ({ raise: { error } }),
  functions: (call) => ({ call }),
  retries: (retry) => ({ try: [], catch: { retry } }),
  timeouts: (timeout) => ({ set: {}, timeout }),
};

/** Checks the places of the catalogs that no task uses, and notes their folders. */
function checkCatalogs(document: DocumentContext): void {
  const catalogs = objectOr(objectOr(document.definition['use'])['catalogs']);
  for (const [name, catalog] of Object.entries(catalogs)) {
    let folder: string | undefined;
    document.onTrial(() => {
      folder = catalogFolder(name, catalog, document);
    });
    const isUsed = document.files.some(({ file }) => file.startsWith(`${folder}/`));
    if (folder === undefined || isUsed || folder === getCopy(name)) continue;
    document.note({ value: { catalog: folder }, pointer: `${pointerTo('/use/catalogs', name)}/endpoint` });
  }
}

/** Compiles the components of `use` that no task uses; their faults are warnings, since no run executes them. */
function checkUnused(document: DocumentContext): void {
  for (const kind of Object.keys(users) as ComponentKind[]) {
    for (const name of document.components(kind)) {
      if (document.isUsed(kind, name)) continue;
      const place = { ...start, pointer: '/use', reference: '/use', segment: '' };
      document.onTrial(() =>
        compileTask(document, users[kind](name), { ...place, name, siblings: [], quiet: true }),
      );
    }
  }
}
