import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const acceptable = /^[\w.:-]{1,128}$/;

/** Gives each request an id: the caller's `X-Request-Id` where it is a plain word, else one of this process's own. */
export function requestIds(): (request?: IncomingMessage) => string {
  const boot = randomBytes(6).toString('hex');
  let count = 0;
  return (request) => {
    const given = request?.headers['x-request-id'];
    if (typeof given === 'string' && acceptable.test(given)) return given;
    count += 1;
    return `${boot}-${count.toString(36)}`;
  };
}
