import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { checkCode } from '../../flows/index.js';
import type { Accepted } from '../../json-schema/index.js';
import { type Compilation, type CompileFinding, hasErrors } from '../compile/compilation.js';
import { compileSchema } from '../compile/embedded-schema.js';

/** The rules of a script; `sandbox` runs it. */
export interface CompiledScript {
  /**
   * Returns the arguments with the defaults of the script's parameters, and their faults under them; a promise when a
   * thread checks them. @throws the reason of the signal
   */
  accept<Given extends Json>(args: Given, signal?: AbortSignal): Accepted<Given> | Promise<Accepted<Given>>;
}

/** Compiles a script that fits its schema. Only JavaScript is parsed; no code runs. */
export function compileScript(definition: JsonObject): Compilation<CompiledScript> {
  const findings: CompileFinding[] = [];
  const { code, parameters } = definition;
  if (typeof code === 'string') {
    const names = Object.keys(objectOr(objectOr(parameters)['properties']));
    const fault = checkCode(code, definition, names);
    if (fault) findings.push({ ...fault, severity: 'error', pointer: '/code' });
  }
  const schema = compileSchema(parameters, '/parameters', findings);
  if (hasErrors(findings)) return { compiled: undefined, findings };
  const compiled: CompiledScript = {
    accept: (value, signal) => schema?.acceptInSlices(value, signal) ?? { value, findings: [] },
  };
  return { compiled, findings };
}
