import { Semaphore } from '../concurrency/semaphore.js';
import { JoinedSignal } from '../concurrency/signals.js';
import { CodeFault, type CodeLimits, defaultLimits, type Outcome, type Sandbox } from './contract.js';
import { type ProcessCode, runProcess } from './process.js';
import { ScriptPool } from './script-pool.js';

interface SandboxOptions {
  /** `Flows.AllowProcesses`: allows other languages than JavaScript. */
  allowProcesses: boolean;
  limits?: Partial<CodeLimits>;
}

/** Creates a sandbox that runs JavaScript in worker threads and, if allowed, other languages as child processes. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const limits = { ...defaultLimits, ...options.limits };
  const scripts = new ScriptPool(limits);
  const places = new Semaphore(limits.processes);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  async function runOutside(code: ProcessCode, signal: AbortSignal): Promise<Outcome> {
    if (!options.allowProcesses) {
      const reason = 'which the setting `Flows.AllowProcesses` does not allow';
      throw new CodeFault('refused', `\`${code.language}\` runs as a process of this machine, ${reason}`);
    }
    const joined = new JoinedSignal(signal, closing.signal);
    joined.signal.throwIfAborted();
    try {
      return await places.run(() => runProcess(code, limits, joined.signal), joined.signal);
    } finally {
      joined.release();
    }
  }

  return {
    async run(code, signal) {
      const { language } = code;
      if (language === 'js') return scripts.run(code, signal);
      const outcome = runOutside({ ...code, language }, signal);
      running.add(outcome);
      return outcome.finally(() => running.delete(outcome));
    },
    async close() {
      closing.abort(new CodeFault('refused', 'The service is stopping'));
      await Promise.all([scripts.close(), Promise.allSettled(running)]);
    },
  };
}
