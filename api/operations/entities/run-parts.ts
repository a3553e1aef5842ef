import type { Run } from '../../../controller/runs/contract.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { forTools, type RunFailure } from '../runs/failure.js';
import { listRunTasks, readRunLogs } from '../runs/operations.js';
import type { ToolScope } from '../shared/tool.js';
import { getPart } from './parts.js';

/** Entries of a log that one call looks at. */
const maxEntries = 1_000;

/** Returns a run whose failure names calls of tools; any other entity unchanged. */
export function withToolCalls(entity: JsonObject): JsonObject {
  const { type, definition } = entity;
  if (type !== 'run' || !isObject(definition) || !isObject(definition['failed'])) return entity;
  const run = definition as unknown as Run;
  const failed = forTools(run, definition['failed'] as RunFailure);
  return { ...entity, definition: { ...definition, failed: failed as unknown as JsonObject } };
}

/** Returns the timeline or the log of a run, from `offset` on; undefined for another part. */
export async function partOfRun(
  scope: ToolScope,
  run: JsonObject,
  pointer: string,
  offset: number,
): Promise<JsonObject | undefined> {
  const name = String(run['name']);
  const branch = (run['definition'] as JsonObject)['branch'] ?? scope.production;
  if (pointer.startsWith('/tasks')) {
    const { items = [] } = (await scope.perform(listRunTasks, { branch, run: name })) as JsonObject;
    return getPart({ ...run, tasks: items }, pointer, offset);
  }
  if (pointer !== '/log') return undefined;
  const input = { branch, run: name, after: offset, limit: maxEntries };
  const { items } = (await scope.perform(readRunLogs, input)) as unknown as { items: JsonObject[] };
  const { part, nextOffset } = getPart({ ...run, log: items }, pointer, 0) as {
    part: JsonObject[];
    nextOffset?: number;
  };
  const last = part.at(-1)?.['seq'] ?? null;
  const isAll = nextOffset === null && items.length < maxEntries;
  return { type: 'run', name, pointer, offset, part, nextOffset: isAll ? null : last };
}
