import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  ConnectorError,
  createHttpClient,
  createNetwork,
  inBucket,
  type S3Config,
} from '../connectors/index.js';
import type { FilesBucket } from '../runs/index.js';
import type { Vault } from '../security/vault/contract.js';
import type { Base } from './base.js';

/** Seconds for one request; the parts of a file have this time each. */
const timeout = 60;

/**
 * The bucket for the files of runs; undefined when the settings name none. Operators chose its address, so that it may be
 * in a private network.
 */
export function openFilesBucket(
  { settings, data, closers }: Base,
  vault: Pick<Vault, 'secrets'>,
): FilesBucket | undefined {
  const { Bucket } = settings.Files;
  if (!Bucket) return undefined;
  const client = createHttpClient({ allowPrivateNetworks: true, timeoutMs: 3_600_000 });
  closers.add(() => client.close());
  const network = createNetwork(client, true);
  const place = {
    bucket: Bucket.Name,
    region: Bucket.Region,
    pathStyle: Bucket.PathStyle,
    timeout,
    ...(Bucket.Endpoint === undefined ? {} : { endpoint: Bucket.Endpoint }),
  };
  const keys = async (): Promise<Pick<S3Config, 'accessKeyId' | 'secretAccessKey'>> => {
    const { accessKeyId, secretAccessKey } = (await vault.secrets.read(Bucket.Secret)) ?? {};
    if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey };
    const detail = `The secret \`${Bucket.Secret}\` of \`Files.Bucket\` has no \`accessKeyId\` or no \`secretAccessKey\``;
    throw new ConnectorError('configuration', 500, 'Bucket not usable', detail, { code: 'secret_not_found' });
  };
  return {
    place,
    prefix: Bucket.Prefix,
    owner: ownerIn(data.file('files-owner')),
    async use(signal, work) {
      const config: S3Config = { ...place, ...(await keys()) };
      return inBucket({ config, network, signal }, work, 'transfer');
    },
  };
}

/** The name of this installation in the bucket, which its data directory keeps. */
function ownerIn(path: string): string {
  try {
    writeFileSync(path, randomUUID(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}
