interface Figure {
  name: string;
  value: number;
  unit: string;
  atMost: number | undefined;
}

/** Collects the wrong outcomes and the figures of a proof, and prints them. */
export class Report {
  readonly #wrong: string[] = [];
  readonly #figures: Figure[] = [];
  readonly #begin = performance.now();

  /** @param judgesFigures false where only outcomes count, because the machine may be busy */
  constructor(private readonly judgesFigures: boolean) {}

  get hasFailed(): boolean {
    return this.#wrong.length > 0;
  }

  progress(text: string): void {
    const seconds = ((performance.now() - this.#begin) / 1_000).toFixed(0);
    console.log(`${seconds.padStart(5)} s  ${text}`);
  }

  /** Records a wrong outcome. */
  fail(text: string): void {
    this.#wrong.push(text);
    this.progress(`WRONG: ${text}`);
  }

  /** Records a figure. @param atMost the aim, which fails the proof where figures are judged */
  figure(name: string, value: number, unit = '', atMost?: number): void {
    this.#figures.push({ name, value, unit, atMost });
  }

  /** Prints the table and the verdict. Returns true when the proof holds. */
  finish(): boolean {
    console.log('');
    for (const { name, value, unit, atMost } of this.#figures) {
      const shown = Number.isInteger(value) ? String(value) : value.toFixed(1);
      const aim = atMost === undefined ? '' : `   aim: at most ${atMost}`;
      const verdict = atMost !== undefined && value > atMost ? '   beyond' : '';
      console.log(`${name.padEnd(52)}${shown.padStart(10)} ${unit.padEnd(4)}${aim}${verdict}`);
    }
    const beyond = this.#figures.filter(({ value, atMost }) => atMost !== undefined && value > atMost);
    const isTooSlow = this.judgesFigures && beyond.length > 0;
    console.log(
      `\n${this.#wrong.length} wrong outcomes${isTooSlow ? `, ${beyond.length} figures beyond` : ''}`,
    );
    for (const text of this.#wrong.slice(0, 20)) console.log(`  ${text}`);
    return this.#wrong.length === 0 && !isTooSlow;
  }
}

/** The value that the given part of the values does not exceed; 0 without values. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export function findMax(values: readonly number[]): number {
  return values.reduce((max, value) => Math.max(max, value), 0);
}
