import { JoinedSignal } from '../signals/index.js';
import { type Code, CodeFault, type Language, type Outcome, type Sandbox } from './contract.js';
import { ScriptPool } from './javascript/pool.js';
import { type CodeLimits, defaultLimits } from './limits.js';
import { commandFor } from './process/programs.js';
import { runProcess } from './process/run-process.js';
import { Slots } from './slots.js';

export interface SandboxOptions {
  /** `Flows.AllowProcesses`: other languages than JavaScript. */
  allowProcesses: boolean;
  limits?: Partial<CodeLimits>;
}

/** JavaScript in WebAssembly, in threads of its own; other languages as child processes where they are allowed. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const limits = { ...defaultLimits, ...options.limits };
  const scripts = new ScriptPool(limits);
  const slots = new Slots(limits.processes);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  async function runOutside(code: ProcessCode, signal: AbortSignal): Promise<Outcome> {
    if (!options.allowProcesses) throw new CodeFault('refused', notAllowed(code.language));
    const own = new JoinedSignal(signal, closing.signal);
    own.signal.throwIfAborted();
    try {
      const command = commandFor(code);
      return await slots.within(own.signal, () => runProcess(command, code.stdin, limits, own.signal));
    } finally {
      own.release();
    }
  }

  return {
    async run(code, signal) {
      if (!isProcess(code)) return scripts.run(code, signal);
      const outcome = runOutside(code, signal);
      running.add(outcome);
      return outcome.finally(() => running.delete(outcome));
    },
    async close() {
      closing.abort(new CodeFault('refused', 'The service is stopping'));
      await Promise.all([scripts.close(), Promise.allSettled(running)]);
    },
  };
}

type ProcessCode = Code & { language: Exclude<Language, 'js'> };

function isProcess(code: Code): code is ProcessCode {
  return code.language !== 'js';
}

function notAllowed(language: string): string {
  return `\`${language}\` runs as a process of this machine, which the setting \`Flows.AllowProcesses\` does not allow`;
}
