import { Script } from 'node:vm';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { didYouMean } from '../../../schemas/nearest.js';
import { absentNames, moduleName, moduleNames, scriptModules } from '../../../schemas/script-modules.js';
import { type ScriptScan, scanScript } from '../../../schemas/script-scan.js';
import { hasTypes, javaScriptInPython, pythonIn } from './foreign-code.js';

export interface ScriptFault {
  rule: 'script-syntax' | 'not-supported';
  offset: number;
  message: string;
  hint?: string;
}

/** Patterns that the V8 of some Node versions refuses and the sandbox accepts: modifiers, one name in several alternatives. */
const onlyOlder = /^Invalid regular expression: .*: (?:Invalid group|Duplicate capture group name)$/s;

const watched = new Set(Object.keys(absentNames));
/** Matches all code whose parts matter: other code is a function's body that takes nothing from outside. */
const outside = new RegExp(String.raw`\b(?:import|export|require|${[...watched].join('|')})\b`);

/**
 * Returns the first fault of a script's code that can be found without running it.
 * @param names the names of its arguments, which are variables of the code
 */
export function checkCode(
  code: string,
  { language }: JsonObject,
  names: readonly string[] = [],
): ScriptFault | undefined {
  if (language === 'python') return checkPython(code);
  const fault = language === 'js' ? checkJavaScript(code, names) : undefined;
  if (fault?.rule !== 'script-syntax') return fault;
  const sign = pythonIn(code);
  if (!sign && hasTypes(code))
    return { ...fault, hint: 'Leave out the types: scripts are JavaScript, not TypeScript.' };
  if (!sign) return fault;
  return { ...fault, hint: `\`${sign.written}\` is Python: write \`language: python\`.` };
}

/** No Python runs to check code: only what is surely another language is found. */
function checkPython(code: string): ScriptFault | undefined {
  const sign = javaScriptInPython(code);
  if (!sign) return undefined;
  const { offset, written: offsetText } = sign;
  const message = `\`${offsetText}\` is JavaScript, and the language is Python`;
  return { rule: 'script-syntax', offset, message, hint: 'Write `language: js`, or the code in Python.' };
}

function checkJavaScript(code: string, names: readonly string[]): ScriptFault | undefined {
  const fault = syntaxFault(code, '(async () => {\n');
  if (!outside.test(code)) return fault;
  const scan = scanScript(code, watched);
  // Code that catches failures may expect that a name has no value.
  const absent = () => (/\btry\b/.test(code) ? undefined : absentFault(scan, names));
  if (scan.declarations.length > 0)
    return missingModule(scan) ?? moduleFault(code, scan) ?? valuelessFault(code, scan) ?? absent();
  return fault ?? missingModule(scan) ?? absent();
}

/** The names of arguments; an expression may give any that the check knows. */
export function argumentNames(value: Json | undefined): readonly string[] {
  if (isObject(value)) return Object.keys(value);
  return typeof value === 'string' ? [...watched] : [];
}

/** Returns the syntax error of code as the body of a function. @param opening one line before the code */
function syntaxFault(code: string, opening: string): ScriptFault | undefined {
  try {
    new Script(`${opening}${code}\n${opening.startsWith('(class') ? '}' : ''}})`, { filename: 'script' });
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    const { message } = error;
    if (onlyOlder.test(message)) return undefined;
    return { rule: 'script-syntax', offset: getOffset(error, code), message };
  }
}

/** Returns the syntax error of a module: of its body in strict mode. */
function moduleFault(code: string, { declarations, awaits }: ScriptScan): ScriptFault | undefined {
  const body = withParts(code, declarations);
  const fault = syntaxFault(body, '(async () => {"use strict";\n');
  // Modules have `import.meta`, the body of a function has not.
  if (fault && !fault.message.includes('import.meta')) return fault;
  // A static block refuses `return`, and `await` as well, for which another operator stands.
  const operators = awaits.map((start) => {
    const isLoop = /\bfor\s*$/.test(body.slice(Math.max(0, start - 20), start));
    return { start, end: start + 5, instead: isLoop ? '' : 'void' };
  });
  const block = withParts(body, operators);
  const { message, offset } = syntaxFault(block, '(class { static {\n') ?? {};
  if (message !== 'Illegal return statement' || offset === undefined) return undefined;
  const hint = 'Code with `import` or `export` gives its value with `export default`.';
  return { rule: 'script-syntax', offset, message: 'a module has no `return` outside of functions', hint };
}

/** Returns the fault of a module that exports names alone: its value would always be null. */
function valuelessFault(code: string, { declarations }: ScriptScan): ScriptFault | undefined {
  const imports = declarations.map(({ start, end }) => ({ start, text: code.slice(start, end) }));
  const [first] = imports.filter(({ text }) => text.startsWith('export'));
  if (!first || imports.some(({ text }) => /^export\b[\s\S]*\bdefault\b/.test(text))) return undefined;
  const message = 'the module exports no `default`, which would be its value';
  const hint = 'Write `export default` before the value.';
  return { rule: 'script-syntax', offset: first.start, message, hint };
}

/** Returns code with other texts in place of parts, and every other character in its place. */
function withParts(code: string, parts: readonly { start: number; end: number; instead: string }[]): string {
  let end = 0;
  const pieces: string[] = [];
  for (const part of parts) {
    const blank = code.slice(part.start + part.instead.length, part.end).replace(/[^\n]/g, ' ');
    pieces.push(code.slice(end, part.start), part.instead, blank);
    ({ end } = part);
  }
  return pieces.join('') + code.slice(end);
}

/** Returns a fault for the first import of a module, or of a part of one, that scripts do not have. */
function missingModule({ modules }: ScriptScan): ScriptFault | undefined {
  for (const { name, offset, names } of modules) {
    const module = moduleName(name);
    if (module === undefined) {
      const message = `scripts have no module \`${name.slice(0, 100)}\``;
      const hint = `Use one of ${moduleNames}, or call a service with a task of its own.`;
      return { rule: 'not-supported', offset, message, hint };
    }
    const exportNames = scriptModules[module] ?? [];
    const unknown = names.find((each) => !exportNames.includes(each.name));
    if (!unknown) continue;
    const message = `\`node:${module}\` of scripts has no \`${unknown.name.slice(0, 100)}\``;
    const [hint = `It has ${exportNames.map((each) => `\`${each}\``).join(', ')}.`] = didYouMean(
      unknown.name,
      exportNames,
    );
    return { rule: 'not-supported', offset: unknown.offset, message, hint };
  }
  return undefined;
}

/** Returns a fault for the first call of a function that scripts do not have. */
function absentFault({ uses }: ScriptScan, names: readonly string[]): ScriptFault | undefined {
  const first = uses.find((use) => !names.includes(use.name));
  if (!first) return undefined;
  const { name, offset } = first;
  return {
    rule: 'not-supported',
    offset,
    message: `\`${name}\` is not defined`,
    hint: sentence(absentNames[name] ?? ''),
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns the place of a syntax error: V8's stack begins with `script:<line>`, the line itself, and carets below it. */
function getOffset(error: Error, code: string): number {
  const [, line, carets] = /^script:(\d+)\n.*\n([ \t]*)\^/.exec(error.stack ?? '') ?? [];
  const lines = code.split('\n').slice(0, Math.max(0, Number(line ?? 2) - 2));
  const start = lines.reduce((length, each) => length + each.length + 1, 0);
  return Math.min(start + (carets?.length ?? 0), code.length);
}
