import type { Load } from '../measure.js';

/** A program that does the same work as svc. */
export interface Peer {
  readonly name: string;
  /** Packages of `package.json` beside this file; the version of the first one is printed. */
  readonly packages: readonly string[];
  /** The data that is on disk when the answer arrives. */
  readonly durable: string;
  /** Starts the program, ready to answer. */
  start(place: Place): Promise<RunningPeer>;
}

export interface RunningPeer {
  readonly load: Load;
  /** The program that executes it, such as `Node 24.21.0`. */
  readonly runtime: string;
}

export interface Place {
  /** The folder whose `node_modules` holds the packages of the peer. */
  readonly installed: string;
  /** An empty folder, removed afterwards. */
  readonly scratch: string;
  /** The binary of Node 24. */
  readonly node: string;
  /** The ids of the processes of the peer, and the names of its PostgreSQL databases. */
  readonly processes: number[];
  readonly databases: string[];
  /** Registers what ends a part of the peer; the last one is called first. */
  onStop(close: () => Promise<unknown>): unknown;
}

const json = { 'content-type': 'application/json' };

/** A request that each peer answers with a text that contains the greeting. */
export function greetAt(url: string, headers: Record<string, string> = {}): Load {
  return { url, headers: { ...json, ...headers }, body: JSON.stringify({ name: 'Ada' }) };
}

/** @throws when the answer is not that of the work */
export async function checkAnswer({ url, headers, body }: Load): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers, ...(body !== undefined && { body }) });
  const text = await answer.text();
  if (!answer.ok || !text.includes('Hello, Ada'))
    throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 300)}`);
}
