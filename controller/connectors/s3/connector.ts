import { addressDestinations } from '../../security/policy/destination.js';
import { defineConnector } from '../contract/connector.js';
import { actions } from './actions.js';
import { getAddresses } from './addresses.js';
import { inBucket } from './client.js';
import { configSchema, type S3Config } from './config-schema.js';

/** Objects in a bucket of Amazon S3, or of a server with the same API. */
export const s3Connector = defineConnector<S3Config>({
  name: 's3',
  title: 'S3',
  description: 'Objects in a bucket of Amazon S3, or of a server with the same API (MinIO, Ceph, R2).',
  configSchema,
  destinations: (config) => addressDestinations(...getAddresses(config)),
  actions,
  async test(context) {
    const { bucket } = context.config;
    await inBucket(context, (client, { ListObjectsV2Command }, abortSignal) =>
      client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }), { abortSignal }),
    );
    return `The bucket \`${bucket}\` answers`;
  },
});
