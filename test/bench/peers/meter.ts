import { readFileSync } from 'node:fs';
import { getProcesses } from './databases.js';
import type { Place } from './peer.js';

/** The time that a processor has worked for a peer, its database included, in ms; NaN on systems other than Linux. */
export async function processorMs({ processes, databases }: Place): Promise<number> {
  const served = databases.length > 0 ? await getProcesses(databases) : [];
  return [...processes, ...served].reduce((all, pid) => all + tickMs * getTicks(pid), 0);
}

/** Of Linux on all processors. */
const tickMs = 10;

/** User and system time of all threads, fields 14 and 15 of `/proc/<pid>/stat` (proc(5)). */
function getTicks(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return Number.NaN;
  }
}
