import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr, pointerTo } from '../../../../schemas/json/values.js';
import { type Eventual, inSequence, whenReady } from '../../../concurrency/computing.js';
import { endOfCommand } from '../../data/shell.js';
import { getKind, toText } from '../../data/values.js';
import { taskError } from '../../plan/errors.js';
import type { Scope } from '../../plan/node.js';
import type { CompiledBody, TaskContext } from '../../plan/task-type.js';
import { fill, joined } from '../../plan/template.js';
import { compileProcessInput, type ProcessOptions, processBody } from './process.js';
import { runningScript } from './script.js';
import { readFilePatterns } from './task-files.js';

/**
 * Compiles a shell command. The arguments of a list are `$1`, `$2` and so on. Those of a map follow the command as
 * `name=value`, or as `name` where the value is null.
 */
export function runShell(run: JsonObject, options: ProcessOptions, context: TaskContext): CompiledBody {
  const shell = objectOr(run['shell']);
  const { command } = shell;
  const pointer = `${context.pointer}/run/shell`;
  const at = command === undefined ? pointer : `${pointer}/command`;
  if (typeof command !== 'string') {
    const message = `\`command\` is the text of a shell command, not ${getKind(command ?? null)}`;
    return context.fault(at, message);
  }
  context.requires({ type: 'process', language: 'shell' });
  const withFiles = { ...options, patterns: readFilePatterns(run, 'shell', context) };
  const parts = context.parts(command, at);
  if (parts.some(({ kind }) => kind === 'expression')) {
    context.report({
      rule: 'flow-structure',
      severity: 'warning',
      pointer: at,
      message: 'the value of `${ }` becomes part of the command, and the shell reads it as code',
      hint: 'Pass values in `arguments` and write `"$1"`; variables of the shell are written `$NAME`.',
    });
  }
  const text = joined(parts);
  const isMap = isObject(shell['arguments']) && Object.keys(shell['arguments']).length > 0;
  if (parts.every(({ kind }) => kind === 'text')) reportObstacle(command, { pointer: at, isMap }, context);
  const process = compileProcessInput(shell, pointer, context);
  const named = compileNames(shell['arguments'], `${pointer}/arguments`, context);
  const prepare = runningScript(async (input, scope) => {
    const code = String(await fill(text, input, scope));
    const command = await process(input, scope);
    const request = { language: 'shell', code, ...command };
    if (Array.isArray(command.arguments)) return { request };
    const following = await named(command.arguments, input, scope);
    if (following.length === 0) return { request };
    const { offset, obstacle } = endOfCommand(code);
    if (obstacle !== undefined) throw taskError('configuration', scope, nothingFollows(obstacle));
    // A comment may stand behind the command.
    const whole = `${code.slice(0, offset)} "$@"${code.slice(offset).trimEnd()}`;
    return { request: { ...request, code: whole, arguments: following } };
  }, withFiles);
  return processBody(prepare, withFiles);
}

function nothingFollows(obstacle: string): string {
  return `the \`arguments\` of a map follow the command, and nothing can follow ${obstacle}`;
}

function reportObstacle(
  command: string,
  { pointer, isMap }: { pointer: string; isMap: boolean },
  context: TaskContext,
): void {
  const { offset, obstacle, isOpen } = endOfCommand(command);
  if (isOpen) {
    const hint =
      "Close it; a quote that is meant as a character is written `\\'`, or in quotes of the other kind.";
    context.report({ rule: 'flow-structure', pointer, offset, message: `the command has ${obstacle}`, hint });
  }
  if (obstacle === undefined || isOpen || !isMap) return;
  const hint = 'Give `arguments` as a list, and write `"$1"` where the first one belongs.';
  context.report({ rule: 'flow-structure', pointer, offset, message: nothingFollows(obstacle), hint });
}

type NamedArguments = (values: JsonObject, input: Json, scope: Scope) => Eventual<string[]>;

/** Compiles the names of arguments, which may be expressions. */
function compileNames(definition: Json | undefined, pointer: string, context: TaskContext): NamedArguments {
  const names = Object.keys(isObject(definition) ? definition : {});
  const templates = new Map(names.map((name) => [name, context.template(name, pointerTo(pointer, name))]));
  return (values, input, scope) =>
    inSequence(Object.entries(values), ([name, value]) => {
      const template = templates.get(name);
      return whenReady(template === undefined ? name : fill(template, input, scope), (shown) =>
        value === null ? toText(shown) : `${toText(shown)}=${toText(value)}`,
      );
    });
}
