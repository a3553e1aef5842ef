import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, pointerTo } from '../../../../schemas/json/values.js';
import { getKind, toText } from '../../data/values.js';
import { effect } from '../../execution/host-calls.js';
import { FlowError, standardError, taskError, withInstance } from '../../plan/errors.js';
import type { EffectContext, ScriptRequest, ScriptResult } from '../../plan/host.js';
import type { Scope, TaskBody } from '../../plan/node.js';
import type { TaskContext } from '../../plan/task-type.js';
import { fill } from '../../plan/template.js';

const returns = ['stdout', 'stderr', 'code', 'all', 'none'] as const;

/** The members of `run` for any process. */
export interface ProcessOptions {
  wait: boolean;
  /** Undefined: the value that JavaScript returned, or else stdout. */
  returned: (typeof returns)[number] | undefined;
  /** The patterns of the files that the process yields; undefined for a process without files. */
  patterns?: readonly string[] | undefined;
}

/** Evaluates the arguments, environment and stdin of a process. @throws FlowError configuration */
export type ProcessInput = (
  input: Json,
  scope: Scope,
) => Promise<Pick<ScriptRequest, 'arguments' | 'environment' | 'stdin'>>;

/** A process that is ready to run. */
interface PreparedProcess {
  /** The program or image, with its arguments. */
  readonly request: JsonObject;
  /** Runs it. Call inside of the effect. */
  start(context: EffectContext, signal: AbortSignal): Promise<ScriptResult>;
}

/** Evaluates what to run when the step is performed. */
export type Prepare = (input: Json, scope: Scope) => Promise<PreparedProcess>;

/** True when the output of a process shows that it failed, so that the task does not fault. */
export function showsFailure({ returned }: ProcessOptions): boolean {
  return returned === 'code' || returned === 'all' || returned === 'stderr';
}

export function readProcessOptions(process: JsonObject, context: TaskContext): ProcessOptions {
  const { return: returned } = process;
  const kind = returns.find((each) => each === returned);
  if (returned !== undefined && kind === undefined) {
    const pointer = `${context.pointer}/run/return`;
    const message = '`return` does not name an output';
    const hint = `One of ${returns.join(', ')}.`;
    context.unknown({ message, name: String(returned), candidates: returns, pointer, hint });
  }
  return { wait: process['await'] !== false, returned: kind };
}

export function compileProcessInput(
  process: JsonObject,
  pointer: string,
  context: TaskContext,
  names = shellNames,
): ProcessInput {
  const template = (name: string) => context.template(process[name] ?? null, `${pointer}/${name}`);
  checkNames(process['environment'], `${pointer}/environment`, context, names);
  const [programArguments, environment, stdin] = [
    template('arguments'),
    template('environment'),
    template('stdin'),
  ];
  return async (input, scope) => {
    const text = await fill(stdin, input, scope);
    return {
      arguments: getArguments(await fill(programArguments, input, scope), scope),
      environment: getEnvironment(await fill(environment, input, scope), scope),
      ...(text === null ? {} : { stdin: toText(text) }),
    };
  };
}

/** The names of environment variables that are possible. */
export interface VariableNames {
  pattern: RegExp;
  hint: string;
}

const shellNames: VariableNames = {
  pattern: /^[A-Za-z_]\w*$/,
  hint: 'Names have letters, digits and `_`, and do not begin with a digit.',
};

/** Reports names that cannot be those of environment variables. */
export function checkNames(
  value: Json | undefined,
  pointer: string,
  context: TaskContext,
  { pattern, hint } = shellNames,
): void {
  for (const name of Object.keys(isObject(value) ? value : {})) {
    if (pattern.test(name)) continue;
    const message = `\`${name.slice(0, 100)}\` cannot be the name of an environment variable`;
    context.report({ rule: 'flow-structure', pointer: pointerTo(pointer, name), at: 'name', message, hint });
  }
}

/**
 * Runs what is prepared as an effect. `return` selects the output; a process that ends with an exit code other than 0
 * faults, unless the output shows it. When the task does not wait, the output is the input, and the failure of the
 * process goes to the run's log.
 */
export function processBody(prepare: Prepare, options: ProcessOptions): TaskBody {
  const { wait } = options;
  return {
    async perform(scope, data) {
      const { request, start } = await prepare(data, scope);
      const { host } = scope.frame.run;
      const { reference } = scope.task;
      const run = async (context: EffectContext, signal: AbortSignal): Promise<ScriptResult> => {
        const result = await start(context, signal);
        if (result.code !== 0 && !showsFailure(options)) throw exited(result, reference);
        return result;
      };
      const perform = async (context: EffectContext): Promise<Json> => {
        if (!wait) {
          // The task's own signal ends with the task.
          run(context, host.signal).catch((error) => context.log('warn', unawaited(error)));
          return null;
        }
        try {
          return getOutput(await run(context, scope.signal), options);
        } catch (error) {
          throw withInstance(error, reference);
        }
      };
      const output = await effect(scope, perform, {
        describe: () => ({
          kind: 'code',
          target: getTarget(request),
          arguments: { ...request, return: options.returned ?? null, await: wait },
        }),
      });
      return wait ? output : data;
    },
  };
}

/** Names what runs: an image, a script of the branch, or a language. */
function getTarget({ image, name, language }: JsonObject): string {
  if (image !== undefined) return `container ${String(image)}`;
  return name === undefined ? String(language) : `script/${String(name)}`;
}

function getOutput(result: ScriptResult, { returned, patterns = [] }: ProcessOptions): Json {
  const { stdout, stderr, code, output, files } = result;
  switch (returned ?? (patterns.length > 0 ? 'all' : undefined)) {
    case undefined:
      return output ?? (output === null ? null : stdout);
    case 'all':
      return { code, stdout, stderr, ...(files ? { files } : {}) };
    case 'none':
      return null;
    case 'code':
      return code;
    case 'stderr':
      return stderr;
    case 'stdout':
      return stdout;
  }
}

/** The last line of a Python program that lacks a module. */
const missingModule = /^ModuleNotFoundError: No module named '([\w.]{1,200})'$/m;

/** Returns the error of a process that ended with an exit code, with the last lines that it wrote. */
function exited({ code, stderr }: ScriptResult, instance: string): FlowError {
  const last = stderr.trimEnd().split('\n').slice(-5).join('\n').slice(-1_000);
  const module = missingModule.exec(last)?.[1]?.split('.', 1)[0];
  const hint =
    module === undefined
      ? ''
      : `\nInstall the package of \`${module}\` in the virtual environment that the setting \`Flows.Python\` names.`;
  const detail = `The process ended with exit code ${code}${last === '' ? '' : `: ${last}`}${hint}`;
  return standardError('runtime', { title: 'Process failed', detail, instance });
}

function unawaited(error: unknown): string {
  const said = error instanceof FlowError ? error.message : 'it was stopped';
  return `The process that the task did not wait for failed: ${said}`;
}

function getArguments(value: Json, scope: Scope): JsonObject | Json[] {
  if (value === null) return {};
  if (Array.isArray(value) || isObject(value)) return value;
  throw taskError('configuration', scope, `\`arguments\` must be a list or an object, not ${getKind(value)}`);
}

function getEnvironment(value: Json, scope: Scope): Record<string, string> {
  if (value === null) return {};
  if (!isObject(value)) {
    throw taskError('configuration', scope, `\`environment\` must be an object, not ${getKind(value)}`);
  }
  const present = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(present.map(([name, each]) => [name, toText(each)]));
}
