import { BrokenLine, lineFaults } from './broken-line.js';
import { type Path, timeoutSeconds } from './path.js';
import { type Served, servers } from './servers.js';

/** Every path whose protocol is not HTTP, as far as its server is installed. */
export async function openLinePaths(): Promise<Path[]> {
  const served = await Promise.all(servers.map((open) => open()));
  return Promise.all(served.filter((each) => each !== undefined).map(openPath));
}

/** Kinds of errors about what a server says, where a fault may have given it another meaning. */
const ofMeaning = ['authentication', 'authorization', 'configuration', 'runtime', 'validation'];

async function openPath({ name, port, bytes, files, keys = {}, output, stop }: Served): Promise<Path> {
  const line = await BrokenLine.start(port);
  return {
    name,
    keys,
    files: files(`host: 127.0.0.1, port: ${line.port}, timeout: ${timeoutSeconds}`, line.port),
    arm(random) {
      // Without a fault, the connection that was broken before has to be replaced.
      if (random.next() < 0.2) return { fault: 'no fault', isMet: false, end: 'completed', output };
      const fault = random.pick(Object.keys(lineFaults));
      const after = random.pick([0, 1, random.whole(2, 40), random.whole(0, bytes)]);
      line.arm(fault, after);
      const { end = 'either', changes = false } = lineFaults[fault] ?? {};
      return {
        fault,
        get isMet() {
          return line.brokenCount > 0;
        },
        get end() {
          if (line.brokenCount === 0) return 'completed' as const;
          // Later, the fault may follow all that the run had to hear.
          return after === 0 ? end : ('either' as const);
        },
        output: changes ? undefined : output,
        errors: changes ? ofMeaning : [],
      };
    },
    disarm: () => line.disarm(),
    async stop() {
      await line.stop();
      await stop();
    },
  };
}
