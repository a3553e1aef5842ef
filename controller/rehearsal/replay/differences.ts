import type { Json } from '../../../schemas/json/types.js';
import { isEqual, isObject, pointerTo } from '../../../schemas/json/values.js';
import type { FlowErrorBody } from '../../flows/index.js';
import { toTarget } from './call-pool.js';
import type { RehearsalOutcome, Step } from './rehearsal.js';
import type { CallKind, RehearsedCall } from './rehearsed-call.js';

/** Two values at one place. */
interface ChangedField {
  /** JSON pointer into the value; empty for all of it. */
  path: string;
  /** As the recorded version has it; undefined where it has none. */
  from?: Json | undefined;
  to?: Json | undefined;
}

type DifferenceKind =
  | 'output'
  | 'fault'
  | 'call-changed'
  | 'call-added'
  | 'call-dropped'
  /** The values depend on the time, and cannot be told apart from those of another moment. */
  | 'cannot-compare';

/** One respect in which a version would have done something else than the recorded one. */
export interface Difference {
  kind: DifferenceKind;
  /** The task at which the versions part: of the new version, or the old one for what is dropped. */
  task: string | null;
  flow: string;
  /** The call, such as `shop.get`; null for an output or a fault. */
  call: string | null;
  callKind: CallKind | null;
  /** The difference in words, without values. */
  text: string;
  fields: ChangedField[];
  /** True where the new version had answers that no run has recorded. */
  isAssumed: boolean;
}

/** The place at which two versions part: a task, or `/input` for the parameters of the flow. */
export type Parting = Pick<Step, 'flow' | 'reference'>;

/** One version in a rehearsal. */
export interface Rehearsed {
  readonly flow: string;
  /** The parameters of the flow with their defaults. */
  readonly input: Json;
  readonly outcome: RehearsalOutcome;
  readonly calls: readonly RehearsedCall[];
  readonly steps: readonly Step[];
}

/** Fields that are listed of one difference. */
const maxFields = 50;

/** Lists the places at which two values differ; a text says nothing about a changed order of members. */
export function listChangedFields(
  from: Json,
  to: Json,
  path = '',
  fields: ChangedField[] = [],
): ChangedField[] {
  if (fields.length >= maxFields || isEqual(from, to)) return fields;
  if (isObject(from) && isObject(to)) {
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
      const at = pointerTo(path, name);
      if (!Object.hasOwn(to, name)) fields.push({ path: at, from: from[name] });
      else if (!Object.hasOwn(from, name)) fields.push({ path: at, to: to[name] });
      else listChangedFields(from[name] ?? null, to[name] ?? null, at, fields);
    }
    return fields;
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    for (const [index, item] of from.entries())
      listChangedFields(item, to[index] ?? null, pointerTo(path, index), fields);
    return fields;
  }
  fields.push({ path, from, to });
  return fields;
}

/**
 * Compares two versions of one run.
 * @param unused the calls of the old version that the new one did not make
 * @param span the times of the run, ms since the epoch
 */
export function compareVersions(
  before: Rehearsed,
  after: Rehearsed,
  { unused, span, flow }: { unused: readonly RehearsedCall[]; span: readonly [number, number]; flow: string },
): Difference[] {
  const differences = compareCalls(after.calls, unused);
  const isAssumed = after.calls.some((call) => call.isAssumed);
  const outcome = compareOutcomes(before, after, flow);
  if (outcome) differences.push({ ...outcome, isAssumed });
  return differences.map((difference) =>
    isOfTime(difference, span) ? toIncomparable(difference) : difference,
  );
}

function compareCalls(calls: readonly RehearsedCall[], unused: readonly RehearsedCall[]): Difference[] {
  const left = unused.filter(({ meaning }) => meaning.kind !== 'code' || !isComputed(meaning.target));
  const differences: Difference[] = [];
  const open: RehearsedCall[] = [];
  for (const call of calls.filter((each) => each.isAssumed)) {
    const index = left.findIndex(
      (each) => each.key === call.key && toTarget(each.meaning) === toTarget(call.meaning),
    );
    if (index === -1) open.push(call);
    else differences.push(toChanged(left.splice(index, 1)[0] as RehearsedCall, call));
  }
  for (const call of open) {
    const index = left.findIndex((each) => toTarget(each.meaning) === toTarget(call.meaning));
    if (index === -1)
      differences.push(toCallDifference('call-added', call, 'is called, which it was not', []));
    else differences.push(toChanged(left.splice(index, 1)[0] as RehearsedCall, call));
  }
  for (const call of left)
    differences.push(toCallDifference('call-dropped', call, 'is not called any more', []));
  return differences;
}

/** JavaScript computes in the sandbox: what it returns is compared where it is used. */
function isComputed(target: string): boolean {
  return target === 'js' || target.startsWith('script/');
}

function toChanged(from: RehearsedCall, to: RehearsedCall): Difference {
  const fields = [
    ...listChangedFields(from.meaning.sent, to.meaning.sent),
    ...listChangedFields(from.meaning.definition, to.meaning.definition, '/definition'),
  ];
  return toCallDifference('call-changed', to, 'is called with other arguments', fields);
}

