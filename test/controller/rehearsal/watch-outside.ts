import { AsyncLocalStorage, createHook } from 'node:async_hooks';

/** The names that Node gives to resources of sockets, names, processes and files. */
const outside =
  /^(?:TCP|PIPE|UDP|TLS|HTTP|GETADDRINFO|GETNAMEINFO|QUERY|PROCESS|FS|DNS|FILEHANDLE|STATWATCHER|FSEVENT)/;

/** Notes everything that leaves the process while `work` runs, and because of it. */
export async function watchOutside<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; left: string[] }> {
  const within = new AsyncLocalStorage<true>();
  const left: string[] = [];
  const hook = createHook({
    init(_id, type) {
      if (within.getStore() && outside.test(type)) left.push(`${type} ${new Error().stack}`);
    },
  }).enable();
  try {
    return { result: await within.run(true, work), left };
  } finally {
    hook.disable();
  }
}
