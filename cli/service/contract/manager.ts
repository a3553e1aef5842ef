import type { InstalledRecord, ServiceDefinition } from './definition.js';
import type { CommandResult, Machine } from './machine.js';
import type { GeneratedFile, RunStep } from './plan.js';

/** A service as its manager sees it. */
export interface ServiceState {
  state: 'running' | 'starting' | 'stopping' | 'stopped' | 'failed';
  pid: number | null;
  /** RFC 3339; null when the service does not run, or where the manager does not say. */
  since: string | null;
  /** Starts after failures, where the manager counts them. */
  restarts: number | null;
  /** True when the service starts with the machine. */
  startsAtBoot: boolean;
  /** The word of the manager for its last end, such as `exit-code`. */
  result: string | null;
}

/** A program of the operating system that starts and supervises services. Functions without a machine have no effects. */
export interface ServiceManager {
  name: 'systemd' | 'launchd' | 'windows';
  /** The account that a service runs as without `--service-user`, for people. */
  defaultUser: string;
  /** The data directory of a service without `--data-dir`. */
  dataDirectory(name: string, dir: string): string;
  /** @throws Problem service_manager_missing where the manager does not run */
  requireRunning(machine: Machine, name: string): void;
  /** The file that defines a service of this name. */
  file(name: string): string;
  /** Matches the paths of definition files; the first group is the name. */
  filePattern: RegExp;
  /** The files of a service: the definition first, then additions. */
  files(definition: ServiceDefinition, version: string): readonly GeneratedFile[];
  /** The paths of all additions that an installation may have written. */
  additions(name: string): readonly string[];
  /** The version of the manager, where files depend on it. */
  version(machine: Machine): Promise<string>;
  /** The commands that make a written definition known, and start it or restart it. */
  activate(name: string, isRunning: boolean): readonly RunStep[];
  start(name: string): readonly RunStep[];
  stop(name: string): readonly RunStep[];
  /** Commands before and after the removal of the files. */
  uninstall(name: string): { before: readonly RunStep[]; after: readonly RunStep[] };
  state(machine: Machine, name: string): Promise<ServiceState>;
  /** The command that prints the log. */
  logs(record: InstalledRecord, options: LogOptions): readonly string[];
  /** True when the text of a failure says that a right is missing. */
  lacksRights(result: CommandResult): boolean;
  /** Sentences about what the service may do beyond the hardening, and what may stop it from working. */
  notes(definition: ServiceDefinition, machine: Machine): readonly string[];
}

interface LogOptions {
  lines: number;
  follow: boolean;
  json: boolean;
}
