import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { checkCode } from '../../data/javascript.js';
import { kindOf } from '../../data/values.js';
import { type Evaluator, emptyBody, type TaskBody } from '../../plan/node.js';
import type { TaskContext } from '../../plan/task-type.js';
import { interpolation } from '../../plan/template.js';
import {
  compileProcessInput,
  invalid,
  type Prepare,
  type ProcessInput,
  type ProcessOptions,
  processBody,
} from './process.js';
import { compileScriptSource } from './script-source.js';

/** Names of the languages in documents → in the host. */
const languages: Readonly<Record<string, string>> = {
  js: 'js',
  javascript: 'js',
  python: 'python',
  shell: 'shell',
};

/** Compiles inline code, code that is fetched, or a script of the branch (`svc:script/<name>`). */
export function runScript(value: Json, options: ProcessOptions, context: TaskContext): TaskBody {
  const pointer = `${context.pointer}/run/script`;
  const script = isObject(value) ? value : {};
  const language = readLanguage(script, pointer, context);
  const prepare = compileCode(script, language, pointer, context);
  return prepare === undefined ? emptyBody : processBody(prepare, options);
}

function compileCode(
  script: JsonObject,
  language: string | undefined,
  pointer: string,
  context: TaskContext,
): Prepare | undefined {
  const process = compileProcessInput(script, pointer, context);
  const { code, source } = script;
  if (typeof code === 'string') {
    return inline(code, { language, process, pointer: `${pointer}/code` }, context);
  }
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

/** Compiles inline code. It is used as written, because `${ }` has a meaning in most languages, unless it is one expression. */
function inline(
  code: string,
  { language, process, pointer }: { language: string | undefined; process: ProcessInput; pointer: string },
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
  context.unknown({
    message: `\`${language}\` is not a language of scripts`,
    name: language,
    candidates: Object.keys(languages),
    pointer: `${pointer}/language`,
    hint: 'One of `js`, `python`, `shell`.',
  });
  return undefined;
}
