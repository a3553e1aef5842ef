import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Socket } from 'node:net';

/**
 * Returns the id of the process that made a connection from this machine: its socket is in `/proc/net/tcp` (proc(5)), and
 * among the open files of one of the processes. 0 when none of them has it.
 */
export function getProcess(socket: Socket, processes: readonly number[]): number {
  const port = (socket.remotePort ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .find((text) => text.split(/\s+/)[2]?.endsWith(`:${port}`));
  const name = `socket:[${line?.trim().split(/\s+/)[9]}]`;
  return processes.find((id) => openFiles(id).includes(name)) ?? 0;
}

function openFiles(id: number): string[] {
  const folder = `/proc/${id}/fd`;
  try {
    return readdirSync(folder).map((file) => link(`${folder}/${file}`));
  } catch {
    return [];
  }
}

function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
