import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type FileServers, startFileServers } from '../file-servers.js';
import { removeFolder } from '../remove-folder.js';
import { type BuiltService, startBuiltService } from './built-service.js';

const mebibyte = 1024 * 1024;
const size = Number(process.env['FILE_MIB'] ?? 2048) * mebibyte;
/** The memory that the service may use while the file passes through it. */
const aimMib = 250;

/** Moves a file of 2 GiB from S3 to SFTP and back through flows, and reports the memory of the service. */
export async function bench(): Promise<void> {
  const servers = await startFileServers();
  if (!servers) throw new Error('OpenSSH is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-files-'));
  for (const [path, content] of Object.entries(servers.entities)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const service = await startBuiltService(folder);
  try {
    await move(servers, service);
  } finally {
    service.child.kill();
    await servers.stop();
    removeFolder(folder);
  }
}

async function move({ s3, sshd, secrets }: FileServers, service: BuiltService): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json', prefer: 'wait=300' };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return (await fetch(`${service.url}${path}`, init)).json() as Promise<Record<string, unknown>>;
  };
  for (const secret of secrets) await call('POST', '/api/v1/platform/entities/platform/secret', secret);
  const digest = await putObject(s3.endpoint, 'large.bin');
  const pid = service.child.pid ?? 0;
  const start = `at the start ${getMemory(pid, 'VmRSS')} MiB, at most ${getMemory(pid, 'VmHWM')} MiB`;
  console.log(`file: ${size / mebibyte} MiB; service: ${start}`);

  await timed('S3 to SFTP', pid, () => call('POST', '/api/v1/live/flows/move/runs', { key: 'large.bin' }));
  const received = join(sshd.folder, 'received');
  if ((await computeDigest(received)) !== digest) throw new Error('The file at the SFTP server differs');
  const back = { path: received, key: 'returned.bin' };
  await timed('SFTP to S3', pid, () => call('POST', '/api/v1/live/flows/return/runs', back));
}

async function timed(name: string, pid: number, run: () => Promise<Record<string, unknown>>): Promise<void> {
  // Sets the most that was used to what is used now (proc(5)).
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const began = performance.now();
  const { status, error } = await run();
  if (status !== 'completed') throw new Error(`${name}: the run is ${status}: ${JSON.stringify(error)}`);
  const seconds = (performance.now() - began) / 1_000;
  const rate = Math.round(size / mebibyte / seconds);
  const peak = getMemory(pid, 'VmHWM');
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${rate} MiB/s; service: at most ${peak} MiB (aim: ${aimMib})`,
  );
  if (peak > aimMib) process.exitCode = 1;
}

/** @returns the digest of the content */
async function putObject(endpoint: string, Key: string): Promise<string> {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  });
  const object = { Bucket: 'shop', Key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
  const hash = createHash('sha256');
  const Parts = [];
  for (let PartNumber = 1; (PartNumber - 1) * 32 * mebibyte < size; PartNumber++) {
    const Body = randomBytes(Math.min(32 * mebibyte, size - (PartNumber - 1) * 32 * mebibyte));
    hash.update(Body);
    const { ETag } = await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body }));
    Parts.push({ PartNumber, ETag });
  }
  await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }));
  client.destroy();
  return hash.digest('hex');
}

async function computeDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** MiB, as Linux reports it: `VmRSS` now, `VmHWM` at the most. */
function getMemory(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const [, kib = '0'] =
    new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kib) / 1024);
}
