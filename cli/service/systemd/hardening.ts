import type { ServiceDefinition } from '../contract/definition.js';
import { stateDirectory } from './state-directory.js';

/** Folders that the sandbox replaces by empty ones. */
const hidden = ['/home', '/root', '/run/user', '/tmp', '/var/tmp'];

/**
 * The lines that take rights away from the service, which `systemd-analyze security` scores at 1.3 of 10 (lower is safer).
 * `MemoryDenyWriteExecute` is missing: V8 compiles JavaScript to machine code at run time.
 */
export function hardening(definition: ServiceDefinition): string[] {
  const { needsLowPort } = definition;
  const capability = needsLowPort ? 'CAP_NET_BIND_SERVICE' : '';
  return [
    'NoNewPrivileges=yes',
    `CapabilityBoundingSet=${capability}`,
    `AmbientCapabilities=${capability}`,
    'ProtectSystem=strict',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'PrivateMounts=yes',
    // A capability of a user namespace opens no port of the machine.
    `PrivateUsers=${needsLowPort ? 'no' : 'yes'}`,
    'ProtectClock=yes',
    'ProtectHostname=yes',
    'ProtectKernelLogs=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelTunables=yes',
    'ProtectControlGroups=yes',
    'ProtectProc=invisible',
    'ProcSubset=pid',
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
    'RestrictNamespaces=yes',
    'RestrictRealtime=yes',
    'RestrictSUIDSGID=yes',
    'RemoveIPC=yes',
    'LockPersonality=yes',
    'KeyringMode=private',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
    'SystemCallFilter=~@privileged @resources',
    'SystemCallErrorNumber=EPERM',
    'UMask=0077',
    ...getHome(definition),
    ...getPlaces(definition),
  ];
}

/** Homes are hidden, except for what the service itself needs from them. */
function getHome(definition: ServiceDefinition): string[] {
  const shown = definition.readable.filter(isHidden);
  if (shown.length === 0) return ['ProtectHome=yes'];
  return ['ProtectHome=tmpfs', ...shown.map((path) => `BindReadOnlyPaths=${unitPath(path)}`)];
}

function getPlaces({ writable, dataDirectory }: ServiceDefinition): string[] {
  const data = stateDirectory(dataDirectory) === undefined ? [dataDirectory] : [];
  return [...data, ...writable].map((path) =>
    isHidden(path) ? `BindPaths=${unitPath(path)}` : `ReadWritePaths=-${unitPath(path)}`,
  );
}

function isHidden(path: string): boolean {
  return hidden.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** Writes a path as a value: `%` begins a specifier, a blank ends the path, and a colon would name a second path. */
function unitPath(path: string): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('%', '%%').replaceAll('"', '\\"');
  const plain = escaped.replaceAll(':', '\\:');
  return /\s/.test(plain) ? `"${plain}"` : plain;
}
