import { hash, randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { Write } from '../../storage/index.js';

/** CloudEvents 1.0, in the JSON format. */
export interface CloudEvent {
  specversion: '1.0';
  /** The same for the same occurrence, also when it is reported again after a crash. */
  id: string;
  source: string;
  type: string;
  subject?: string;
  /** RFC 3339. */
  time: string;
  datacontenttype: 'application/json';
  data: JsonObject;
}

/** An event and its subject, which decides who may see the event. */
export interface Occurrence {
  event: CloudEvent;
  /** Left out for events of the installation, which only administrators see. */
  about?: { branch: string; type?: string; name?: string };
  /** The flows whose runs led to the event, the first one first. */
  causes?: readonly string[];
  /** True for an event that a flow sends, which chose its id and has reached its branch already. */
  isSent?: true;
}

/** Returns an id that no other event has: flows choose the ids of the events that they send. */
export function occurrenceId({ event, isSent }: Occurrence): string {
  return isSent ? hash('sha256', JSON.stringify([event.source, event.id])) : event.id;
}

/** Takes the events of svc that flows may consume. */
export interface EventSink {
  /** False while no flow consumes such events, so that none needs to be made. */
  readonly isActive: boolean;
  /** Returns writes for the transaction that the events report; call `notify` with the same objects after its commit. */
  writes(occurrences: readonly Occurrence[]): Write[];
  notify(occurrences: readonly Occurrence[]): void;
}

/** Events in the order of their commits: all of those after position `after` up to `last`. Followers share it. */
export interface EventBatch {
  readonly after: number;
  readonly last: number;
  /** Characters of JSON. */
  readonly size: number;
  readonly items: readonly StreamedEvent[];
}

/** One item of the stream that a listener reads. */
export type StreamedEvent =
  | ({ /** Counts up; the position to continue after. */ seq: number } & Occurrence)
  /** Events before `seq` are no longer kept. */
  | { seq: number; missed: true };

export interface Events {
  /** Emits events; durable for webhooks when it resolves. */
  emit(occurrences: readonly Occurrence[]): Promise<void>;
  /** The position of the newest event: `follow` continues after it. */
  position(): Promise<number>;
  /** Yields the events after position `after`, or new ones, until the signal aborts: each event once, in order. */
  follow(
    types: readonly string[] | undefined,
    after: number | undefined,
    signal: AbortSignal,
  ): AsyncIterable<StreamedEvent>;
  /** As `follow`, for events of all types, and many at once: those who follow the newest events get the same objects. */
  batches(after: number | undefined, signal: AbortSignal): AsyncIterable<EventBatch>;
}

/** True when a type matches a pattern, whose `*` at the end is any rest. Without patterns, all but those of tasks match. */
export function matchesType(type: string, patterns: readonly string[] | undefined): boolean {
  if (patterns === undefined) return !type.startsWith('io.serverlessworkflow.task.');
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}

export type PlatformEventType =
  | 'dev.svc.proposal.opened.v1'
  | 'dev.svc.backup.completed.v1'
  | 'dev.svc.apikey.rotated.v1';

/** The part of a human task that its events report. */
export interface EventfulHumanTask {
  id: string;
  runId: string;
  flow: string;
  branch: string;
  environment: string | null;
  title: string;
  assignees: readonly string[];
  people: readonly string[];
  openedAt: number;
  dueAt: number | null;
  completedBy: string | null;
}

export const humanTaskOpened = 'dev.svc.humantask.opened.v1';

/** Returns the event about a human task; its links are added when it is sent (`webhookSender`). */
export function humanTaskEvent(
  what: 'opened' | 'completed' | 'overdue',
  task: EventfulHumanTask,
): Occurrence {
  const { id, runId, flow, branch, environment, title, assignees, people, openedAt, dueAt } = task;
  const iso = (at: number) => new Date(at).toISOString();
  const about = { humanTask: id, run: runId, flow, branch, environment, title };
  const audience = { assignees: [...assignees], people: [...people] };
  const times = { openedAt: iso(openedAt), dueAt: dueAt === null ? null : iso(dueAt) };
  const { completedBy } = task;
  const data: JsonObject = {
    ...about,
    ...audience,
    ...times,
    ...(what === 'completed' ? { completedBy } : {}),
  };
  const time = new Date().toISOString();
  const source = `/api/v1/${encodeURIComponent(branch)}/runs/${runId}`;
  const type = `dev.svc.humantask.${what}.v1`;
  return {
    event: cloudEvent({ id: `${id}-${what}`, source, type, subject: id, time, data }),
    about: { branch, type: 'flow', name: flow },
    causes: [flow],
  };
}

export function platformEvent(type: PlatformEventType, subject: string, data: JsonObject): Occurrence {
  const [id, time] = [randomUUID(), new Date().toISOString()];
  return { event: cloudEvent({ id, source: '/api/v1/platform', type, subject, time, data }) };
}

/** Adds the constant fields, in the order of all events. */
function cloudEvent({ data, ...fields }: Omit<CloudEvent, 'specversion' | 'datacontenttype'>): CloudEvent {
  return { specversion: '1.0', ...fields, datacontenttype: 'application/json', data };
}

/** Returns the event of a branch; the reconciler gives its id, time and type. */
export function branchEvent(event: {
  id: string;
  type: string;
  time: string;
  branch: string;
  revision: string;
  data: object;
}): Occurrence {
  const { id, type, time, branch, revision } = event;
  const data = event.data as JsonObject;
  const { kind, name } = data;
  const entity = typeof kind === 'string' && typeof name === 'string' ? { type: kind, name } : {};
  const source = `/api/v1/${encodeURIComponent(branch)}`;
  const subject = 'name' in entity ? `${kind}/${name}` : branch;
  return {
    event: cloudEvent({ id, source, type, subject, time, data: { branch, revision, ...data } }),
    about: { branch, ...entity },
  };
}

/** The part of a run that its events report. */
export interface EventfulRun {
  id: string;
  flow: string;
  branch: string;
  namespace: string;
  version: string;
  causes: readonly string[];
}

/** A change of a run or of one of its tasks. */
export interface RunChange {
  /** Counts up within the run. */
  seq: number;
  /** ms since the epoch. */
  at: number;
  /** The name of the Open Workflow lifecycle event, such as `workflow.started` or `task.completed`. */
  what: string;
  /** Reference of the task. */
  task?: string;
  error?: JsonObject;
}

/** Returns a lifecycle event of the Open Workflow DSL (section "Lifecycle Events"). */
export function runEvent(run: EventfulRun, { seq, at, what, task, error }: RunChange): Occurrence {
  const { id, flow, branch, namespace, version, causes } = run;
  const time = new Date(at).toISOString();
  const verb = what.slice(what.indexOf('.') + 1);
  const source = `/api/v1/${encodeURIComponent(branch)}/runs/${id}`;
  const name = `${flow}-${id}.${namespace}`;
  const data: JsonObject = {
    ...(task === undefined ? { name } : { workflow: name, task }),
    ...(what === 'workflow.started' ? { definition: { name: flow, namespace, version } } : {}),
    [`${verb}At`]: time,
    ...(error ? { error } : {}),
    ...(what === 'workflow.completed' ? { outputUri: source } : {}),
  };
  const type = `io.serverlessworkflow.${what}.v1`;
  return {
    event: cloudEvent({ id: `${id}-${seq}`, source, type, subject: flow, time, data }),
    about: { branch, type: 'flow', name: flow },
    causes: [...causes, flow],
  };
}

/** Returns the event that a task of a run sends. */
export function sentEvent(
  { branch, flow }: Pick<EventfulRun, 'branch' | 'flow'>,
  event: JsonObject,
): Occurrence {
  const about = { branch, type: 'flow', name: flow };
  return { event: event as unknown as CloudEvent, about, isSent: true };
}
