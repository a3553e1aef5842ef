import type { Json } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { runTask } from '../../execution/execute.js';
import { inner } from '../../execution/frames.js';
import { getNow } from '../../execution/host-calls.js';
import { FlowError, type FlowErrorBody, standardError, standardType } from '../../plan/errors.js';
import type { OpenHumanTask } from '../../plan/host.js';
import type { Scope, TaskNode } from '../../plan/node.js';

/** Attempts of one round: the first, and others after 30 s, 1, 2, 4, 8 and 16 minutes. */
const maxAttempts = 7;
/** The pause before the second attempt, in ms; each further one is twice as long. */
const firstPause = 30_000;
/** The longest pause that a receiver can ask for, in ms. */
const maxPauseMs = 3_600_000;
/** The code of the error about a person to whom a link is of no use. */
const unlinkedCode = 'person_required';
/** Errors of the flow itself, which another attempt would only repeat. */
const lasting: readonly unknown[] = ['configuration', 'validation', 'expression'];

/** The calls of `notify` for one human task. A call that fails is logged: the task can be found without it. */
export class Notifications {
  readonly #scope: Scope;
  /** Indexes of the people that the round has not notified. */
  #left: readonly number[] = [];
  #reminder = 0;
  #attempt = 0;
  /** The people that the task shows as not notified. */
  #shown = '[]';

  /** @param about `input` is that of the task */
  constructor(
    scope: Scope,
    private readonly node: TaskNode,
    private readonly about: { task: OpenHumanTask; title: string; input: Json },
  ) {
    this.#scope = scope;
  }

  /** Begins a round: 0 for the first notification, then the number of the reminder. */
  begin(reminder: number): void {
    this.#reminder = reminder;
    this.#attempt = 0;
    this.#left = this.about.task.people.map((_, index) => index);
  }

  /**
   * Calls `notify` once for each person that the round has not notified. Returns the time of the next attempt in ms since the
   * epoch, infinite for none.
   */
  async send(): Promise<number> {
    this.#attempt++;
    const failed = new Map<number, FlowErrorBody>();
    for (const index of this.#left) {
      const error = await this.#call(index);
      if (error) failed.set(index, error);
    }
    this.#show([...failed]);
    this.#left = [...failed.keys()].filter((index) => !lasting.includes(getErrorType(failed.get(index))));
    if (this.#left.length === 0 || this.#attempt === maxAttempts) return Number.POSITIVE_INFINITY;
    const pauseMs = Math.max(...this.#left.map((index) => (failed.get(index)?.retryAfter ?? 0) * 1_000));
    const pause = Math.max(firstPause * 2 ** (this.#attempt - 1), Math.min(pauseMs, maxPauseMs));
    const { host } = this.#scope.frame.run;
    const at = `${this.#scope.key}:answer/${this.#reminder}:notified/${this.#attempt}`;
    return (host.value(at, () => getNow(host)) as number) + pause;
  }

  /** Returns the error of a call that failed. */
  async #call(index: number): Promise<FlowErrorBody | undefined> {
    const { task, title, input } = this.about;
    const { host } = this.#scope.frame.run;
    const person = task.people[index];
    const { assignee = '', link = '' } = person ?? {};
    const dueAt = task.dueAt === null ? null : new Date(task.dueAt).toISOString();
    const [reminder, attempt] = [this.#reminder, this.#attempt];
    const first = `${this.#scope.key}@${reminder * task.people.length + index}`;
    const key = attempt === 1 ? first : `${first}#${attempt}`;
    const data = { link, assignee, reminder, humanTask: task.id, title, dueAt, input };
    const unlinked = host.value(`${key}:unlinked`, () => this.#tellUnlinked(index) ?? null);
    if (isObject(unlinked)) {
      return unlinked['mayAnswer'] === true ? undefined : cannotAnswer(String(unlinked['reason']));
    }
    try {
      await runTask(this.node, inner(this.#scope, { prefix: key, attempt }), data, 1);
      return undefined;
    } catch (error) {
      if (!(error instanceof FlowError)) throw error;
      const { body } = error;
      host.value(`${key}:failed`, () => {
        const why = body.detail ?? body.title ?? getCode(body);
        const about = { humanTask: task.id, assignee, attempt, code: getCode(body), status: body.status };
        host.log('error', `${assignee} was not notified of the human task: ${why}`, about);
        return true;
      });
      return body;
    }
  }

  /** Logs that a link would be of no use to a person. */
  #tellUnlinked(index: number): { reason: string; mayAnswer: boolean } | undefined {
    const { id, people } = this.about.task;
    const person = people[index];
    const unlinked = person?.unlinked();
    if (person === undefined || unlinked === undefined) return undefined;
    const { reason, mayAnswer } = unlinked;
    const { assignee } = person;
    const about = { humanTask: id, assignee, ...(mayAnswer ? {} : { code: unlinkedCode }) };
    const message = `No link to the human task was sent to ${assignee}: ${reason}`;
    this.#scope.frame.run.host.log(mayAnswer ? 'info' : 'error', message, about);
    return unlinked;
  }

  /** Shows at the task who was not notified, where that has changed. */
  #show(failed: readonly [number, FlowErrorBody][]): void {
    const { key, frame } = this.#scope;
    const { host } = frame.run;
    const people = failed.map(([index]) => this.about.task.people[index]?.assignee ?? '');
    const shown = JSON.stringify(people);
    if (shown === this.#shown) return;
    this.#shown = shown;
    host.value(`${key}:answer/${this.#reminder}:unnotified/${this.#attempt}`, () => {
      const [, error] = failed[0] ?? [];
      host.noteUnnotified(key, people, error && getCode(error));
      return true;
    });
  }
}

function cannotAnswer(detail: string): FlowErrorBody {
  return standardError('configuration', { detail, code: unlinkedCode }).body;
}

function getErrorType(error: FlowErrorBody | undefined): unknown {
  return error && standardType(error.type);
}

function getCode({ code, type }: FlowErrorBody): string {
  return code ?? type.slice(type.lastIndexOf('/') + 1);
}
