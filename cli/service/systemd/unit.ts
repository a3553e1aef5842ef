import { type ServiceDefinition, serveArguments, toRecord } from '../contract/definition.js';
import { stamped } from '../contract/stamp.js';
import { hardening } from './hardening.js';
import { stateDirectory } from './state-directory.js';

/** The first systemd with growing pauses between restarts. */
const withRestartSteps = 254;

/**
 * Returns the unit of a service (systemd.service(5), systemd.exec(5)).
 * @param version of systemd, as a number
 */
export function unitText(definition: ServiceDefinition, version: number): string {
  const { dir, program, user, dataDirectory, masterKeyFile } = definition;
  const command = [...program, ...serveArguments(definition)].map(unitWord).join(' ');
  const state = stateDirectory(dataDirectory);
  const sections: [string, string[]][] = [
    [
      'Unit',
      [
        `Description=svc workflow automation (${withoutSpecifiers(dir)})`,
        'Wants=network-online.target',
        'After=network-online.target',
        ...backOff(version).unit,
      ],
    ],
    [
      'Service',
      [
        'Type=notify',
        // The program reports through `systemd-notify`, which is a child of it.
        'NotifyAccess=all',
        `ExecStart=${command}`,
        `Environment=${environmentWord('SVC_DataDirectory', dataDirectory)}`,
        ...(user === undefined ? ['DynamicUser=yes'] : [`User=${user}`]),
        ...(state === undefined ? [] : [`StateDirectory=${state}`, 'StateDirectoryMode=0700']),
        ...(masterKeyFile === undefined
          ? []
          : [`LoadCredential=master-key:${withoutSpecifiers(masterKeyFile)}`]),
        'Restart=on-failure',
        ...backOff(version).service,
        'TimeoutStartSec=180',
        // Longer than the service takes to finish its requests and tasks.
        'TimeoutStopSec=60',
        'KillMode=mixed',
        'LimitNOFILE=65536',
        'LimitCORE=0',
      ],
    ],
    ['', ['# The service cannot do what it does not need.', ...hardening(definition)]],
    ['Install', ['WantedBy=multi-user.target']],
  ];
  const body = sections
    .map(([name, lines]) => `${name === '' ? '' : `[${name}]\n`}${lines.join('\n')}\n`)
    .join('\n');
  return stamped(body, 'hash', toRecord(definition));
}

/** Restarts wait; where systemd cannot lengthen the pauses, it gives up after ten failures in ten minutes. */
function backOff(version: number): { unit: string[]; service: string[] } {
  if (version >= withRestartSteps)
    return {
      unit: ['StartLimitIntervalSec=0'],
      service: ['RestartSec=1', 'RestartSteps=8', 'RestartMaxDelaySec=60'],
    };
  return { unit: ['StartLimitIntervalSec=600', 'StartLimitBurst=10'], service: ['RestartSec=5'] };
}

function withoutSpecifiers(text: string): string {
  return text.replaceAll('%', '%%');
}

/** Quotes a word of a command: `%` begins a specifier and `$` a variable (systemd.service(5), "Command lines"). */
function unitWord(word: string): string {
  const escaped = word.replaceAll('\\', '\\\\').replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w./@+:=,%$\\-]+$/.test(escaped) ? escaped : `"${escaped.replaceAll('"', '\\"')}"`;
}

function environmentWord(name: string, value: string): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('%', '%%').replaceAll('"', '\\"');
  return /\s|"/.test(escaped) ? `"${name}=${escaped}"` : `${name}=${escaped}`;
}
