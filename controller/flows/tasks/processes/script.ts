import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { argumentNames, checkCode } from '../../data/javascript.js';
import { getKind } from '../../data/values.js';
import { taskError } from '../../plan/errors.js';
import type { ScriptRequest } from '../../plan/host.js';
import type { Evaluator, Scope } from '../../plan/node.js';
import type { CompiledBody, TaskContext } from '../../plan/task-type.js';
import { interpolation } from '../../plan/template.js';
import {
  checkNames,
  compileProcessInput,
  type Prepare,
  type ProcessInput,
  type ProcessOptions,
  processBody,
  showsFailure,
} from './process.js';
import { compileScriptSource } from './script-source.js';
import { findDescriptions, readFilePatterns } from './task-files.js';

/** Names of the languages in documents → in the host. */
const languages: Readonly<Record<string, string>> = {
  js: 'js',
  javascript: 'js',
  python: 'python',
  shell: 'shell',
};

/** Compiles inline code, code in a file or at an address, or a script of the branch (`svc:script/<name>`). */
export function runScript(run: JsonObject, options: ProcessOptions, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/run/script`;
  const script = objectOr(run['script']);
  const language = readLanguage(script, pointer, context);
  const withFiles = { ...options, patterns: readFilePatterns(run, language, context) };
  const prepare = compileCode(script, language, pointer, context);
  // A script of the branch says itself what it is written in.
  if (language !== undefined && language !== 'js') context.requires({ type: 'process', language });
  return prepare && processBody(runningScript(prepare, withFiles), withFiles);
}

/** Evaluates the request for the host; `load` fetches code that is not part of the document. */
type PrepareScript = (
  input: Json,
  scope: Scope,
) => Promise<{
  request: ScriptRequest;
  load?: (signal: AbortSignal) => Promise<string>;
  /** The place that `load` fetches the code from. */
  source?: Json;
}>;

/** Returns a function that runs the request of `prepare` in the host. */
export function runningScript(prepare: PrepareScript, options: ProcessOptions): Prepare {
  const more = showsFailure(options) ? { reportsFailure: true as const } : {};
  const { patterns } = options;
  return async (input, scope) => {
    const { request, load, source } = await prepare(input, scope);
    const { host } = scope.frame.run;
    const files = patterns ? { files: { inputFiles: findDescriptions(input), keeps: patterns } } : {};
    return {
      request: { ...request, ...(source === undefined ? {} : { source }) } as unknown as JsonObject,
      start: async (context, signal) => {
        const code = load ? { code: await load(signal) } : {};
        return host.script({ ...request, ...more, ...files, ...code }, context, signal);
      },
    };
  };
}

function compileCode(
  script: JsonObject,
  language: string | undefined,
  pointer: string,
  context: TaskContext,
): PrepareScript | undefined {
  const process = compileProcessInput(script, pointer, context);
  if (language === 'shell') checkNames(script['arguments'], `${pointer}/arguments`, context);
  const { code, source } = script;
  if (typeof code === 'string') {
    const names = argumentNames(script['arguments']);
    return inline(code, { language, process, names, pointer: `${pointer}/code` }, context);
  }
  if (source !== undefined) {
    const args = { value: script['arguments'] ?? {}, pointer: `${pointer}/arguments` };
    const place = { pointer: `${pointer}/source`, language: language ?? '' };
    const compiledSource = compileScriptSource(source, place, context, args);
    if (compiledSource === undefined) return undefined;
    if ('name' in compiledSource) {
      const { name } = compiledSource;
      return async (input, scope) => ({ request: { language, name, ...(await process(input, scope)) } });
    }
    if ('file' in compiledSource) {
      const { file, code } = compiledSource;
      return async (input, scope) => {
        if (code === undefined) throw taskError('configuration', scope, `\`${file}\` holds no code`);
        return { request: { language, code, ...(await process(input, scope)) } };
      };
    }
    const { load } = compiledSource;
    return async (input, scope) => ({
      request: { language, ...(await process(input, scope)) },
      load: await load(input, scope),
      source,
    });
  }
  if (code === undefined) return context.fault(pointer, 'needs `code` or `source`');
  return context.fault(`${pointer}/code`, `\`code\` is text, not ${getKind(code)}`);
}

interface InlineCode {
  language: string | undefined;
  process: ProcessInput;
  /** The names of its arguments. */
  names: readonly string[];
  pointer: string;
}

/** Compiles inline code. It is used as written, because `${ }` has a meaning in most languages, unless it is one expression. */
function inline(
  code: string,
  { language, process, names, pointer }: InlineCode,
  context: TaskContext,
): PrepareScript {
  const isExpression = interpolation(code).whole;
  const fault = isExpression ? undefined : checkCode(code, { language: language ?? '' }, names);
  if (fault) context.report({ ...fault, pointer });
  const evaluate: Evaluator | undefined = isExpression ? context.expression(code, pointer) : () => code;
  return async (input, scope) => {
    const text = (await evaluate?.(input, scope)) ?? null;
    if (typeof text !== 'string') {
      throw taskError('configuration', scope, `\`code\` must give text, not ${getKind(text)}`);
    }
    return { request: { language, code: text, ...(await process(input, scope)) } };
  };
}

function readLanguage(script: JsonObject, pointer: string, context: TaskContext): string | undefined {
  const { language } = script;
  const at = language === undefined ? pointer : `${pointer}/language`;
  const hint = 'One of `js`, `python`, `shell`.';
  if (typeof language !== 'string') return context.fault(at, 'needs `language`', hint);
  if (Object.hasOwn(languages, language)) return languages[language];
  const message = `\`${language}\` is not a language of scripts`;
  const candidates = Object.keys(languages);
  return context.unknown({ message, name: language, candidates, pointer: at, hint });
}
