import { AsyncLocalStorage } from 'node:async_hooks';

/** A member lacks what a request needs, so the leader has to answer it. Callers never see it. */
export class LeaderNeeded extends Error {
  /** @param what the part that only the leader has */
  constructor(what: string) {
    super(`Only the leader has \`${what}\``);
  }
}

interface Watch {
  reason: LeaderNeeded | undefined;
}

const watches = new AsyncLocalStorage<Watch>();

/** @throws LeaderNeeded always, also to `withoutLeader` around the call where code in between catches it */
export function requireLeader(what: string): never {
  const reason = new LeaderNeeded(what);
  const watch = watches.getStore();
  if (watch) watch.reason ??= reason;
  throw reason;
}

/** Returns the result of work that needs no leader. @throws LeaderNeeded where a part of it did, though the work has answered otherwise */
export function withoutLeader<Result>(work: () => Promise<Result>): Promise<Result> {
  const watch: Watch = { reason: undefined };
  return watches.run(watch, async () => {
    try {
      const result = await work();
      if (watch.reason) throw watch.reason;
      return result;
    } catch (error) {
      throw watch.reason ?? error;
    }
  });
}
