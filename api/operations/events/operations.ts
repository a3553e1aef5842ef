import {
  type EventBatch,
  matchesType,
  type Occurrence,
  type StreamedEvent,
} from '../../../controller/delivery/index.js';
import { findAttributeProblem, isOwnType } from '../../../controller/flows/index.js';
import { Problem, type ProblemDetail } from '../../../controller/problems/index.js';
import type { Access } from '../../../controller/security/identity/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { getAccess } from '../shared/authorization.js';
import { type Operation, type OperationContext, reads, type StreamItem } from '../shared/operation.js';
import { described, getAnswer, integer, named, openObject, text } from '../shared/schemas.js';

const maxEvents = 100;
/** The attributes of CloudEvents 1.0 that each event has. */
const required = ['id', 'source', 'type'];

/** Streams events as they happen, after those that the listener missed since its last one. */
export const followEvents: Operation<{ type?: string; after?: number }> = {
  name: 'follow-events',
  title: 'Follow events',
  description:
    'CloudEvents from now on, as server-sent events: about runs, syncs and changes of entities, and those that flows send. A client that reconnects within an ' +
    'hour with `Last-Event-ID` receives every event once, also across a restart of svc; an event `missed` marks a gap. ' +
    'To receive events without a connection, set `Events.Webhooks`.',
  hints: reads,
  permission: 'viewer',
  target: () => ({ type: 'flow', some: true }),
  input: {
    properties: {
      type: {
        type: 'string',
        minLength: 1,
        maxLength: 1024,
        description:
          'Types of events to receive, separated by commas; `*` at the end of a type matches any rest. By default all but those of single tasks.',
        examples: ['dev.svc.sync.*', 'io.serverlessworkflow.*'],
      },
      after: {
        type: 'integer',
        minimum: 0,
        description: 'The id of the last event that the client has received.',
      },
      follow: {
        type: 'boolean',
        default: true,
        description: 'Always true: the answer is a stream that does not end by itself.',
      },
    },
  },
  output: openObject,
  async run(context, { type, after }) {
    const types = type?.split(',').map((each) => each.trim());
    return { stream: follow(context, types, after) };
  },
};

async function* follow(
  context: OperationContext,
  types: readonly string[] | undefined,
  after: number | undefined,
): AsyncGenerator<readonly StreamItem[]> {
  const { events } = context.controller;
  for await (const batch of events.batches(after, context.listening)) {
    const items = visibleItems(context, batch, types);
    if (items.length > 0) yield items;
  }
}

/** The items that callers see, by their rights and the types that they asked for. */
const seen = new WeakMap<EventBatch, Map<string, readonly StreamItem[]>>();
/** Events as callers get them. */
const shown = new WeakMap<StreamedEvent, StreamItem>();

/** The events of a batch that the caller may see: the same list for all callers with equal rights. */
function visibleItems(
  context: OperationContext,
  batch: EventBatch,
  types: readonly string[] | undefined,
): readonly StreamItem[] {
  const access = getAccess(context);
  const lists = seen.get(batch) ?? new Map<string, readonly StreamItem[]>();
  seen.set(batch, lists);
  const group = JSON.stringify([access.rights, types]);
  let items = lists.get(group);
  if (!items) {
    items = batch.items
      .filter(
        (item) => 'missed' in item || (matchesType(item.event.type, types) && maySee(access, item.about)),
      )
      .map((item) => shownAs(context, item));
    lists.set(group, items);
  }
  return items;
}

function maySee(access: Access, about: Occurrence['about']): boolean {
  return about ? access.may('viewer', about) : access.may('admin', { type: 'event' });
}

function shownAs({ controller }: OperationContext, item: StreamedEvent): StreamItem {
  let shownItem = shown.get(item);
  if (!shownItem) {
    shownItem =
      'missed' in item
        ? { event: 'missed', id: item.seq, data: { before: item.seq } }
        : { event: item.event.type, id: item.seq, data: controller.vault.maskJson({ ...item.event }) };
    shown.set(item, shownItem);
  }
  return shownItem;
}

