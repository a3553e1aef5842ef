import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sshd, startSshd } from './controller/connectors/sshd.js';

/** A server of S3 with one bucket, and one of SFTP, with the files of a repository that uses both. */
export interface FileServers {
  s3: { endpoint: string; directory: string };
  sshd: Sshd;
  /** The entities of the repository, by path. */
  entities: Record<string, string>;
  /** The secrets of the connections, as bodies of requests. */
  secrets: { path: string; value: Record<string, string> }[];
  stop(): Promise<void>;
}

const flow = (name: string, tasks: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\ndo:\n${tasks}`;

/** Starts the servers; undefined where OpenSSH is not installed. */
export async function startFileServers(): Promise<FileServers | undefined> {
  const sshd = await startSshd();
  if (!sshd) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'svc-s3-'));
  const S3rver = createRequire(import.meta.url)('s3rver');
  const storage = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'shop', configs: [] }],
  });
  const { port } = (await storage.run()) as { port: number };
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    s3: { endpoint, directory },
    sshd,
    entities: {
      'svc.yaml': 'Flows: { AllowPrivateNetworks: true }\n',
      'bucket.yaml': `kind: connection
name: bucket
connector: s3
config:
  endpoint: ${endpoint}
  bucket: shop
  pathStyle: true
  accessKeyId: S3RVER
  secretAccessKey: { secret: files/s3, key: secret }
`,
      'partner.yaml': `kind: connection
name: partner
connector: sftp
config:
  host: 127.0.0.1
  port: ${sshd.port}
  username: ${sshd.username}
  hostKey: ${sshd.hostKey}
  privateKey: { secret: files/ssh, key: key }
`,
      'move.yaml': flow(
        'move',
        `  - fetch: { call: bucket.download, with: { key: '\${ .key }' }, export: { as: '\${ . }' } }
  - send: { call: partner.upload, with: { path: '\${ $workflow.input.path // "${sshd.folder}/received" }', file: '\${ $context }' } }
  - done: { set: '\${ $context }' }
`,
      ),
      'return.yaml': flow(
        'return',
        `  - fetch: { call: partner.download, with: { path: '\${ .path }', type: text/csv } }
  - send: { call: bucket.upload, with: { key: '\${ $workflow.input.key }', file: '\${ . }' } }
`,
      ),
    },
    secrets: [
      { path: 'files/s3', value: { secret: 'S3RVER' } },
      { path: 'files/ssh', value: { key: sshd.privateKey } },
    ],
    async stop() {
      await storage.close();
      await sshd.stop();
      rmSync(directory, { recursive: true });
    },
  };
}
