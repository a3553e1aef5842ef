import { Problem } from '../../problems/index.js';
import { isDiskFull } from '../contract/storage-faults.js';
import { isConnectionLost, sqlState } from './clients.js';

/** The words of a pool for a use after its end. */
const closed = /after calling end on the pool/;
/** States of a statement that took too long, or of a server without disk or memory. */
const refused = /^(57014|53|55P03|54|58|XX)/;

/** Returns a failure of a read or write as a problem; an error of a statement, such as a broken constraint, unchanged. */
export function postgresFault(error: unknown, place: string, what: 'read' | 'write'): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error;
  if (closed.test(error.message))
    return new Problem('shutting_down', `The database ${place} was closed while it was in use`, {
      cause: error,
    });
  const isLost = isConnectionLost(error);
  if (!isLost && !refused.test(sqlState(error) ?? '')) return error;
  const detail = isLost
    ? `The database ${place} is away: ${error.message}`
    : `The database ${place} refused a ${what}: ${error.message}`;
  const hint = isDiskFull(error)
    ? 'Free some space on the disk of the PostgreSQL server. svc goes on by itself.'
    : 'See that the PostgreSQL server runs, and its log. svc goes on by itself when the server answers again.';
  return new Problem('storage_failed', detail, { hints: [hint], cause: error });
}

/** Codes of a server that answers and does not let this user in. */
const hints: Readonly<Record<string, string>> = {
  '28P01': 'Correct the password in `Database.Url`; special characters are percent-encoded.',
  '28000': 'Let this user and machine into the database: `pg_hba.conf` of the server.',
  '3D000': 'Create the database (`createdb <name>`), or correct its name in `Database.Url`.',
  '42501':
    'Make the user of `Database.Url` the owner of the database, or grant it the right to create tables in its schema.',
  '53300':
    'The server has too many connections: raise `max_connections`, or end other programs. svc uses up to 12.',
};

/** Returns the reason why a database cannot be opened as a problem; an error that is none of the connection unchanged. */
export function openingFault(error: unknown, place: string): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error;
  const hint = hints[sqlState(error) ?? ''];
  if (hint === undefined && !isConnectionLost(error)) return error;
  const detail = `The database ${place} cannot be ${hint === undefined ? 'reached' : 'used'}: ${error.message}`;
  return new Problem('database_unreachable', detail, {
    cause: error,
    ...(hint !== undefined && { hints: [hint] }),
  });
}
