import { Problem } from '../../problems/index.js';

/** Returns the address of a PostgreSQL database without user, password and options. @throws Problem database_unreachable */
export function getLocation(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `postgres://${host}${pathname}`;
  } catch {
    // The error of `URL` quotes the address.
    throw new Problem('database_unreachable', 'The address in `Database.Url` is not a URL', {
      hints: [
        'Write `postgres://<user>:<password>@<host>:<port>/<database>`, with special characters percent-encoded.',
      ],
    });
  }
}
