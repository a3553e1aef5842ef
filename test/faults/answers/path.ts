import type { Random } from '../random.js';

/** How a run may end: `either` where the fault may come too late to matter. */
export type End = 'completed' | 'faulted' | 'either';

/** A fault that waits for the next run of a path. The last two are known once the run has ended. */
export interface Armed {
  readonly fault: string;
  /** False where the run had no more to hear from the server when the fault would have come. */
  readonly isMet: boolean;
  readonly end: End;
  /** The output of the run where it completes; undefined where it cannot be known. */
  readonly output: unknown;
  /** Kinds of the run's error besides those that all servers can cause. */
  readonly errors?: readonly string[];
}

/** A way on which a server sends to the service. The flow of its name goes it. */
export interface Path {
  readonly name: string;
  /** The flow, its connection and what else the flow needs. */
  readonly files: Readonly<Record<string, string>>;
  /** Values of `keys` that only this path has. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Chooses the fault of the next run. */
  arm(random: Random): Armed;
  /** Ends the fault, with the connections that it broke. */
  disarm(): void;
  stop(): Promise<void>;
}

/** Seconds that a call may take. */
export const timeoutSeconds = 1;

/** The path of the secret with the credentials of all connections. */
export const keysPath = 'test/keys';
export const sharedKey = 'a shared key';

/** A credential of a connection, as YAML. */
export function getKey(name = 'shared'): string {
  return `{ secret: ${keysPath}, key: ${name} }`;
}

/** The text of a flow. @param tasks lines of YAML */
export function flow(name: string, tasks: string, more = ''): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n${more}do:\n${tasks}\n`;
}

/** The text of a connection. @param config a mapping of YAML */
export function connection(name: string, connector: string, config: string): string {
  return `kind: connection\nname: ${name}\nconnector: ${connector}\nconfig: ${config}\n`;
}