export const publishEvents: Operation<{ events: Json }> = {
  name: 'publish-events',
  title: 'Publish events',
  description:
    'Accepts up to 100 CloudEvents 1.0: structured (`application/cloudevents+json`), a batch ' +
    '(`application/cloudevents-batch+json`), or in binary mode, with the attributes in `ce-` headers. Each event starts the flows ' +
    'whose `schedule.on` it matches, and reaches the runs that `listen` for it, on production and `Git.ActiveBranches`: once, ' +
    'also across a restart. A repeated event (same `source` and `id`) does nothing. Types of events of svc (`dev.svc.…`, `io.serverlessworkflow.workflow.…` and `.task.…`) are refused.',
  hints: { readOnly: false, destructive: false, idempotent: true },
  permission: 'operator',
  target: () => ({ type: 'flow', some: true }),
  input: {
    properties: {
      events: {
        type: ['object', 'array'],
        additionalProperties: true,
        items: openObject,
        description: 'One event in the JSON format of CloudEvents, or an array of them.',
        examples: [
          [{ specversion: '1.0', id: '1', source: '/shop', type: 'com.example.order.placed.v1', data: {} }],
        ],
      },
    },
    required: ['events'],
  },
  output: getAnswer(
    { title: 'PublishedEvents', description: 'The outcome of published events.' },
    {
      accepted: described(integer, 'Number of accepted events.'),
      triggered: {
        type: 'array',
        description:
          'The flows that start by events of these types, unless a condition or another event is missing; only those that the caller may run.',
        items: getAnswer(
          { title: 'TriggeredFlow', description: 'A flow that an event starts.' },
          {
            branch: named.branch,
            flow: named.flow,
            source: described(text, 'The `source` of the event.'),
            id: described(text, 'The `id` of the event.'),
          },
        ),
      },
    },
  ),
  async run(context, input) {
    const events = requireEvents(input.events);
    const access = getAccess(context);
    const triggered = await context.controller.triggers.accept(events, {
      principal: context.principal.id,
      mayRun: (branch, name) =>
        access.may('operator', { branch, type: 'flow', ...(name === undefined ? {} : { name }) }),
    });
    context.audit?.note({ events: events.length, triggered: triggered.length });
    return { value: { accepted: events.length, triggered }, outcome: 'accepted' };
  },
};

/** @throws Problem body_invalid with every fault of every event */
function requireEvents(value: Json): JsonObject[] {
  const isBatch = Array.isArray(value);
  const events = isBatch ? value : [value];
  const errors =
    events.length > maxEvents
      ? [{ pointer: '', message: `has ${events.length} events; at most ${maxEvents} are accepted` }]
      : events.flatMap((event, index) => getFaults(event, isBatch ? `/${index}` : ''));
  if (errors.length === 0) return events as JsonObject[];
  throw new Problem('body_invalid', 'The body is not one or more CloudEvents', {
    errors: errors.slice(0, maxEvents),
    hints: [
      'An event has `specversion` (`1.0`), `id`, `source` and `type`, each a string: in its JSON, or in `ce-` headers.',
    ],
  });
}

function getFaults(event: Json, pointer: string): ProblemDetail[] {
  if (!isObject(event)) return [{ pointer, message: 'must be an object' }];
  const fault = (name: string, message: string) => ({ pointer: `${pointer}/${name.slice(0, 100)}`, message });
  const faults = required
    .filter((name) => event[name] === undefined)
    .map((name) => fault(name, 'is missing'));
  if (event['specversion'] !== '1.0') faults.push(fault('specversion', 'must be `1.0`'));
  if (event['data'] !== undefined && event['data_base64'] !== undefined)
    faults.push(fault('data_base64', 'cannot be combined with `data`'));
  for (const [name, value] of Object.entries(event)) {
    // A type of svc's own has an error of its own.
    const problem =
      name === 'type' && isOwnType(String(value)) ? undefined : findAttributeProblem(name, value);
    if (problem) faults.push(fault(name, problem));
  }
  return faults;
}
