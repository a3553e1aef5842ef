import type { Io } from '../../contract/io.js';

/** Stops and starts the system service of an installation. */
export interface ServiceControl {
  /** The name of the service, for messages. */
  readonly name: string;
  isRunning(): Promise<boolean>;
  /** Resolves when the service has finished its requests and its process has ended. */
  stop(): Promise<void>;
  /** Resolves when the service manager has started the process; the service may not be ready yet. */
  start(): Promise<void>;
  /** The settings file or folder that the service is started with, and its data; absolute paths. */
  readonly record?: { serve: { config?: string; folder?: string }; dataDirectory: string };
}

/** Returns the system service that is installed for a folder; undefined when there is none. */
export type FindControl = (dir: string, io: Io) => Promise<ServiceControl | undefined>;
