import type { GraphQLFieldConfigArgumentMap, GraphQLObjectType, GraphQLOutputType } from 'graphql';
import type { JsonObject } from '../../../schemas/json/types.js';
import { readEntity } from '../../operations/entities/operations.js';
import { followEvents } from '../../operations/events/operations.js';
import { listRuns, readRun } from '../../operations/runs/operations.js';
import { branchField, flowField, namedField, typeField } from '../../operations/shared/fields.js';
import type { CallScope } from '../types/call-scope.js';
import type { InputTypes } from '../types/input-types.js';
import type { Field } from '../types/operation-fields.js';
import type { OutputTypes } from '../types/output-types.js';
import { allEvents, branchSyncs, entityChanges } from './event-changes.js';
import { changedRuns, runChanges } from './run-changes.js';
import { branchSyncShape, entityChangeShape, streamedEventShape } from './shapes.js';

type SubscriptionArguments = Record<string, unknown>;
type Source<Input> = (scope: CallScope, input: Input) => AsyncIterable<unknown>;

/** Returns the subscriptions: runs, entities, syncs and events, on the sources of the event streams of REST. */
export function subscriptionFields(outputs: OutputTypes, inputs: InputTypes): Record<string, Field> {
  const branch = { branch: branchField };
  const run = outputs.of(readRun.output, 'Run');
  const args = (properties: Record<string, JsonObject>, required: string[] = []) =>
    inputs.arguments(properties, required, 'Subscription', new Set());
  relate(outputs);
  return {
    runChanged: field(
      'The run as it is now, and again after each change of it or of its tasks, until it has ended.',
      { ...args({ id: readRun.input.properties['run'] as JsonObject, ...branch }, ['id']) },
      run,
      (scope, { id, branch }: { id: string; branch?: string }) =>
        runChanges(scope, branch === undefined ? { run: id } : { branch, run: id }),
    ),
    runs: field(
      'Each run of a branch when it starts, is suspended or resumed, and ends.',
      args({ ...branch, flow: listRuns.input.properties['flow'] ?? flowField }),
      run,
      withBranch(changedRuns),
    ),
    entityChanged: field(
      'Each change of an entity of a branch, once it is in service.',
      args({
        ...branch,
        type: { ...typeField, description: 'Only entities of this type.' },
        name: namedField('Only the entity of this name.'),
      }),
      outputs.of(entityChangeShape, 'EntityChanged'),
      withBranch(entityChanges),
    ),
    branchSynced: field(
      'Each attempt to apply a revision to a branch, with the reason if it failed.',
      args(branch),
      outputs.of(branchSyncShape, 'BranchSync'),
      withBranch(branchSyncs),
    ),
    events: field(
      'Events of svc and of flows, as CloudEvents; only those that the caller may see.',
      args({
        types: {
          type: 'array',
          items: { type: 'string' },
          description:
            'Types of events to receive; `*` at the end of a type matches any rest. By default all but those of single tasks.',
        },
        after: followEvents.input.properties['after'] as JsonObject,
      }),
      outputs.of(streamedEventShape, 'StreamedEvent'),
      allEvents,
    ),
  };
}

function field<Input>(
  description: string,
  args: GraphQLFieldConfigArgumentMap,
  type: GraphQLOutputType,
  source: Source<Input>,
): Field {
  return {
    description,
    args,
    type,
    subscribe: (_source, args: SubscriptionArguments, scope) => {
      const input = Object.entries(args).filter(([, value]) => value !== null && value !== undefined);
      return source(scope, Object.fromEntries(input) as Input);
    },
    resolve: (change) => change,
  };
}

/** Fills in the default branch. */
function withBranch<Input extends { branch: string }>(source: Source<Input>): Source<Input> {
  return (scope, input) => source(scope, { ...input, branch: input.branch ?? scope.production });
}

/** Adds the entity to its change. */
function relate(outputs: OutputTypes): void {
  outputs.extend('EntityChanged', () => ({
    entity: {
      description: 'The entity as it is now; null if it was deleted.',
      type: outputs.named('Entity') as GraphQLObjectType,
      resolve: ({ change, type, name, branch }, _args, scope) =>
        change === 'deleted' ? null : scope.read(readEntity, { branch, op: 'platform', type, name }),
    },
  }));
}
