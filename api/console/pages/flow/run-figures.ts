import type { Run } from '../../data/runs.js';

type Figure = Pick<Run, 'id' | 'status' | 'durationMs'>;

export interface RunFigures {
  completed: number;
  faulted: number;
  /** Undefined where no run has completed. */
  medianMs: number | undefined;
  maxMs: number;
}

/** Returns what the last runs of a flow tell: how they ended, and how long those that completed took. */
export function getRunFigures(runs: readonly Figure[]): RunFigures {
  const durations = runs
    .flatMap(({ status, durationMs }) => (status === 'completed' && durationMs != null ? [durationMs] : []))
    .sort((a, b) => a - b);
  return {
    completed: runs.filter(({ status }) => status === 'completed').length,
    faulted: runs.filter(({ status }) => status === 'faulted').length,
    medianMs: durations[Math.floor(durations.length / 2)],
    maxMs: Math.max(0, ...runs.map(({ durationMs }) => durationMs ?? 0)),
  };
}

const minShare = 0.06;

/** The height of a bar as a share of the highest; a short run has a bar all the same. */
export function getBarShare({ durationMs }: Figure, maxMs: number): number {
  return maxMs === 0 ? minShare : Math.max(minShare, (durationMs ?? 0) / maxMs);
}
