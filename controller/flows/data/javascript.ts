import { Script } from 'node:vm';
import type { JsonObject } from '../../../schemas/json/types.js';

export interface ScriptFault {
  rule: 'script-syntax';
  offset: number;
  message: string;
}

/** Patterns that the V8 of some Node versions refuses and the sandbox accepts: modifiers, one name in several alternatives. */
const onlyOlder = /^Invalid regular expression: .*: (?:Invalid group|Duplicate capture group name)$/s;

const opening = '(async () => {\n';

/** Returns the syntax error of a script's code, if one can be found without running it. */
export function checkCode(code: string, { language }: JsonObject): ScriptFault | undefined {
  return language === 'js' ? checkJavaScript(code) : undefined;
}

function checkJavaScript(code: string): ScriptFault | undefined {
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

/** Returns the place of a syntax error: V8's stack begins with `script:<line>`, the line itself, and carets below it. */
function offsetOf(error: Error, code: string): number {
  const [, line, carets] = /^script:(\d+)\n.*\n([ \t]*)\^/.exec(error.stack ?? '') ?? [];
  const lines = code.split('\n').slice(0, Math.max(0, Number(line ?? 2) - 2));
  const start = lines.reduce((length, each) => length + each.length + 1, 0);
  return Math.min(start + (carets?.length ?? 0), code.length);
}