function toCallDifference(
  kind: DifferenceKind,
  { meaning, reference, flow, isAssumed }: RehearsedCall,
  what: string,
  fields: ChangedField[],
): Difference {
  const text = `\`${meaning.target}\` ${what}`;
  return {
    kind,
    task: reference,
    flow,
    call: meaning.target,
    callKind: meaning.kind,
    text,
    fields,
    isAssumed,
  };
}

function compareOutcomes(
  before: Rehearsed,
  after: Rehearsed,
  flow: string,
): Omit<Difference, 'isAssumed'> | undefined {
  const [from, to] = [before.outcome, after.outcome];
  const parting = findParting(before, after);
  const place = {
    task: parting?.reference ?? null,
    flow: parting?.flow ?? flow,
    call: null,
    callKind: null,
  };
  if (to.status === 'open')
    return {
      kind: 'cannot-compare',
      ...place,
      text: `The new version does not end: ${to.reason}`,
      fields: [],
    };
  if (from.status === 'completed' && to.status === 'completed') {
    const fields = listChangedFields(from.output, to.output);
    if (fields.length === 0) return undefined;
    return { kind: 'output', ...place, text: 'The output of the run differs', fields };
  }
  if (to.status === 'faulted') {
    const at = { ...place, task: to.error.instance ?? place.task };
    if (from.status !== 'faulted') {
      const text = `The run faults, which it did not: ${to.error.title ?? to.error.type} (${to.error.status})`;
      return { kind: 'fault', ...at, text, fields: [] };
    }
    const fields = listChangedFields(toFault(from.error), toFault(to.error));
    if (fields.length === 0) return undefined;
    return { kind: 'fault', ...at, text: 'The run faults with another error', fields };
  }
  return { kind: 'fault', ...place, text: 'The run completes, where it faulted', fields: [] };
}

/** An error without its place: a renamed task is no other error. */
function toFault({ type, status, title, detail = '', instance, code }: FlowErrorBody): Json {
  const name = instance?.split('/').at(-1) ?? '';
  const text = name === '' ? detail : detail.replaceAll(`\`${name}\``, '`task`');
  return { type, status, title: title ?? null, code: code ?? null, detail: text };
}

/** Finds where the versions part: the first step of the new one that is unlike the same step of the old one, or waits for ever. */
export function findParting(before: Rehearsed, after: Rehearsed): Parting | undefined {
  if (!isEqual(before.input, after.input)) return { flow: after.flow, reference: '/input' };
  const parting = findUnlike(before.steps, after.steps);
  return parting ?? (after.outcome.status === 'open' ? findWaiting(after.steps) : undefined);
}

/** Finds the innermost step that began and did not end. */
function findWaiting(steps: readonly Step[]): Step | undefined {
  const ended = new Set(steps.filter(isEnd).map(({ key }) => key));
  return steps.findLast(({ type, key }) => type === 'started' && !ended.has(key));
}

function findUnlike(before: readonly Step[], after: readonly Step[]): Step | undefined {
  const starts = new Map<string, Step>();
  const ends = new Map<string, Step>();
  for (const step of before) (step.type === 'started' ? starts : ends).set(step.key, step);
  const own = new Map<string, Step>();
  let last: Step | undefined;
  for (const step of after) {
    if (step.type === 'started') {
      own.set(step.key, step);
      const start = starts.get(step.key);
      if (start?.digest === step.digest && start !== undefined) continue;
      // A step that the old version did not come to, or at another moment: the one before it chose.
      if (last?.task === 'switch') return last;
      // The first step of another run has what the task gave that started the run.
      return (start && own.get(toOuter(step.key))) ?? step;
    } else if (isEnd(step)) {
      const end = ends.get(step.key);
      if (end?.type !== step.type || end.digest !== step.digest) return step;
      last = step;
    }
  }
  return undefined;
}

function isEnd({ type }: Step): boolean {
  return type === 'completed' || type === 'faulted' || type === 'skipped';
}

/** The key of the step that started the run of a step. */
function toOuter(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('>')));
}

/** True where each value is a time of the run: the versions read the clock at different moments. */
function isOfTime({ fields, kind }: Difference, span: readonly [number, number]): boolean {
  if (fields.length === 0 || (kind !== 'output' && kind !== 'call-changed')) return false;
  return fields.every(({ from, to }) => isTime(from, span) && isTime(to, span));
}

/** A time within a day has nothing to do with chance only within a second of the run. */
const slackMs = 1_000;

function isTime(value: Json | undefined, [start, end]: readonly [number, number]): boolean {
  const isWithin = (ms: number): boolean => ms >= start - slackMs && ms <= end + slackMs;
  if (typeof value === 'number') return isWithin(value) || isWithin(value * 1_000);
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return false;
  return isWithin(Date.parse(value));
}

function toIncomparable(difference: Difference): Difference {
  const text = `${difference.text}: at another moment of the run, which the record does not tell apart`;
  return { ...difference, kind: 'cannot-compare', text };
}
