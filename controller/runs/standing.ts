import type { FlowErrorBody } from '../flows/contract.js';
import type { RunStatus } from './contract.js';
import type { Ledger } from './ledger.js';
import { iso, type RunState } from './state.js';

/** Where a run stands: its status, in its row and its journal. */
export class Standing {
  constructor(
    private readonly state: RunState,
    private readonly ledger: Ledger,
  ) {}

  /** It begins, or goes on. Answers whether it has begun before. */
  begin(): boolean {
    const { startedAt, status } = this.state;
    const isResumed = status === 'suspended' || status === 'pending';
    this.state.startedAt ??= Date.now();
    this.become('running');
    if (startedAt === null) this.ledger.append({ t: 'status', status: 'running' });
    else if (isResumed) this.ledger.append({ t: 'status', status: 'running', resumed: true });
    return startedAt !== null;
  }

  /**
   * @param wakeAt when it is to be woken, ms since the epoch
   * @param waitsUntil what it says that it waits for, where that is later
   */
  become(status: RunStatus, wakeAt: number | null = null, waitsUntil = wakeAt): void {
    if (this.state.status === status && this.state.wakeAt === wakeAt) return;
    this.state.status = status;
    this.state.wakeAt = wakeAt;
    this.state.waitingFor = waitsUntil === null ? null : `time ${iso(waitsUntil)}`;
    this.ledger.rowChanged();
  }

  /** It is suspended until somebody resumes it. */
  suspend(): void {
    this.become('suspended');
    this.ledger.append({ t: 'status', status: 'suspended' });
  }

  end(status: 'completed' | 'faulted' | 'cancelled', error: FlowErrorBody | null): void {
    this.become(status);
    this.state.error = error;
    this.state.endedAt = Date.now();
    this.ledger.append(error ? { t: 'status', status, error } : { t: 'status', status });
  }
}
