import { Script } from 'node:vm';
import type { Json, JsonObject } from '../../schemas/json.js';
import type { Compilation, CompiledScript, LibraryFinding } from './contract.js';
import { compileSchema } from './embedded-schema.js';

/** Compiles a script that fits its schema. Of the languages, JavaScript alone is parsed; nothing is run. */
export function compileScript(definition: JsonObject): Compilation<CompiledScript> {
  const findings: LibraryFinding[] = [];
  const { language, code, parameters } = definition;
  if (language === 'js' && typeof code === 'string') findings.push(...checkJavaScript(code, '/code'));
  const schema = compileSchema(parameters, '/parameters', findings);
  if (findings.length > 0) return { compiled: undefined, findings };
  return { compiled: { check: (value: Json) => schema?.findings(value) ?? [] }, findings };
}

const opening = '(async () => {\n';

function checkJavaScript(code: string, pointer: string): LibraryFinding[] {
  try {
    new Script(`${opening}${code}\n})`, { filename: 'script' });
    return [];
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    const { message } = error;
    return [{ rule: 'script-syntax', severity: 'error', pointer, offset: offsetOf(error, code), message }];
  }
}

/** Where V8 says it is: a stack begins with `script:<line>`, the line itself, and carets below it. */
function offsetOf(error: Error, code: string): number {
  const [, line, carets] = /^script:(\d+)\n.*\n( *)\^/.exec(error.stack ?? '') ?? [];
  const lines = code.split('\n').slice(0, Math.max(0, Number(line ?? 2) - 2));
  const start = lines.reduce((length, each) => length + each.length + 1, 0);
  return Math.min(start + (carets?.length ?? 0), code.length);
}
