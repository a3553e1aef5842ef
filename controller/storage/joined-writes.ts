import { AsyncLocalStorage } from 'node:async_hooks';
import { type Storage, toUnit, type Write, type WriteUnit } from './contract/statements.js';

interface Joining {
  writes: readonly Write[];
  state: 'waiting' | 'armed' | 'written';
}

const current = new AsyncLocalStorage<Joining>();

/**
 * Runs `work`; the first transaction that it commits after it has called `arm` holds `writes` too, so that both are on disk or
 * neither is.
 */
export async function joinNextCommit<Result>(
  writes: readonly Write[],
  work: (arm: () => void) => Promise<Result>,
): Promise<Result> {
  const joining: Joining = { writes, state: 'waiting' };
  const arm = (): void => {
    if (joining.state === 'waiting') joining.state = 'armed';
  };
  return current.run(joining, () => work(arm));
}

/** Makes `commit` of a database take part in `joinNextCommit`. */
export function withJoinedWrites(storage: Storage): Storage {
  const { commit } = storage;
  storage.commit = async (unit) => {
    const joining = current.getStore();
    if (joining?.state !== 'armed') return commit(unit);
    await commit(withWrites(toUnit(unit), joining.writes));
    joining.state = 'written';
  };
  return storage;
}

/** Returns a unit with more writes, whose own ones are asked for as late as before, with the rows that they depend on. */
function withWrites(unit: WriteUnit, writes: readonly Write[]): WriteUnit {
  const joined: WriteUnit = { collect: (rows) => [...unit.collect(rows), ...writes] };
  const { getReadSet } = unit;
  if (getReadSet) joined.getReadSet = () => getReadSet.call(unit);
  return joined;
}
