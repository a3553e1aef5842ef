/** A right that tasks of flows need beyond those of the hardened service. */
export type Loosening = 'processes' | 'containers';

/** All that decides what the files of a service contain. */
export interface ServiceDefinition {
  name: string;
  /** The folder of the installation, or the folder that is served. */
  dir: string;
  /** The program with its first arguments; the program is an absolute path. */
  program: readonly string[];
  /** The served thing: a settings file, a folder, or a folder with a settings file elsewhere. */
  serve: { config?: string; folder?: string };
  /** The port of `--port`; undefined where the settings decide. */
  port: number | undefined;
  dataDirectory: string;
  /** The account of the service; undefined for the one that the service manager chooses. */
  user: string | undefined;
  /** The file with the master key, which only the service manager reads. */
  masterKeyFile: string | undefined;
  /** Files and folders that the service reads. */
  readable: readonly string[];
  /** Files and folders besides the data directory that the service writes. */
  writable: readonly string[];
  /** True where the service listens on a port below 1024. */
  needsLowPort: boolean;
  loosenings: readonly Loosening[];
}

/** The options that the file of an installed service records, so that later commands need no options. */
export interface InstalledRecord {
  name: string;
  dir: string;
  dataDirectory: string;
  /** The settings file or folder as the service was told it. */
  serve: ServiceDefinition['serve'];
  port?: number;
  user?: string;
  masterKeyFile?: string;
}

export function toRecord(definition: ServiceDefinition): InstalledRecord {
  const { name, dir, dataDirectory, serve, port, user, masterKeyFile } = definition;
  return {
    name,
    dir,
    dataDirectory,
    serve,
    ...(port === undefined ? {} : { port }),
    ...(user === undefined ? {} : { user }),
    ...(masterKeyFile === undefined ? {} : { masterKeyFile }),
  };
}

/** The arguments after the program: `serve` with what it serves. */
export function serveArguments({ serve, port }: Pick<ServiceDefinition, 'serve' | 'port'>): string[] {
  return [
    'serve',
    ...(serve.folder === undefined ? [] : ['--dir', serve.folder]),
    ...(serve.config === undefined ? [] : ['--config', serve.config]),
    ...(port === undefined ? [] : ['--port', String(port)]),
  ];
}
