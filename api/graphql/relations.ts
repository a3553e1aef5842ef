import type { GraphQLInterfaceType, GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import { readEntity } from '../operations/entities/operations.js';
import { describeFlow } from '../operations/flows/describe.js';
import { listRuns, listRunTasks, readRun } from '../operations/runs/operations.js';
import type { CallScope } from './types/call-scope.js';
import type { InputTypes } from './types/input-types.js';
import { pascal } from './types/names.js';
import { listedIn, operationField } from './types/operation-fields.js';
import type { OutputTypes } from './types/output-types.js';
import { toList } from './types/pages.js';

type Source = Record<string, unknown>;

interface RunSource {
  id: string;
  flow: string;
  branch: string;
  parentRunId?: string | null;
}

interface WrittenSource {
  branch: string;
  entities: { type: string; name: string; change: string }[];
  dryRun?: boolean;
  proposal?: unknown;
}

/** Adds the fields between related types: a flow and its runs, a run and its flow, a write and what it wrote. */
export function relate(outputs: OutputTypes, inputs: InputTypes): void {
  relateWrites(outputs);
  outputs.extend('Run', () => ({
    flowEntity: {
      description: 'The flow, as it is now; null when it is gone.',
      type: outputs.named(pascal('flow')) as GraphQLObjectType,
      resolve: async (source, _args, scope) => {
        const { branch, flow } = source as unknown as RunSource;
        const address = { branch, op: 'platform', type: 'flow', name: flow };
        return scope.read(readEntity, address).catch(() => null);
      },
    },
    parentRun: {
      description: 'The run that started this one as a subflow.',
      type: outputs.of({ title: 'Run' }, 'Run'),
      resolve: (source, _args, scope) => {
        const { branch, parentRunId } = source as unknown as RunSource;
        return parentRunId ? scope.read(readRun, { branch, run: parentRunId }) : null;
      },
    },
    tasks: {
      description: 'The timeline.',
      type: toList(outputs.of(listedIn(listRunTasks)?.item, 'TaskExecution')),
      resolve: async (source: Source, _args: unknown, scope: CallScope) => {
        const { branch, id } = source as unknown as RunSource;
        return ((await scope.read(listRunTasks, { branch, run: id })) as { items: unknown[] }).items;
      },
    },
  }));
  outputs.extend(pascal('flow'), () => ({
    runs: runsOfFlow(outputs, inputs),
    context: {
      description: describeFlow.description,
      type: outputs.of(describeFlow.output, `${pascal(describeFlow.name)}Result`),
      resolve: (source: Source, _args: unknown, scope: CallScope) =>
        scope.read(describeFlow, { branch: source['branch'], flow: source['name'] }),
    },
  }));
}

/** Adds the entities as they are after a write of several. */
function relateWrites(outputs: OutputTypes): void {
  outputs.extend('BatchWrite', () => ({
    written: {
      description:
        'The created and changed entities as they are now; empty if they were proposed, and with `dryRun`.',
      type: toList(outputs.named('Entity') as GraphQLInterfaceType),
      resolve: async (source, _args, scope) => {
        const { branch, entities, dryRun, proposal } = source as unknown as WrittenSource;
        if (dryRun || proposal) return [];
        const kept = entities.filter(({ change }) => change !== 'deleted');
        const read = kept.map(({ type, name }) =>
          scope.read(readEntity, { branch, op: 'platform', type, name }).catch(() => undefined),
        );
        return (await Promise.all(read)).filter((entity) => entity !== undefined);
      },
    },
  }));
}

function runsOfFlow(outputs: OutputTypes, inputs: InputTypes) {
  const field = operationField(listRuns, outputs, inputs);
  const { branch: _branch, flow: _flow, ...args } = field.args ?? {};
  return {
    ...field,
    args,
    resolve: (source: Source, parent: Source, scope: CallScope, info: GraphQLResolveInfo) =>
      field.resolve?.(source, { ...parent, branch: source['branch'], flow: source['name'] }, scope, info),
  };
}
