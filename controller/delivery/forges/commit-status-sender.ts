import type { CommitStatus, StatusSink } from '../../git/forges/index.js';
import type { Delivery, Message } from '../outbox/contract.js';
import { ForgeSender, type OnRefusal } from './forge-sender.js';

export const commitStatusChannel = 'commit-status';

/** `pending` is sent only when no final state follows within this time. */
const pendingDelayMs = 1_000;

export interface CommitStatusOptions {
  sink: StatusSink;
  onFailure: OnRefusal<CommitStatus>;
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

/** Shows the outcome of commits at a forge. */
export class CommitStatusSender extends ForgeSender<CommitStatus> {
  readonly #sink: StatusSink;

  constructor({ sink, onFailure }: CommitStatusOptions) {
    super(onFailure);
    this.#sink = sink;
  }

  protected override parse({ target: branch, id: revision, body }: Delivery): CommitStatus {
    return { revision, branch, ...(JSON.parse(body) as Pick<CommitStatus, 'state' | 'description'>) };
  }

  protected override show(status: CommitStatus, signal: AbortSignal): Promise<void> {
    return this.#sink.setStatus(status, signal);
  }
}
