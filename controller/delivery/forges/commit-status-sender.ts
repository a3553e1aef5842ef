import type { BackOff } from '../../concurrency/back-off.js';
import type { CommitStatus, StatusSink } from '../../git/forges/index.js';
import { Problem } from '../../problems/index.js';
import type { Delivery, DeliveryOutcome, Message, Sender } from '../outbox/contract.js';

export const commitStatusChannel = 'commit-status';

const day = 24 * 3_600_000;
/** `pending` is sent only when no final state follows within this time. */
const pendingDelayMs = 1_000;

export interface CommitStatusOptions {
  sink: StatusSink;
  /** Called for each failed attempt. */
  onFailure(status: CommitStatus, problem: unknown, isFinal: boolean): void;
}

/** The newest status that the forge did not accept. */
export interface RefusedStatus {
  status: CommitStatus;
  problem: unknown;
  /** True when it is not sent again. */
  isFinal: boolean;
}

/** Returns the message for the outbox: of the statuses of one commit and branch, only the newest is sent. */
export function commitStatusMessage({ revision, branch, state, description }: CommitStatus): Message {
  return {
    channel: commitStatusChannel,
    target: branch,
    id: revision,
    body: JSON.stringify({ state, description }),
    ...(state === 'pending' ? { delayMs: pendingDelayMs } : {}),
  };
}

/** Sends commit statuses to a forge for a day, one at a time. A status that the forge refuses is given up. */
export class CommitStatusSender implements Sender {
  readonly keptForMs: number = day;
  readonly pauses: BackOff = { firstMs: 1_000, maxMs: 600_000 };
  readonly isSerial: boolean = true;
  readonly coalescesForMs: number = 30 * day;
  #refused: RefusedStatus | undefined;

  constructor(private readonly options: CommitStatusOptions) {}

  /** Undefined once the forge accepted a status. */
  get refused(): RefusedStatus | undefined {
    return this.#refused;
  }

  async send(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome> {
    try {
      await this.options.sink.setStatus(getStatus(delivery), signal);
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.code !== 'forge_refused') throw problem;
      this.failed(delivery, problem, true);
      return 'gone';
    }
    this.#refused = undefined;
    return 'delivered';
  }

  failed(delivery: Delivery, problem: unknown, isFinal: boolean): void {
    const status = getStatus(delivery);
    this.#refused = { status, problem, isFinal };
    this.options.onFailure(status, problem, isFinal);
  }
}

function getStatus({ target: branch, id: revision, body }: Delivery): CommitStatus {
  return { revision, branch, ...(JSON.parse(body) as Pick<CommitStatus, 'state' | 'description'>) };
}
