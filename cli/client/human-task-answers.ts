import type { HumanTask, HumanTaskSummary } from '../../controller/runs/contract.js';
import { parseJsonText, toJsonText } from '../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isObject, objectOr } from '../../schemas/json/values.js';
import { Failure, misuse, ProblemFailure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { failureText } from '../output/failure-text.js';
import { paletteFor } from '../output/terminal/palette.js';
import { printable } from '../output/terminal/printable.js';
import { distanceText } from '../output/time-text.js';
import type { Attendant } from './follow-run.js';
import { askForm } from './form-questions.js';
import { humanTasksPath } from './human-task-of-word.js';
import { allItems } from './noun-command.js';
import type { Questions } from './questions.js';
import type { ApiClient } from './rest/api-client.js';

/** The name of the key of the person who tries a flow. */
const personName = 'trial';

/** Returns the values of each `--answer`. @throws Failure */
export function parseAnswers(texts: readonly string[]): JsonObject[] {
  return texts.map((text) => {
    const hint = 'Write the values of the form, such as `--answer \'{"approved": true}\'`.';
    let value: Json;
    try {
      value = parseJsonText(text) as Json;
    } catch (error) {
      throw misuse(`\`--answer ${text}\` is not JSON: ${(error as Error).message}`, hint);
    }
    if (isObject(value)) return value;
    throw misuse(`\`--answer ${text}\` is no JSON object`, hint);
  });
}

/**
 * Answers the human tasks of a flow that runs in this process: with the answers of the command line, in the order in which the tasks open,
 * and then with those of the person at the terminal. The answers are those of a person of the trial, an administrator of its
 * temporary data, and the service judges them like any other.
 */
export class HumanTaskAnswers implements Attendant {
  readonly #shown = new Set<string>();
  #person: ApiClient | undefined;

  /** @param answers are taken out as they are used */
  constructor(
    private readonly io: Io,
    private readonly api: ApiClient,
    private readonly questions: Questions,
    private readonly answers: JsonObject[],
  ) {}

  async attend(pause: () => void): Promise<void> {
    const { items } = await allItems<HumanTaskSummary>(this.api, humanTasksPath, { mine: 'false' });
    const opened = items.filter(({ id }) => !this.#shown.has(id));
    opened.sort((a, b) => a.openedAt.localeCompare(b.openedAt) || a.reference.localeCompare(b.reference));
    for (const { id } of opened) {
      this.#shown.add(id);
      pause();
      await this.questions.inTurn(() => this.#answer(id));
    }
  }

  /** Says how many answers no task has asked for. */
  reportUnused(): void {
    const count = this.answers.length;
    if (count === 0) return;
    const verb = count === 1 ? 'One `--answer` was' : `${count} of \`--answer\` were`;
    this.#warn(`${verb} not used: the flow opened no further human task.`);
  }

  async #answer(id: string): Promise<void> {
    const task = await this.api.call<HumanTask>(`${humanTasksPath}/${id}`);
    this.#show(task);
    const values = this.answers.shift();
    if (values) {
      this.io.stderr.write(`  answer: ${printable(toJsonText(values))}\n`);
      if (await this.#complete(task, values, this.questions.canAsk)) return;
    }
    if (!this.questions.canAsk) throw unanswered(task);
    while (!(await this.#complete(task, await askForm(this.questions, task.form), true)));
  }

  /** Returns false for values that do not fit. @param repeats whether they are then asked for again */
  async #complete({ id }: HumanTask, values: JsonObject, repeats: boolean): Promise<boolean> {
    this.#person ??= await this.#createPerson();
    try {
      await this.#person.call(`${humanTasksPath}/${id}/complete`, { method: 'POST', body: { values } });
      return true;
    } catch (error) {
      if (!(error instanceof ProblemFailure)) throw error;
      const { code } = error.problem;
      if (code === 'human_task_ended') {
        this.#warn(`${error.message}.`);
        return true;
      }
      if (code !== 'human_task_values_invalid' || !repeats) throw error;
      this.io.stderr.write(failureText(new Failure(error.exitCode, error.message), this.#palette));
      return false;
    }
  }

  /** Makes a key for the person who tries the flow, in the temporary data of the trial. */
  async #createPerson(): Promise<ApiClient> {
    const body = { name: personName, role: 'admin', actor: 'person' };
    const { key } = await this.api.call<{ key: string }>('/api/v1/platform/api-keys', {
      method: 'POST',
      body,
    });
    return this.api.withKey(key);
  }

  #show({ title, description, flow, assignees, dueAt, sentBy }: HumanTask): void {
    const due = dueAt === null ? '' : `; due ${distanceText(dueAt)}, at ${dueAt}`;
    const lines = [
      `${this.#palette.bold('human task:')} ${printable(title.replace(/\s+/g, ' '))}`,
      ...(description === null ? [] : printable(description).split('\n')),
      printable(`flow ${flow}, for ${assignees.join(', ')}${due}`),
      ...(sentBy === null ? [] : [printable(`${sentBy} is not called: no notification is sent in a trial`)]),
    ];
    this.io.stderr.write(`\n${lines.join('\n  ')}\n`);
  }

  #warn(message: string): void {
    this.io.stderr.write(`${this.#palette.yellow('warning:')} ${printable(message)}\n`);
  }

  get #palette() {
    return paletteFor(this.io.stderr, this.io.env);
  }
}

function unanswered({ title, form }: HumanTask): Failure {
  return misuse(
    `The human task \`${title.replace(/\s+/g, ' ')}\` waits for an answer, and there is no terminal to ask for it`,
    `Give the answer with \`svc try … --answer '${toJsonText(toExample(form))}'\`, once for each task in the order in which they open.`,
    `The form is ${toJsonText(form)}`,
  );
}

/** Returns values in the shape of a form: those that its fields name, or else one of the type. */
function toExample(form: JsonObject): JsonObject {
  const fields = Object.entries(objectOr(form['properties']));
  return Object.fromEntries(fields.map(([key, schema]) => [key, toExampleValue(objectOr(schema))]));
}

function toExampleValue({ type, enum: choices, examples, default: fallback }: JsonObject): Json {
  const [first] = [choices, examples].flatMap((each) => (Array.isArray(each) ? each : []));
  const simple: Record<string, Json> = { boolean: true, number: 1, integer: 1, array: [], object: {} };
  return fallback ?? first ?? simple[String(type)] ?? '…';
}
