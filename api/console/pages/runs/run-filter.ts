import {
  type RunQuery,
  type RunStatus,
  type RunTrigger,
  runStatuses,
  runTriggers,
} from '../../data/run-states.js';

/** Texts that runs are found by, in the order of their fields. */
export const finders = ['failedTask', 'error', 'label', 'q'] as const;
type Finder = (typeof finders)[number];
const maxText = 200;

/** The filter of the list as the address has it. */
export interface RunFilter extends Partial<Record<Finder | 'path', string>> {
  status?: RunStatus;
  flow?: string;
  trigger?: RunTrigger;
  /** A period up to now. */
  period?: Period;
}

type Period = (typeof periods)[number];
export const periods = ['1h', '24h', '7d', '30d'] as const;

const hourMs = 3_600_000;
const periodMs: Record<Period, number> = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
};

/** Reads the filter from an address; what is not known there is left out. */
export function readRunFilter(raw: Record<string, string | undefined>): RunFilter {
  const { status, flow, trigger, period } = raw;
  const texts = ([...finders, 'path'] as const).flatMap((name) => {
    const text = raw[name]?.trim().slice(0, maxText);
    return text ? [[name, text]] : [];
  });
  return {
    ...(isOneOf(runStatuses, status) ? { status } : {}),
    ...(flow ? { flow } : {}),
    ...(isOneOf(runTriggers, trigger) ? { trigger } : {}),
    ...(isOneOf(periods, period) ? { period } : {}),
    ...Object.fromEntries(texts),
  };
}

function isOneOf<T extends string>(values: readonly T[], value: string | undefined): value is T {
  return value !== undefined && (values as readonly string[]).includes(value);
}

/**
 * Returns the filter as the API has it. A period starts at a full minute, so that the same address asks the same question
 * for a while.
 */
export function toRunQuery({ period, ...others }: RunFilter, nowMs: number): RunQuery {
  if (period === undefined) return others;
  const minute = Math.floor(nowMs / 60_000) * 60_000;
  return { ...others, since: new Date(minute - periodMs[period]).toISOString() };
}
