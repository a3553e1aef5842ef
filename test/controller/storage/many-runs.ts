import { bind, getRowId, insertStatement, type Storage } from '../../../controller/storage/index.js';

const runColumns = [
  'id',
  'flow',
  'branch',
  'revision',
  'status',
  'trigger',
  'principal',
  'input',
  'output',
  'created_at',
  'started_at',
  'ended_at',
  'closure',
] as const;
/** Runs of one transaction. */
const batchSize = 1_000;

/** Adds ended runs with a journal each. @returns their ids, the oldest first */
export async function addRuns(storage: Storage, count: number, endedAt = Date.now()): Promise<string[]> {
  const closure = insertStatement(storage, 'closures', ['id', 'content']);
  const run = insertStatement(storage, 'runs', runColumns);
  const journal = insertStatement(storage, 'journal', ['run_id', 'first_seq', 'entries']);
  await storage.commit([bind(closure, { id: 'of many runs', content: '{}' })]);
  const ids = Array.from({ length: count }, (_, index) =>
    getRowId(endedAt - count + index, 0, '0'.repeat(16)),
  );
  for (let at = 0; at < count; at += batchSize)
    await storage.commit(
      ids.slice(at, at + batchSize).flatMap((id, index) => {
        const ended = endedAt - count + at + index;
        const entries = JSON.stringify([{ seq: 1, text: `${id} `.repeat(3) }]);
        const values = {
          id,
          flow: 'hello',
          branch: 'main',
          revision: 'r',
          status: 'completed',
          trigger: 'api',
          principal: 'user:test',
          input: JSON.stringify({ name: `${at + index}` }),
          output: '{}',
          created_at: ended,
          started_at: ended,
          ended_at: ended,
          closure: 'of many runs',
        };
        return [bind(run, values), bind(journal, { run_id: id, first_seq: 1, entries })];
      }),
    );
  return ids;
}
