import { Script } from 'node:vm';
import type { Json, JsonObject } from '../../schemas/json.js';
import type { Compilation, CompiledScript, LibraryFinding } from './contract.js';
import { compileSchema } from './embedded-schema.js';

/** Compiles a script that fits its schema. Of the languages, JavaScript alone is parsed; nothing is run. */
export function compileScript(definition: JsonObject): Compilation<CompiledScript> {
  const findings: LibraryFinding[] = [];
  const { code, parameters } = definition;
  if (typeof code === 'string') {
    const fault = checkCode(code, definition);
    if (fault) findings.push({ ...fault, severity: 'error', pointer: '/code' });
  }
  const schema = compileSchema(parameters, '/parameters', findings);
  if (findings.length > 0) return { compiled: undefined, findings };
  return { compiled: { check: (value: Json) => schema?.findings(value) ?? [] }, findings };
}

/** What is wrong with code, as far as can be told without running it; undefined when nothing is. */
export function checkCode(code: string, { language }: JsonObject): TextFault | undefined {
  return language === 'js' ? checkJavaScript(code) : undefined;
}

interface TextFault {
  rule: 'script-syntax';
  offset: number;
  message: string;
}

/** What the V8 of a Node refuses in patterns and the sandbox takes: modifiers, one name in several alternatives. */
const onlyOlder = /^Invalid regular expression: .*: (?:Invalid group|Duplicate capture group name)$/s;

const opening = '(async () => {\n';

function checkJavaScript(code: string): TextFault | undefined {
  try {
    new Script(`${opening}${code}\n})`, { filename: 'script' });
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    const { message } = error;
    if (onlyOlder.test(message)) return undefined;
    return { rule: 'script-syntax', offset: offsetOf(error, code), message };
  }
}

/** Where V8 says it is: a stack begins with `script:<line>`, the line itself, and carets below it. */
function offsetOf(error: Error, code: string): number {
  const [, line, carets] = /^script:(\d+)\n.*\n([ \t]*)\^/.exec(error.stack ?? '') ?? [];
  const lines = code.split('\n').slice(0, Math.max(0, Number(line ?? 2) - 2));
  const start = lines.reduce((length, each) => length + each.length + 1, 0);
  return Math.min(start + (carets?.length ?? 0), code.length);
}
