import { build } from 'plist';
import { type ServiceDefinition, serveArguments, toRecord } from '../contract/definition.js';
import { stamped } from '../contract/stamp.js';

/** Returns the definition of a daemon of macOS (launchd.plist(5)). */
export function plistText(definition: ServiceDefinition): string {
  const { name, program, user, dataDirectory, masterKeyFile } = definition;
  const log = getLogFile(definition);
  const body = build({
    Label: toLabel(name),
    ProgramArguments: [...program, ...serveArguments(definition)],
    EnvironmentVariables: {
      SVC_DataDirectory: dataDirectory,
      ...(masterKeyFile === undefined ? {} : { SVC_Secrets__MasterKeyFile: masterKeyFile }),
    },
    ...(user === undefined ? {} : { UserName: user }),
    WorkingDirectory: dataDirectory,
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
    // Seconds: the least time between two starts, and the time from SIGTERM to SIGKILL.
    ThrottleInterval: 10,
    ExitTimeOut: 60,
    ProcessType: 'Interactive',
    // 077, in decimal digits.
    Umask: 63,
    SoftResourceLimits: { NumberOfFiles: 65536 },
    StandardOutPath: log,
    StandardErrorPath: log,
  });
  return stamped(`${body}\n`, 'xml', toRecord(definition));
}

export function toLabel(name: string): string {
  return `run.svc.${name}`;
}

export function getLogFile({ dataDirectory }: Pick<ServiceDefinition, 'dataDirectory'>): string {
  return `${dataDirectory}/service.log`;
}
