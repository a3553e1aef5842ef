import type { CommitStatus, Forge } from '../../git/forges/index.js';
import { Problem } from '../../problems/index.js';
import type { Delivery, Message } from '../outbox/contract.js';
import { ForgeSender, type OnRefusal } from './forge-sender.js';

export const planChannel = 'pull-request-plan';

/** The plan of a pull request, as the forge shows it. */
export interface PlanReport {
  number: number;
  /** The head and the base that the plan is for, as the forge names them. */
  head: string;
  base: string;
  isFork: boolean;
  /** The whole id of the head. */
  revision: string;
  branch: string;
  state: Extract<CommitStatus['state'], 'success' | 'failure'>;
  description: string;
  url?: string | undefined;
  /** Markdown; undefined for a status alone. */
  comment?: string | undefined;
  /** True for a comment that only takes the place of an earlier one. */
  isQuiet: boolean;
  /** True where the branches conflict: a new commit of the base may end that. */
  isConflict?: boolean;
  /** The commit of the base that the plan starts from; undefined where there is no plan. */
  baseRevision?: string | undefined;
  /** ms since the epoch; undefined for reports of earlier versions. */
  plannedAt?: number | undefined;
}

export interface PlanSenderOptions {
  forge: Pick<Forge, 'setStatus' | 'findComment' | 'createComment' | 'updateComment'>;
  /** Returns a text that only the comment of this installation on a pull request has. */
  getMarker(number: number): string;
  onFailure: OnRefusal<PlanReport>;
}

/** Returns the message for the outbox: of the plans of one pull request, only the newest is sent. */
export function planMessage(report: PlanReport, location: string): Message {
  return { channel: planChannel, target: location, id: String(report.number), body: JSON.stringify(report) };
}

/**
 * Shows plans on pull requests: one comment for each, and the status `svc/plan` of its newest commit. The comment is looked for
 * before it is made, so that an attempt that was cut off does not leave a second one.
 */
export class PlanSender extends ForgeSender<PlanReport> {
  constructor(private readonly options: PlanSenderOptions) {
    super(options.onFailure);
  }

  protected override parse({ body }: Delivery): PlanReport {
    return JSON.parse(body) as PlanReport;
  }

  protected override async show(report: PlanReport, signal: AbortSignal): Promise<void> {
    const refusal = await findRefusal(this.#comment(report, signal));
    const statusRefusal = await findRefusal(
      this.options.forge.setStatus({ ...report, context: 'svc/plan' }, signal),
    );
    // Some forges have no place for a status on a commit of another repository.
    if (report.isFork && statusRefusal) this.options.onFailure(report, statusRefusal, true);
    const problem = refusal ?? (report.isFork ? undefined : statusRefusal);
    if (problem) throw problem;
  }

  async #comment({ number, comment, isQuiet }: PlanReport, signal: AbortSignal): Promise<void> {
    if (comment === undefined) return;
    const { forge, getMarker } = this.options;
    // A definition of a link that nothing uses: no forge shows it, and each keeps it.
    const marker = `[//]: # (${getMarker(number)})`;
    const body = `${comment}\n\n${marker}\n`;
    const existing = await forge.findComment(number, marker, signal);
    if (!existing) {
      if (!isQuiet) await forge.createComment(number, body, signal);
    } else if (existing.body.replaceAll('\r\n', '\n').trim() !== body.trim()) {
      await forge.updateComment(number, existing.id, body, signal);
    }
  }
}

/** Returns the reason of a refusal, which no further attempt would change. */
async function findRefusal(work: Promise<void>): Promise<Problem | undefined> {
  try {
    await work;
    return undefined;
  } catch (problem) {
    if (problem instanceof Problem && problem.code === 'forge_refused') return problem;
    throw problem;
  }
}
