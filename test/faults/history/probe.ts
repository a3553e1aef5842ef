import type { ServiceProcess } from '../../journeys/service-process.js';

/** As `fixtures/deployments/kubernetes/nodes.yaml` has a node probed: one failure takes it out of service. */
const probeMs = 1_000;
const timeoutMs = 2_000;

/** Asks a process each second whether it is ready, as a load balancer does. */
export class Probe {
  /** True while requests are sent to the process. */
  isReady = false;
  readonly #probes: NodeJS.Timeout;

  constructor(readonly service: ServiceProcess) {
    this.#probes = setInterval(() => void this.#ask(), probeMs);
  }

  stop(): void {
    clearInterval(this.#probes);
  }

  async #ask(): Promise<void> {
    const { url, isRunning } = this.service;
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = isRunning && (await fetch(`${url}/readyz`, { signal }).catch(() => undefined));
    this.isReady = answer !== undefined && answer !== false && answer.ok;
  }
}
