import dns from 'node:dns';
import events from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { describeChange, describeValue, type Leak, type Watch } from './watch.js';

/** A value of the process that is read and set by functions, or by an accessor. */
interface Setting<Value> {
  readonly name: string;
  get(): Value;
  set(value: Value): void;
}

const settings = [
  setting({ name: 'working folder', get: () => process.cwd(), set: (value) => process.chdir(value) }),
  setting({ name: 'umask', get: () => process.umask(), set: (value) => process.umask(value) }),
  setting({
    name: 'process.exitCode',
    // Programs that are compiled to JavaScript set 0, which is what Node has in mind.
    get: () => process.exitCode ?? 0,
    set: (value) => {
      process.exitCode = value;
    },
  }),
  setting({
    name: 'process.title',
    get: () => process.title,
    set: (value) => {
      process.title = value;
    },
  }),
  setting({
    name: 'events.defaultMaxListeners',
    get: () => events.defaultMaxListeners,
    set: (value) => {
      events.defaultMaxListeners = value;
    },
  }),
  setting({
    name: 'http.globalAgent',
    get: () => http.globalAgent,
    set: (value) => {
      http.globalAgent = value;
    },
  }),
  setting({
    name: 'https.globalAgent',
    get: () => https.globalAgent,
    set: (value) => {
      https.globalAgent = value;
    },
  }),
  setting({
    name: 'order of addresses of `dns`',
    get: () => dns.getDefaultResultOrder(),
    set: (value) => dns.setDefaultResultOrder(value as 'verbatim'),
  }),
  setting({
    name: 'servers of `dns`',
    get: () => dns.getServers().join(' '),
    set: (value) => dns.setServers(value.split(' ')),
  }),
  setting({
    name: 'choice of an address family of `net`',
    get: () => net.getDefaultAutoSelectFamily(),
    set: (value) => net.setDefaultAutoSelectFamily(value),
  }),
];

/** Watches values that belong to the process and are no properties of an object. */
export function watchSettings(): Watch {
  const watches = settings.map((watch) => watch());
  return { findLeaks: () => watches.flatMap((watch) => watch.findLeaks()) };
}

function setting<Value>({ name, get, set }: Setting<Value>): () => Watch {
  return () => {
    const before = get();
    return {
      findLeaks(): Leak[] {
        const after = read(get);
        if (after === before) return [];
        const text = describeChange(name, describeValue(before), describeValue(after));
        return [{ text, restore: () => set(before) }];
      },
    };
  };
}

/** Returns the error instead of a value that cannot be read, such as a working folder that is removed. */
function read(get: () => unknown): unknown {
  try {
    return get();
  } catch (error) {
    return error;
  }
}
