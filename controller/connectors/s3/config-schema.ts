import type { JsonObject } from '../../../schemas/json/types.js';
import { baseUrlField, credentialField, getConfig, timeoutField } from '../web-api/config-fields.js';
import { flag, text } from '../web-api/fields.js';

/** The connector's configuration with the values of its secrets. */
export interface S3Config {
  bucket: string;
  region: string;
  endpoint?: string;
  pathStyle?: boolean;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  /** Seconds. */
  timeout: number;
}

export const configSchema: JsonObject = {
  ...getConfig('S3 connection', 'A bucket of Amazon S3, or of a server with the same API.', {
    bucket: {
      ...text('Bucket', 'The name of the bucket.', 'shop-exports'),
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$',
      patternErrorMessage: 'the name of a bucket, without an address',
    },
    region: { ...text('Region', 'The region of the bucket.', 'eu-central-1'), default: 'us-east-1' },
    endpoint: baseUrlField(
      'The address of another server than that of Amazon.',
      undefined,
      'https://s3.example.com',
    ),
    pathStyle: flag(
      'Path style',
      'Write the bucket in the path, not in the name of the host; servers of your own need it.',
    ),
    accessKeyId: {
      ...text('Access key', 'The ID of the access key.', 'AKIAIOSFODNN7EXAMPLE'),
      'x-secret': 'allowed',
    },
    secretAccessKey: credentialField('Secret key', 'The secret of the access key.', 'shop/s3', 'secret'),
    sessionToken: credentialField('Session', 'The token of temporary keys.', 'shop/s3', 'session'),
    timeout: timeoutField(),
  }),
  required: ['bucket', 'accessKeyId', 'secretAccessKey'],
};
