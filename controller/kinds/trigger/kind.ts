import type { JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { type EntityReference, type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { knownArguments } from '../../flows/index.js';
import { anyText, anyValue } from '../../json-schema/index.js';
import { subscribeOffer } from '../connection/subscription.js';
import { compileTrigger } from './compile.js';

/** Starts a flow by itself: at times, on requests, or on events. */
export const trigger: KindDefinition = {
  kind: 'trigger',
  plural: 'triggers',
  validate: validateBySchema('trigger'),
  references: [{ pointer: '/environment', kind: 'environment' }],
  names: ['flow', 'connection'],
  exclusive: [{ pointer: '/webhook/path', message: 'only one trigger can have this path' }],
  compile: (definition) => ({
    ...compileTrigger(definition),
    references: [...getFlow(definition), ...getSource(definition)],
  }),
};

/** The reference to the flow, with the input that it gets as far as it is known. */
function getFlow(definition: JsonObject): EntityReference[] {
  const { flow, input, schedule, webhook } = definition;
  if (typeof flow !== 'string') return [];
  const reference = { kind: 'flow', name: flow, pointer: '/flow' };
  // The data of an event can be anything.
  if (input === undefined && schedule === undefined && webhook === undefined) return [reference];
  const args = { input: input === undefined && webhook ? request : knownArguments({}, input ?? {}) };
  return [{ ...reference, argumentJson: JSON.stringify(args), argumentPointer: '' }];
}

/** The reference to the connection whose messages or items start the flow. */
function getSource({ event }: JsonObject): EntityReference[] {
  const { from, dedupe, poll } = objectOr(event);
  if (typeof from !== 'string') return [];
  if (poll !== undefined) return [getPolledAction(from, objectOr(poll))];
  const key = JSON.stringify({ isDeduped: dedupe !== undefined });
  const pointer = '/event/from';
  return [
    {
      kind: 'connection',
      name: from,
      pointer,
      needs: subscribeOffer,
      argumentJson: key,
      argumentPointer: pointer,
    },
  ];
}

/** The reference to the action that a poll calls, with its arguments as far as they are known. */
function getPolledAction(name: string, { action, arguments: args = {} }: JsonObject): EntityReference {
  return {
    kind: 'connection',
    name,
    pointer: '/event/from',
    needs: String(action),
    needsAt: '/event/poll/action',
    mayOnlyRead: true,
    argumentJson: JSON.stringify(knownArguments({}, args)),
    argumentPointer: '/event/poll/arguments',
  };
}

/** The input that a webhook gives its flow without `input`, as far as it is known. */
const request = {
  method: 'POST',
  path: anyText,
  headers: anyValue,
  query: anyValue,
  body: anyValue,
  rawBody: anyText,
};
