import { CallHeldBack, type OutgoingCall } from '../../controller/runs/index.js';
import type { Trial as TrialOptions } from '../../controller/start/base.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { Json } from '../../schemas/json/types.js';
import type { Io } from '../contract/io.js';
import { printable } from '../output/terminal/printable.js';
import type { Questions } from './questions.js';

/** Characters of the arguments of a call that are shown. */
const maxShown = 4_000;

/** A trial of a flow: where its secrets may go, and which of its calls are made. */
export class Trial implements TrialOptions {
  readonly #hosts = new Set<string>();
  /** Replaces secrets in texts that are shown. */
  mask: (value: Json) => Json = (value) => value;
  readonly beforeWrite: TrialOptions['beforeWrite'];

  /** @param stops whether calls that may change something wait for a yes */
  constructor(
    private readonly io: Io,
    private readonly questions: Questions,
    stops: boolean,
  ) {
    this.beforeWrite = stops ? (call) => questions.inTurn(() => this.#ask(call)) : undefined;
  }

  hosts(): readonly string[] {
    return [...this.#hosts];
  }

  /** Lets secrets be sent to these places from now on. */
  allow(hosts: Iterable<string>): void {
    for (const host of hosts) this.#hosts.add(host);
  }

  /** @throws CallHeldBack */
  async #ask(call: OutgoingCall): Promise<void> {
    const text = toJsonText(this.mask(call.arguments) ?? null, 2);
    const shown =
      text.length > maxShown
        ? `${text.slice(0, maxShown)}\n… ${text.length - maxShown} more characters`
        : text;
    this.io.stderr.write(`\n${printable(call.target)}\n${printable(shown)}\n`);
    const { canAsk } = this.questions;
    if (canAsk && (await this.questions.askYes('Make this call?'))) return;
    if (!canAsk) this.io.stderr.write('Held back: there is no terminal to ask.\n');
    throw new CallHeldBack();
  }
}
