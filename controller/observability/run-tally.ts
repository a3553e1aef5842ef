import { TokenTally } from './token-tally.js';

/** The labels of a run in the metrics. */
export interface RunLabels {
  flow: string;
  branch: string;
  status: string;
}

/** The ended runs of one flow on one branch. */
export interface RunFigures {
  flow: string;
  branch: string;
  /** By final status. */
  ended: Readonly<Record<string, number>>;
  /** Seconds, of all of them. */
  seconds: number;
  /** Runs that took at most `durationBounds[n]` seconds, for each n. */
  within: readonly number[];
}

interface Series extends RunFigures {
  ended: Record<string, number>;
  within: number[];
}

/** Seconds. */
export const durationBounds: readonly number[] = [0.1, 1, 10, 60, 600, 3_600];

/** Pairs of flow and branch with a series of their own. */
const maxSeries = 200;
/** The label of all others; no name of a flow or branch begins with an underscore in svc. */
const others = '_other';

/** Counts ended runs by flow, branch and status, with a bounded number of series. */
export class RunTally {
  /** The tokens of language models that runs used. */
  readonly tokens = new TokenTally();
  readonly #series = new Map<string, Series>();

  constructor(private readonly max = maxSeries) {}

  /** Counts an ended run. Its times are ms since the epoch. */
  ended(run: RunLabels & { startedAt: number | null; endedAt: number | null }): void {
    this.add(run, run.startedAt === null ? 0 : (run.endedAt ?? run.startedAt) - run.startedAt);
  }

  add({ flow, branch, status }: RunLabels, durationMs: number): void {
    const series = this.#find(flow, branch);
    const seconds = durationMs / 1_000;
    series.ended[status] = (series.ended[status] ?? 0) + 1;
    series.seconds += seconds;
    for (const [at, bound] of durationBounds.entries()) {
      if (seconds <= bound) series.within[at] = (series.within[at] ?? 0) + 1;
    }
  }

  /** The figures of each flow on each of these branches; drops those of all other branches. */
  figures(branches: ReadonlySet<string>): readonly RunFigures[] {
    for (const [key, { branch }] of this.#series) {
      if (branch !== others && !branches.has(branch)) this.#series.delete(key);
    }
    return [...this.#series.values()];
  }

  #find(flow: string, branch: string): Series {
    const key = `${branch} ${flow}`;
    const seriesOfKey = this.#series.get(key);
    if (seriesOfKey) return seriesOfKey;
    const isFull = this.#series.size >= this.max && flow !== others;
    if (isFull) return this.#find(others, others);
    const series = { flow, branch, ended: {}, seconds: 0, within: durationBounds.map(() => 0) };
    this.#series.set(key, series);
    return series;
  }
}
