import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { decodeStep, objectOr } from '../../../schemas/json/values.js';
import type { FlowErrorBody, StepKey } from '../../flows/index.js';
import type { RehearsedTestCall } from '../flow-tests/rehearsed-test.js';
import { toArguments } from '../flow-tests/test-host.js';
import { toCodeRequest } from '../record/rehearsed-run.js';
import type { RecordedRun } from '../replay/recorded-runs.js';
import { type CallKind, type RehearsedCall, toReference } from '../replay/rehearsed-call.js';
import type { RehearsedRecord } from '../replay/replayer.js';

/** The answer that a run got from outside at one step. */
export interface RecordedAnswer {
  readonly group: Exclude<RehearsedTestCall['group'], 'emit'>;
  /** The name by which an entry of `given` means the step. */
  readonly name: string;
  readonly task: string;
  readonly arguments: Json;
  /** True for what a test computes: JavaScript and stores. */
  readonly isInner: boolean;
  /** Undefined where none came. */
  readonly outcome:
    | { readonly output?: Json | undefined; readonly error?: FlowErrorBody | undefined }
    | undefined;
  /** The time that it took, in ms. */
  readonly takesMs: number;
}

const groups = { event: 'emit', 'human-task': 'humanTask', code: 'run' } as const;

function toGroup(kind: CallKind): RehearsedTestCall['group'] {
  return kind in groups ? groups[kind as keyof typeof groups] : 'call';
}

/** The calls of the run that reach something outside, as an expectation counts them: group and name. */
export function listOutwardCalls(record: RehearsedRecord): string[] {
  return record.rehearsed.calls
    .filter((call) => !isInnerCall(call, record))
    .map((call) => `${toGroup(call.meaning.kind)} ${toName(call)}`);
}

function toName({ meaning, reference }: RehearsedCall): string {
  return meaning.kind === 'human-task' ? toTask(reference) : meaning.target;
}

function toTask(reference: string): string {
  return decodeStep(reference.slice(reference.lastIndexOf('/') + 1));
}

function isInnerCall(
  { meaning: { kind, arguments: args } }: RehearsedCall,
  record: RehearsedRecord,
): boolean {
  if (kind === 'store') return true;
  return kind === 'code' && record.recorded.root.record.isSandboxed(toCodeRequest(args));
}

/** Returns what a run got from outside: answers of calls, of people, and events of other systems, each kind in its order. */
export function listRecordedAnswers(record: RehearsedRecord): RecordedAnswer[] {
  const { recorded, rehearsed } = record;
  const answers = rehearsed.calls.flatMap((call): RecordedAnswer[] => {
    const { kind, target, arguments: args } = call.meaning;
    if (kind === 'event') return [];
    if (kind === 'human-task') return [toHumanAnswer(record, call)];
    const isMessage = kind === 'message';
    const { outcome } = call;
    // The end of a subscription is no answer: it ends with the entries.
    if (isMessage && outcome?.error === undefined && outcome?.output == null) return [];
    const message =
      isMessage && outcome?.error === undefined ? objectOr(outcome?.output)['message'] : undefined;
    return [
      {
        group: kind === 'code' ? 'run' : 'call',
        name: target,
        task: toTask(call.reference),
        arguments: toArguments({ kind, target, arguments: args }),
        isInner: isInnerCall(call, record),
        outcome: message === undefined ? outcome : { output: message },
        takesMs: outcome === undefined ? 0 : Math.max(0, recorded.timeAt(call.place) - call.at),
      },
    ];
  });
  return [...answers, ...listEvents(record)];
}

function toHumanAnswer({ recorded }: RehearsedRecord, call: RehearsedCall): RecordedAnswer {
  const end = call.key.lastIndexOf('>') + 1;
  const run = recorded.find(call.key.slice(0, end));
  const head = `${call.key.slice(end)}:answer/`;
  const effects = [...(run?.journal.effects ?? [])].filter(([key]) => key.startsWith(head));
  const effect = effects
    .map(([, each]) => each)
    .findLast(({ output, error }) => error === undefined && output != null);
  const openedAt = recorded.timeAt(call.place);
  return {
    group: 'humanTask',
    name: toTask(call.reference),
    task: toTask(call.reference),
    arguments: call.meaning.arguments,
    isInner: false,
    outcome: effect && { output: effect.output },
    takesMs: run && effect ? Math.max(0, recorded.timeAt(recorded.toPlace(run, effect.order)) - openedAt) : 0,
  };
}

/** The events that came from outside: those of the runs themselves come again by themselves. */
function listEvents({ recorded, rehearsal }: RehearsedRecord): RecordedAnswer[] {
  const runs = [...recorded.all];
  const own = new Set(
    runs.flatMap(({ journal }) => [...journal.emitted.values()].map(({ output }) => output?.['id'])),
  );
  return runs
    .flatMap((run) =>
      [...run.journal.events].map(([key, received]) => toReceived(recorded, run, key, received)),
    )
    .filter(({ event }) => !own.has(event['id']))
    .sort((a, b) => a.place - b.place)
    .map(({ key, event, at }) => {
      const task = toTask(toReference(key.replace(/:event\/\d+$/, '')));
      const since = rehearsal.listeningSince.get(key) ?? at;
      return {
        group: 'listen',
        name: task,
        task,
        arguments: null,
        isInner: false,
        outcome: { output: event },
        takesMs: Math.max(0, at - since),
      };
    });
}

function toReceived(
  recorded: RehearsedRecord['recorded'],
  run: RecordedRun,
  key: StepKey,
  { event, order }: { event: JsonObject; order: number },
): { key: StepKey; event: JsonObject; place: number; at: number } {
  const place = recorded.toPlace(run, order);
  return { key: run.prefix + key, event, place, at: recorded.timeAt(place) };
}
