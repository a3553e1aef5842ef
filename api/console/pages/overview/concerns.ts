import { texts } from '../../texts/texts.js';

interface Count {
  nodes: { id: string }[];
  pageInfo: { hasNextPage: boolean };
}

export interface Fault {
  id: string;
  flow: string;
  createdAt: string;
  environment: string | null;
  error: { title: string | null; detail: string | null; instance: string | null } | null;
}

const countNames = [
  'running',
  'waiting',
  'pending',
  'suspended',
  'completedDay',
  'faultedDay',
  'faultedWeek',
] as const;

/** Numbers of runs, each null where the reader may see no runs. */
export type RunCounts = Record<(typeof countNames)[number], Count | null> & {
  faults: { nodes: Fault[] } | null;
};

export interface Need {
  message: string;
  hint: string;
}

export interface UnrunnableEntity {
  type: string;
  name: string;
  missing: readonly Need[];
}

export interface TriggerState {
  name: string;
  flow: string;
  kind: 'schedule' | 'event' | 'webhook';
  state: 'active' | 'paused' | 'disabled' | 'inactive';
  environment: string | null;
  next: string[];
  pausedBy: string | null;
  messages: { connection: string | null; status: string | null; detail: string | null } | null;
  poll: { connection: string | null; status: string | null; detail: string | null } | null;
}

export interface BranchState {
  syncStatus: {
    conditions: { type: string; status: string }[];
    held: { reason: string; revision: string; message: string } | null;
    problems: {
      severity: string;
      rule: string;
      file: string;
      line: number;
      message: string;
      hint: string | null;
    }[];
    lastError: string | null;
    hints: { text: string }[] | null;
    push: { pending: number; lastError: string | null } | null;
  } | null;
  triggerStates: { nodes: TriggerState[] } | null;
}

export interface Check {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  detail: string;
  hint: string | null;
}

/** A thing that keeps something from running, and what to do about it. */
export interface Concern {
  id: string;
  tone: 'bad' | 'warn';
  title: string;
  detail: string;
  fix: string;
}

interface Findings {
  state: BranchState | undefined;
  unrunnable: readonly UnrunnableEntity[];
  checks: readonly Check[];
}

/** Checks that say in short what other concerns say of each entity. */
const summaries: ReadonlySet<string> = new Set(['entities', 'runnable']);

/** Lists what keeps flows from running, the worst first. */
export function collectConcerns({ state, unrunnable, checks }: Findings): Concern[] {
  const concerns = [
    ...getBranchConcerns(state?.syncStatus ?? null),
    ...unrunnable.map(toConcern),
    ...(state?.triggerStates?.nodes ?? []).flatMap(getTriggerConcerns),
    ...checks
      .filter(({ name, status }) => status !== 'ok' && !summaries.has(name))
      .map(({ name, status, detail, hint }): Concern => {
        const tone = status === 'fail' ? 'bad' : 'warn';
        return { id: `check/${name}`, tone, title: texts.concern.check(name), detail, fix: hint ?? '' };
      }),
  ];
  return [
    ...concerns.filter(({ tone }) => tone === 'bad'),
    ...concerns.filter(({ tone }) => tone === 'warn'),
  ];
}

function getBranchConcerns(sync: BranchState['syncStatus']): Concern[] {
  if (!sync) return [];
  const { held, problems, lastError, hints, push } = sync;
  const concerns: Concern[] = [];
  const hintTexts = (hints ?? []).map(({ text }) => text).join(' ');
  if (held) {
    const title = texts.concern.held(held.revision.slice(0, 8));
    const fix = held.reason === 'unverified' ? hintTexts : texts.concern.heldFix;
    concerns.push({ id: 'held', tone: 'bad', title, detail: held.message, fix });
  } else if (lastError) {
    const fix = hintTexts;
    concerns.push({ id: 'sync', tone: 'bad', title: texts.concern.sync, detail: lastError, fix });
  }
  if (push?.lastError) {
    const title = texts.concern.push(push.pending);
    concerns.push({ id: 'push', tone: 'warn', title, detail: push.lastError, fix: '' });
  }
  for (const [index, { severity, file, line, message, hint }] of problems.entries()) {
    if (severity !== 'error') continue;
    concerns.push({
      id: `problem/${index}`,
      tone: 'bad',
      title: texts.concern.notReady(`${file}:${line}`),
      detail: message,
      fix: hint ?? '',
    });
  }
  return concerns;
}

function toConcern({ type, name, missing }: UnrunnableEntity): Concern {
  return {
    id: `${type}/${name}`,
    tone: 'bad',
    title: texts.concern.notRunnable(type, name),
    detail: joinTexts(missing.map(({ message }) => message)),
    fix: joinTexts(missing.map(({ hint }) => hint)),
  };
}

/** Joins different texts to sentences. */
function joinTexts(parts: readonly string[]): string {
  return [...new Set(parts)].map((part) => (/[.!?]$/.test(part) ? part : `${part}.`)).join(' ');
}

function getTriggerConcerns({ name, state, pausedBy, messages, poll }: TriggerState): Concern[] {
  if (state === 'paused') {
    const detail = pausedBy === null ? '' : texts.concern.pausedBy(pausedBy.replace(/^\w+:/, ''));
    const title = texts.concern.paused(name);
    return [{ id: `paused/${name}`, tone: 'warn', title, detail, fix: texts.concern.pausedFix }];
  }
  const source = messages ?? poll;
  if (state !== 'active' || source?.status !== 'failing') return [];
  const title = texts.concern.messages(name, source.connection ?? '');
  return [{ id: `messages/${name}`, tone: 'bad', title, detail: source.detail ?? '', fix: '' }];
}

/** The next time at which a trigger is to start its flow. */
export interface NextStart {
  trigger: string;
  flow: string;
  environment: string | null;
  at: string;
  /** The times after it, the nearest first. */
  later: readonly string[];
  /** The reason why no run will start or succeed then. */
  obstacle: string | undefined;
}

const maxStarts = 8;
const maxAheadMs = 7 * 24 * 3_600_000;

/** Returns the triggers whose next time is within a week, the nearest first, with what stands in their way. */
export function getNextStarts(
  triggers: readonly TriggerState[],
  unrunnable: readonly UnrunnableEntity[],
  nowMs: number,
): NextStart[] {
  const blocked = new Set(unrunnable.map(({ type, name }) => `${type}/${name}`));
  return (
    triggers
      // A poll may start nothing.
      .filter(({ state, poll }) => (state === 'active' || state === 'paused') && poll === null)
      .flatMap(({ name, flow, environment, state, next }) => {
        const isBlocked = blocked.has(`flow/${flow}`) || blocked.has(`trigger/${name}`);
        const blocking = isBlocked ? texts.overview.cannotRun : undefined;
        const obstacle = state === 'paused' ? texts.overview.isPaused : blocking;
        const [at, ...later] = next.filter((time) => Date.parse(time) > nowMs);
        if (at === undefined || Date.parse(at) - nowMs > maxAheadMs) return [];
        return [{ trigger: name, flow, environment, at, later, obstacle } satisfies NextStart];
      })
      .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .slice(0, maxStarts)
  );
}

/** A number of runs, and whether there are more. */
export interface RunCount {
  count: number;
  isMore: boolean;
}

export function toCount(list: Count | null | undefined): RunCount | undefined {
  return list ? { count: list.nodes.length, isMore: list.pageInfo.hasNextPage } : undefined;
}
