import type { StepKey } from '../../flows/index.js';
import type { CallMeaning, RehearsedCall } from './rehearsed-call.js';

/** The calls of the recorded version, from which another version takes its answers: by meaning, then by place. */
export class CallPool {
  readonly #unused = new Map<string, RehearsedCall[]>();
  readonly #byTarget = new Map<string, RehearsedCall[]>();
  readonly #used = new Set<RehearsedCall>();

  constructor(readonly calls: readonly RehearsedCall[]) {
    for (const call of [...calls].sort((a, b) => a.place - b.place)) {
      add(this.#unused, call.meaning.text, call);
      add(this.#byTarget, toTarget(call.meaning), call);
    }
  }

  /** Takes the recorded call that means the same: that of the same step, or else the earliest. */
  take(key: StepKey, meaning: CallMeaning): RehearsedCall | undefined {
    const calls = this.#unused.get(meaning.text);
    if (calls === undefined || calls.length === 0) return undefined;
    const index = Math.max(
      0,
      calls.findIndex((call) => call.key === key),
    );
    const [call] = calls.splice(index, 1);
    if (call) this.#used.add(call);
    return call;
  }

  /** Returns a recorded call of the same target whose answer is the best assumption; it stays for others. */
  findLike(key: StepKey, meaning: CallMeaning): RehearsedCall | undefined {
    const calls = this.#byTarget.get(toTarget(meaning)) ?? [];
    return (
      calls.find((call) => call.key === key) ??
      calls.find((call) => !this.#used.has(call) && call.outcome !== undefined) ??
      calls.find((call) => call.outcome !== undefined)
    );
  }

  /** The calls that the other version did not make, in the recorded order. */
  get unused(): RehearsedCall[] {
    return this.calls.filter((call) => !this.#used.has(call));
  }
}

export function toTarget({ kind, target }: CallMeaning): string {
  return `${kind} ${target}`;
}

function add(map: Map<string, RehearsedCall[]>, name: string, call: RehearsedCall): void {
  const calls = map.get(name);
  if (calls) calls.push(call);
  else map.set(name, [call]);
}
