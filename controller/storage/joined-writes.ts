import { AsyncLocalStorage } from 'node:async_hooks';
import { getWrites, type Storage, type Write } from './contract/statements.js';

interface Joining {
  writes: readonly Write[];
  state: 'waiting' | 'armed' | 'written';
}

const current = new AsyncLocalStorage<Joining>();

/**
 * Runs `work`; the first transaction that it commits after it has called `arm` holds `writes` too, so that both are on disk or
 * neither is.
 * @returns the result, and whether there was such a transaction
 */
export async function joinNextCommit<Result>(
  writes: readonly Write[],
  work: (arm: () => void) => Promise<Result>,
): Promise<{ result: Result; isWritten: boolean }> {
  const joining: Joining = { writes, state: 'waiting' };
  const arm = (): void => {
    if (joining.state === 'waiting') joining.state = 'armed';
  };
  const result = await current.run(joining, () => work(arm));
  return { result, isWritten: joining.state === 'written' };
}

/** Makes `commit` of a database take part in `joinNextCommit`. */
export function withJoinedWrites(storage: Storage): Storage {
  const { commit } = storage;
  storage.commit = async (unit) => {
    const joining = current.getStore();
    if (joining?.state !== 'armed') return commit(unit);
    await commit([...getWrites(unit), ...joining.writes]);
    joining.state = 'written';
  };
  return storage;
}
