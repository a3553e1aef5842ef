import type { Session } from '../engine/engine.js';
import type { PostgresSession } from './session.js';

type Work<Result> = (session: Session) => Promise<Result>;

/** Sends the first statement behind those before it, without an answer in between. */
async function reading<Result>(
  work: Work<Result>,
  session: PostgresSession,
  discarded: Promise<unknown>,
): Promise<Result> {
  const begun = session.command('begin read only');
  begun.catch(() => {});
  const result = await worked(work, session);
  await Promise.all([discarded, begun]);
  return result;
}

/** Sends the statement alone: sessions read only by default. */
async function readingOne<Result>(
  work: Work<Result>,
  session: PostgresSession,
  discarded: Promise<unknown>,
): Promise<Result> {
  const result = await work(session);
  await discarded;
  return result;
}

/** Begins before the first statement is sent: none may take effect alone. */
async function writing<Result>(
  work: Work<Result>,
  session: PostgresSession,
  discarded: Promise<unknown>,
): Promise<Result> {
  await discarded;
  await session.command('begin read write');
  const result = await worked(work, session);
  if (!session.isSpoiled) await session.command('commit');
  return result;
}

/** Runs the work of a transaction, by its mode. */
export const how = { read: reading, 'read one': readingOne, write: writing };

async function worked<Result>(work: Work<Result>, session: PostgresSession): Promise<Result> {
  try {
    return await work(session);
  } catch (cause) {
    if (!session.isSpoiled) await session.command('rollback');
    throw new RolledBack({ cause });
  }
}

/** Wraps an error of a transaction's work after the rollback. */
export class RolledBack extends Error {
  constructor(options: { cause: unknown }) {
    super('rolled back', options);
  }
}
