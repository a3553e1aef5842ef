import { JoinedSignal } from '../concurrency/signals.js';
import { Semaphore } from '../concurrency/turns.js';
import { Containers } from './containers.js';
import { CodeFault, type CodeLimits, defaultLimits, type Outcome, type Sandbox } from './contract.js';
import { runProcess } from './process.js';
import { ScriptPool } from './script-pool.js';

interface SandboxOptions {
  /** `Flows.AllowProcesses`: allows other languages than JavaScript. */
  allowProcesses: boolean;
  /** `Flows.AllowContainers`. */
  allowContainers?: boolean;
  /** Labels the containers of this installation. */
  owner?: string;
  /** `Flows.Python`: the folder of the virtual environment for code in Python; left out: the Python of this machine. */
  python?: string | undefined;
  limits?: Partial<CodeLimits>;
}

/** Creates a sandbox that runs JavaScript in worker threads and, if allowed, other languages as child processes. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const limits = { ...defaultLimits, ...options.limits };
  const { allowProcesses, allowContainers = false, owner = 'svc', python } = options;
  const scripts = new ScriptPool(limits);
  const containers = new Containers(owner, limits);
  const places = new Semaphore(limits.processes);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  /** Runs work outside of the service once there is a place; ends with the signal and with the sandbox. */
  async function outside(signal: AbortSignal, work: (signal: AbortSignal) => Promise<Outcome>) {
    const joined = new JoinedSignal(signal, closing.signal);
    const outcome = places.run(() => work(joined.signal), joined.signal).finally(() => joined.release());
    running.add(outcome);
    return outcome.finally(() => running.delete(outcome));
  }

  return {
    async run(code, signal) {
      const { language } = code;
      if (language === 'js') return scripts.run(code, signal);
      requireAllowed(allowProcesses, `\`${language}\` runs as a process of this machine`, 'AllowProcesses');
      return outside(signal, (joined) => runProcess({ ...code, language }, { limits, python }, joined));
    },
    async runContainer(container, signal) {
      const what = `\`${container.image}\` runs as a container of this machine`;
      requireAllowed(allowContainers, what, 'AllowContainers');
      return outside(signal, (joined) => containers.run(container, joined));
    },
    async removeLeftovers() {
      if (allowContainers) await containers.removeLeftovers();
    },
    async close() {
      closing.abort(new CodeFault('refused', 'The service is stopping'));
      containers.close();
      await Promise.all([scripts.close(), Promise.allSettled(running)]);
    },
  };
}

/** @throws CodeFault refused */
function requireAllowed(isAllowed: boolean, what: string, setting: string): void {
  if (isAllowed) return;
  throw new CodeFault('refused', `${what}, which the setting \`Flows.${setting}\` does not allow`);
}
