import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { removeUnfinishedFiles, writePrivateFile } from '../../controller/storage/index.js';
import { ApiClient } from '../client/rest/api-client.js';
import { exitCodes, Failure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import type { InstalledRecord } from './contract/definition.js';
import { type Machine, placeOn } from './contract/machine.js';
import { getControl } from './control.js';
import { findLocalServer } from './local-server.js';

/** Milliseconds between two looks at a rotation, and the time after which its end is left to a later call. */
const pauseMs = 500;
const maxWaitMs = 600_000;

interface Check {
  name: string;
  status: string;
  detail: string;
}

/**
 * Rotates the master key of an installed service and resolves with the id of the new key. A key that svc keeps in its data
 * directory is rotated by the service while it runs. A key file of `--master-key-file` gets the new key on its first line and keeps the
 * old one on its second; the service reads both at its restart, wraps all data keys by the new one, and the old line is removed. At
 * each moment the file opens all data; a rotation that was interrupted continues with the next call.
 * @throws Failure without an administrator's key, or where the service is not ready in time
 */
export async function rotateMasterKey(io: Io, machine: Machine, record: InstalledRecord): Promise<string> {
  const { masterKeyFile } = record;
  if (masterKeyFile === undefined) return rotateByService(io, machine, record);
  const api = () => getClient(io, machine, record);
  // Before anything changes: without a credential the end of the rotation cannot be seen.
  await masterKeyCheck(api());
  const file = placeOn(machine, masterKeyFile);
  const [current = '', unfinished] = readFileSync(file, 'utf8').trim().split(/\s+/);
  if (unfinished === undefined) {
    writePrivateFile(file, `${randomBytes(32).toString('hex')}\n${current}\n`);
    io.stderr.write(`wrote a new key to ${masterKeyFile}, before the old one\n`);
  } else io.stderr.write(`${masterKeyFile} holds two keys: an earlier rotation is completed first\n`);
  const control = getControl(machine, record);
  await control.stop();
  await control.start();
  io.stderr.write('restarted the service, which wraps all data keys by the new key\n');
  const check = await completed(api);
  const [key = ''] = readFileSync(file, 'utf8').trim().split(/\s+/);
  writePrivateFile(file, `${key}\n`);
  // The service has proved that the file holds its key; copies with both keys are left by earlier calls that were killed.
  removeUnfinishedFiles(dirname(file), basename(file));
  return /by the key (\S+)/.exec(check.detail)?.[1] ?? '';
}

async function rotateByService(io: Io, machine: Machine, record: InstalledRecord): Promise<string> {
  const path = '/api/v1/platform/master-key/rotate';
  const { keyId } = await getClient(io, machine, record).call<{ keyId: string }>(path, { method: 'POST' });
  return keyId;
}

function getClient(io: Io, machine: Machine, record: InstalledRecord): ApiClient {
  const server = findLocalServer(machine, record);
  if (server === undefined)
    throw new Failure(exitCodes.unreachable, `The service \`${record.name}\` does not run`, [
      'Start it with `svc service start`.',
    ]);
  const key = io.env['SVC_API_KEY'] || server.adminKey;
  if (key === undefined)
    throw new Failure(exitCodes.unauthorized, 'The key of an administrator is needed', [
      'Set SVC_API_KEY: the file with the first administrator is gone, as it should be.',
    ]);
  return new ApiClient(server.transport, key);
}

async function masterKeyCheck(api: ApiClient): Promise<Check> {
  const { checks } = await api.call<{ checks: Check[] }>('/api/v1/platform/diagnostics');
  const check = checks.find(({ name }) => name === 'master-key');
  if (check) return check;
  throw new Failure(exitCodes.faulted, 'The service reports nothing about its master key', [
    'Install a version of svc that does, and repeat the command.',
  ]);
}

async function completed(api: () => ApiClient): Promise<Check> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    const check = await masterKeyCheck(api());
    if (check.status === 'ok') return check;
    if (performance.now() > deadline)
      throw new Failure(exitCodes.faulted, `The rotation is not complete: ${check.detail}`, [
        'Nothing is lost: the key file holds both keys. Repeat the command later.',
      ]);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
