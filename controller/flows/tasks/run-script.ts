import type { Json, JsonObject } from '../../../schemas/json.js';
import { checkCode } from '../../library/script.js';
import { interpolation } from '../data/interpolation.js';
import { isObject, kindOf } from '../data/values.js';
import type { TaskBody } from '../execution/node.js';
import type { Evaluator } from '../expressions/evaluator.js';
import type { TaskContext } from './contract.js';
import {
  compileProcessInput,
  invalid,
  type Prepare,
  type ProcessInput,
  type ProcessOptions,
  processBody,
} from './run-process.js';
import { compileScriptSource } from './script-source.js';

/** What documents call the languages → what the host calls them. */
const languages: Readonly<Record<string, string>> = {
  js: 'js',
  javascript: 'js',
  python: 'python',
  shell: 'shell',
};

/** Runs code in place, code that is fetched, or a script of the branch (`svc:script/<name>`). */
export function runScript(value: Json, options: ProcessOptions, context: TaskContext): TaskBody {
  const pointer = `${context.pointer}/run/script`;
  const script = isObject(value) ? value : {};
  const language = readLanguage(script, pointer, context);
  const prepare = compileCode(script, language, pointer, context);
  return prepare === undefined ? { perform: (_, input) => input } : processBody(prepare, options);
}

function compileCode(
  script: JsonObject,
  language: string | undefined,
  pointer: string,
  context: TaskContext,
): Prepare | undefined {
  const process = compileProcessInput(script, pointer, context);
  const { code, source } = script;
  if (typeof code === 'string') return inline(code, language, process, `${pointer}/code`, context);
  if (source !== undefined) {
    const found = compileScriptSource(source, `${pointer}/source`, context);
    if (found === undefined) return undefined;
    if ('name' in found) {
      const { name } = found;
      return (input, scope) => ({ request: { language, name, ...process(input, scope) } });
    }
    return (input, scope) => ({
      request: { language, ...process(input, scope) },
      load: found.load(input, scope),
    });
  }
  context.report({
    rule: 'flow-structure',
    pointer: code === undefined ? pointer : `${pointer}/code`,
    message: code === undefined ? 'needs `code` or `source`' : `\`code\` is text, not ${kindOf(code)}`,
  });
  return undefined;
}

/** Code is taken as it is, as `${ }` means something in most languages, unless it is one expression as a whole. */
function inline(
  code: string,
  language: string | undefined,
  process: ProcessInput,
  pointer: string,
  context: TaskContext,
): Prepare {
  const isExpression = interpolation(code).whole;
  const fault = isExpression ? undefined : checkCode(code, { language: language ?? '' });
  if (fault) context.report({ ...fault, pointer });
  const evaluate: Evaluator | undefined = isExpression ? context.expression(code, pointer) : () => code;
  return (input, scope) => {
    const text = evaluate?.(input, scope) ?? null;
    if (typeof text !== 'string') throw invalid(`\`code\` must give text, not ${kindOf(text)}`, scope);
    return { request: { language, code: text, ...process(input, scope) } };
  };
}

function readLanguage(script: JsonObject, pointer: string, context: TaskContext): string | undefined {
  const { language } = script;
  if (typeof language !== 'string') {
    context.report({
      rule: 'flow-structure',
      pointer: language === undefined ? pointer : `${pointer}/language`,
      message: 'needs `language`',
      hint: 'One of `js`, `python`, `shell`.',
    });
    return undefined;
  }
  if (Object.hasOwn(languages, language)) return languages[language];
  context.unknown(
    `\`${language}\` is not a language of scripts`,
    language,
    Object.keys(languages),
    `${pointer}/language`,
    'One of `js`, `python`, `shell`.',
  );
  return undefined;
}
