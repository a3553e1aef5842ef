import { Problem, type ProblemDetail } from '../../controller/problems/index.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import { accessOf } from './access.js';
import type { Operation } from './operation.js';

const mostEvents = 100;
const longest = 2_048;
/** Attributes of CloudEvents 1.0 that are text, where they are there; the first three must be. */
const required = ['id', 'source', 'type'];
const optional = ['subject', 'time', 'dataschema', 'datacontenttype', 'data_base64'];

export const publishEvents: Operation<{ events: Json }> = {
  name: 'publish-events',
  title: 'Publish events',
  description:
    'Takes CloudEvents 1.0 in, one or up to 100: structured (`application/cloudevents+json`), a batch ' +
    '(`application/cloudevents-batch+json`), or in binary mode, with the attributes in `ce-` headers. Each starts the flows ' +
    'whose `schedule.on` it fits, on production and `Git.ActiveBranches`: once, also over a restart. The same event again ' +
    '(`source` and `id`) starts nothing new.',
  hints: { readOnly: false, destructive: false, idempotent: true },
  permission: 'operator',
  target: () => ({ type: 'flow', some: true }),
  input: {
    properties: {
      events: {
        type: ['object', 'array'],
        additionalProperties: true,
        items: { type: 'object', additionalProperties: true },
        description: 'One event in the JSON format of CloudEvents, or an array of them.',
        examples: [
          [{ specversion: '1.0', id: '1', source: '/shop', type: 'com.example.order.placed.v1', data: {} }],
        ],
      },
    },
    required: ['events'],
  },
  output: {
    title: 'PublishedEvents',
    type: 'object',
    required: ['accepted', 'triggered'],
    properties: {
      accepted: { type: 'integer', description: 'How many events were taken in.' },
      triggered: {
        type: 'array',
        description: 'Which flows they start, of those that you may run.',
        items: {
          title: 'TriggeredFlow',
          type: 'object',
          required: ['branch', 'flow', 'source', 'id'],
          properties: {
            branch: { type: 'string' },
            flow: { type: 'string' },
            source: { type: 'string', description: 'Of the event.' },
            id: { type: 'string', description: 'Of the event.' },
          },
        },
      },
    },
  },
  async run(context, input) {
    const events = requireEvents(input.events);
    const access = accessOf(context);
    const triggered = await context.controller.triggers.accept(events, {
      principal: context.principal.id,
      mayRun: (branch, name) => access.may('operator', { branch, type: 'flow', name }),
    });
    context.audit?.note({ events: events.length, triggered: triggered.length });
    return { value: { accepted: events.length, triggered }, outcome: 'accepted' };
  },
};

/** @throws Problem body_invalid with every fault of every event */
function requireEvents(given: Json): JsonObject[] {
  const isBatch = Array.isArray(given);
  const events = isBatch ? given : [given];
  const errors =
    events.length > mostEvents
      ? [{ pointer: '', message: `holds ${events.length} events, and no more than ${mostEvents} are taken` }]
      : events.flatMap((event, index) => faultsOf(event, isBatch ? `/${index}` : ''));
  if (errors.length === 0) return events as JsonObject[];
  throw new Problem('body_invalid', 'What was sent are not CloudEvents', {
    errors: errors.slice(0, mostEvents),
    hints: [
      'An event has `specversion` (`1.0`), `id`, `source` and `type`, each a text: in its JSON, or in `ce-` headers.',
    ],
  });
}

function faultsOf(event: Json, pointer: string): ProblemDetail[] {
  if (event === null || typeof event !== 'object' || Array.isArray(event)) {
    return [{ pointer, message: 'must be an object' }];
  }
  const fault = (name: string, message: string) => ({ pointer: `${pointer}/${name.slice(0, 100)}`, message });
  const isText = (value: Json | undefined) =>
    typeof value === 'string' && value.length > 0 && value.length <= longest;
  const faults = required
    .filter((name) => !isText(event[name]))
    .map((name) => fault(name, `must be a text of 1 to ${longest} characters`));
  if (event['specversion'] !== '1.0') faults.push(fault('specversion', 'must be `1.0`'));
  if (event['data'] !== undefined && event['data_base64'] !== undefined)
    faults.push(fault('data_base64', 'cannot stand beside `data`'));
  for (const [name, value] of Object.entries(event)) {
    if (name === 'data' || required.includes(name)) continue;
    if (optional.includes(name)) {
      if (typeof value !== 'string') faults.push(fault(name, 'must be a text'));
    } else if (!/^[a-z0-9]{1,64}$/.test(name)) {
      faults.push(fault(name, 'is no name of an attribute: these have small letters and digits'));
    } else if (value === null || typeof value === 'object') {
      faults.push(fault(name, 'must be a text, a number or a boolean'));
    }
  }
  return faults;
}
