import { Script } from 'node:vm';
import type { JsonObject } from '../../../schemas/json/types.js';
import { isModule, moduleName, moduleNames } from '../../../schemas/script-modules.js';

export interface ScriptFault {
  rule: 'script-syntax' | 'not-supported';
  offset: number;
  message: string;
  hint?: string;
}

/** Patterns that the V8 of some Node versions refuses and the sandbox accepts: modifiers, one name in several alternatives. */
const onlyOlder = /^Invalid regular expression: .*: (?:Invalid group|Duplicate capture group name)$/s;

const opening = '(async () => {\n';

/** Returns the syntax error of a script's code, if one can be found without running it. */
export function checkCode(code: string, { language }: JsonObject): ScriptFault | undefined {
  return language === 'js' ? checkJavaScript(code) : undefined;
}

function checkJavaScript(code: string): ScriptFault | undefined {
  const fault = syntaxFault(code);
  if (fault === undefined || !isModule(code)) return fault;
  return missingModule(code) ?? syntaxFault(withoutDeclarations(code));
}

/** Returns the syntax error of code as the body of a function. */
function syntaxFault(code: string): ScriptFault | undefined {
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

const imported = /^([ \t]*import\b[^'";]*)(['"])([^'"\n]*)\2[ \t]*;?/gm;

/** Returns a fault for the first import of a module that scripts do not have. */
function missingModule(code: string): ScriptFault | undefined {
  for (const { index, 1: before = '', 3: name = '' } of code.matchAll(imported)) {
    if (moduleName(name) !== undefined) continue;
    const message = `scripts have no module \`${name.slice(0, 100)}\``;
    const hint = `Use one of ${moduleNames}, or call a service with a task of its own.`;
    return { rule: 'not-supported', offset: index + before.length + 1, message, hint };
  }
  return undefined;
}

/** Returns code whose declarations of imports and exports are blank, with every other character in its place. */
function withoutDeclarations(code: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const exported = /^[ \t]*export[ \t]+(?:default\b)?/gm;
  // An exported value must still be an expression.
  const replaced = (text: string) =>
    text.trim() === 'export' ? blank(text) : `void 0,${blank(text.slice(7))}`;
  return code.replace(imported, blank).replace(exported, replaced);
}

/** Returns the place of a syntax error: V8's stack begins with `script:<line>`, the line itself, and carets below it. */
function offsetOf(error: Error, code: string): number {
  const [, line, carets] = /^script:(\d+)\n.*\n([ \t]*)\^/.exec(error.stack ?? '') ?? [];
  const lines = code.split('\n').slice(0, Math.max(0, Number(line ?? 2) - 2));
  const start = lines.reduce((length, each) => length + each.length + 1, 0);
  return Math.min(start + (carets?.length ?? 0), code.length);
}
