import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { followEvents } from '../../operations/events/operations.js';
import type { Operation, StreamItem } from '../../operations/shared/operation.js';
import type { CallScope } from '../types/call-scope.js';
import { missed } from './run-changes.js';

export interface EntityFilter {
  branch: string;
  type?: string;
  name?: string;
}

/**
 * Yields each change of an entity of a branch that the caller may see, once it is in service.
 * @throws Problem branch_not_found, forbidden, events_missed
 */
export async function* entityChanges(scope: CallScope, { branch, type, name }: EntityFilter) {
  for await (const { event, data } of ofBranch(scope, branch, 'dev.svc.entity.*')) {
    const { kind, revision } = data;
    if ((type !== undefined && type !== kind) || (name !== undefined && name !== data['name'])) continue;
    const change = event.split('.')[3] as Json;
    yield { change, type: kind, name: data['name'], branch: data['branch'], revision };
  }
}

/**
 * Yields each attempt to apply a revision to a branch.
 * @throws Problem branch_not_found, forbidden, events_missed
 */
export async function* branchSyncs(scope: CallScope, { branch }: { branch: string }) {
  for await (const { event, data } of ofBranch(scope, branch, 'dev.svc.sync.*')) {
    const { code, message, changes } = data;
    const problem = code === undefined ? null : { code, message };
    const isApplied = event === 'dev.svc.sync.succeeded.v1';
    yield {
      branch: data['branch'],
      revision: data['revision'],
      isApplied,
      problem,
      changes: changes ?? null,
    };
  }
}

/** Yields the events that the caller may see, as the stream of events does. */
export async function* allEvents(scope: CallScope, { types, after }: { types?: string[]; after?: number }) {
  const input = {
    ...(types === undefined ? {} : { type: types.join(',') }),
    ...(after === undefined ? {} : { after }),
  };
  for await (const { event, id, data } of await getStream(scope, input)) {
    const isMissed = event === 'missed';
    yield { seq: id, isMissed, event: isMissed ? null : data };
  }
}

async function* ofBranch(scope: CallScope, branch: string, type: string) {
  const resolved = await scope.context().controller.branches.resolve(branch);
  for await (const { event, data } of await getStream(scope, { type })) {
    if (event === 'missed') throw missed();
    const about = (data as { data: JsonObject }).data;
    if (about['branch'] === resolved) yield { event, data: about };
  }
}

async function getStream(scope: CallScope, input: JsonObject): Promise<AsyncIterable<StreamItem>> {
  return scope.stream(followEvents as Operation, { ...input, follow: true });
}
