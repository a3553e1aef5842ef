import { hash } from 'node:crypto';
import type { FlowErrorBody } from '../../flows/index.js';

/** Hexadecimal digits of a signature. */
const signatureLength = 16;

/** The path of a run: the tasks that it took, and how each ended. Iterations and repetitions do not count. */
export class RunPath {
  readonly #steps = new Set<string>();

  /** @param event how an execution of the task ended; those of executions that go on change nothing */
  add(reference: string, event: string): void {
    if (event !== 'started' && event !== 'running' && event !== 'waiting')
      this.#steps.add(`${reference} ${event}`);
  }

  /** Returns the signature: equal for runs of a flow that took the same tasks, branches included, and ended alike. */
  sign(end: { flow: string; status: string; error: FlowErrorBody | null }): string {
    const { flow, status, error } = end;
    const steps = [...this.#steps].sort().join('\n');
    const text = `${flow} ${status} ${error?.type ?? ''} ${error?.status ?? ''}\n${steps}`;
    return hash('sha256', text).slice(0, signatureLength);
  }
}
