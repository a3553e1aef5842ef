import type { Json } from '../../schemas/json.js';
import type { EffectContext, FlowError, ScriptRequest, ScriptResult } from '../flows/contract.js';
import { nearest, shortened } from '../problems/index.js';
import { CodeFault, type FaultKind, type Language, languages, type Sandbox } from '../sandbox/index.js';
import type { Closure } from './closure.js';
import { flowError } from './errors.js';

/** Characters of one stream of a script that go to the run's log. */
const mostLogged = 64 * 1024;

/** Scripts as the run's documents have them, run in the sandbox. */
export class Scripts {
  constructor(
    private readonly sandbox: Sandbox,
    private readonly mask: (text: string) => string,
  ) {}

  /** See `FlowHost.script`. */
  async run(
    closure: Closure,
    request: ScriptRequest,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<ScriptResult> {
    const { language, code } = resolve(closure, request);
    const { arguments: given, environment, stdin = '' } = request;
    try {
      const outcome = await this.sandbox.run(
        { language, code, arguments: given, environment, stdin },
        signal,
      );
      if (outcome.output !== undefined) this.#log(context, 'info', outcome.stdout);
      this.#log(context, 'warn', outcome.stderr);
      return outcome;
    } catch (error) {
      if (!(error instanceof CodeFault)) throw error;
      this.#log(context, 'info', error.written.stdout);
      this.#log(context, 'warn', error.written.stderr);
      throw this.#faulted(error, request.name);
    }
  }

  /** What was written and is not the output, line by line. */
  #log(context: EffectContext, level: 'info' | 'warn', text: string): void {
    if (text === '') return;
    for (const line of shortened(text, mostLogged).replace(/\n+$/, '').split('\n')) context.log(level, line);
  }

  #faulted(fault: CodeFault, name: string | undefined): FlowError {
    const { type, status, title } = faults[fault.kind];
    const detail = `${name === undefined ? '' : `\`script/${name}\`: `}${this.mask(fault.message)}`;
    return flowError(type, status, title, detail, { cause: fault });
  }
}

type Known = Parameters<typeof flowError>[0];

const faults: Readonly<Record<FaultKind, { type: Known; status: number; title: string }>> = {
  thrown: { type: 'runtime', status: 500, title: 'Script failed' },
  limit: { type: 'runtime', status: 500, title: 'Script over its limits' },
  timeout: { type: 'timeout', status: 408, title: 'Script ran too long' },
  refused: { type: 'configuration', status: 403, title: 'Script not allowed' },
  invalid: { type: 'configuration', status: 400, title: 'Script not usable' },
};

/** The code in place, or that of the script entity, whose parameters the arguments must fit. @throws FlowError */
function resolve(closure: Closure, request: ScriptRequest): { language: Language; code: string } {
  const { name, language, code = '' } = request;
  if (name === undefined) return { language: known(language), code };
  const definition = closure.definition('script', name);
  if (!definition) {
    const near = nearest(name, closure.names('script'));
    throw unusable(`There is no script \`${name}\`${near ? `; did you mean \`${near}\`?` : ''}`);
  }
  const written = known(definition['language']);
  if (language !== undefined && language !== written) {
    throw unusable(`\`script/${name}\` is in \`${written}\`; the task says \`${language}\``);
  }
  const findings = closure.script(name)?.check(request.arguments) ?? [];
  if (findings.length > 0) {
    const list = findings.map(({ pointer, message }) => `\`${pointer || '/'}\` ${message}`).join('; ');
    const detail = `\`script/${name}\`: the arguments do not fit: ${list}`;
    throw flowError('validation', 400, 'Arguments invalid', detail);
  }
  return { language: written, code: String(definition['code'] ?? '') };
}

function known(language: Json | undefined): Language {
  const found = languages.find((each) => each === language);
  if (found === undefined) throw unusable(`\`${language}\` is not a language of scripts`);
  return found;
}

function unusable(detail: string): FlowError {
  return flowError('configuration', 400, 'Script not usable', detail);
}
