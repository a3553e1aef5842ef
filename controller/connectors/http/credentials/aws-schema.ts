import type { JsonObject } from '../../../../schemas/json/types.js';
import { secretField } from '../../contract/server-fields.js';

/** A role whose temporary keys sign in place of the own ones. */
export interface AwsRole {
  arn: string;
  externalId?: string;
  sessionName?: string;
  /** Seconds. */
  duration?: number;
  stsUrl?: string;
}

/** Signatures of Amazon Web Services (Signature Version 4), with the values of the secrets. */
export interface AwsAuth {
  type: 'aws';
  region: string;
  service: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  role?: AwsRole;
}

const text = (title: string, description: string, pattern: string, example: string): JsonObject => ({
  title,
  description,
  type: 'string',
  pattern,
  examples: [example],
});

const name = '^[a-z0-9-]{1,64}$';

/** Returns the address of the service that gives the keys of roles. */
export function getStsUrl(region: string, role: Pick<AwsRole, 'stsUrl'>): string {
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return role.stsUrl ?? `https://sts.${region}.${domain}/`;
}

export const awsScheme: JsonObject = {
  title: 'aws',
  description: 'A signature of each request by Signature Version 4 of Amazon Web Services.',
  type: 'object',
  required: ['type', 'region', 'service', 'accessKeyId', 'secretAccessKey'],
  additionalProperties: false,
  properties: {
    type: { title: 'Type', description: 'A signature of each request.', const: 'aws', examples: ['aws'] },
    region: text('Region', 'The region of the service.', name, 'eu-central-1'),
    service: text(
      'Service',
      'The name of the service in signatures, such as `sqs`, `lambda`, `execute-api` (API Gateway), `appsync`, `es`.',
      name,
      'sqs',
    ),
    accessKeyId: {
      title: 'Access key',
      description: 'The ID of the access key.',
      type: 'string',
      minLength: 1,
      'x-secret': 'allowed',
      examples: ['AKIAIOSFODNN7EXAMPLE'],
    },
    secretAccessKey: {
      ...secretField('Secret key', 'The secret of the access key.', 'aws/svc'),
      examples: [{ secret: 'aws/svc', key: 'secretAccessKey' }],
    },
    sessionToken: {
      ...secretField('Session', 'The token of temporary keys.', 'aws/svc'),
      examples: [{ secret: 'aws/svc', key: 'sessionToken' }],
    },
    role: {
      title: 'Role',
      description:
        'A role whose temporary keys sign the requests; they are fetched with the access key (AssumeRole).',
      type: 'object',
      required: ['arn'],
      additionalProperties: false,
      properties: {
        arn: text(
          'ARN',
          'The name of the role.',
          '^arn:[a-z0-9-]+:iam::\\d{12}:role/[\\w+=,.@/-]+$',
          'arn:aws:iam::123456789012:role/svc',
        ),
        externalId: {
          title: 'External ID',
          description: 'A text that the other account wants.',
          type: 'string',
          minLength: 2,
          'x-secret': 'allowed',
          examples: ['shop-17'],
        },
        sessionName: {
          ...text(
            'Session name',
            'The name of the session in the logs of AWS.',
            '^[\\w+=,.@-]{2,64}$',
            'orders',
          ),
          default: 'svc',
        },
        duration: {
          title: 'Duration',
          description: 'The seconds for which the keys are valid.',
          type: 'integer',
          minimum: 900,
          maximum: 43_200,
          default: 3_600,
          examples: [900],
        },
        stsUrl: text(
          'STS address',
          'The address of the service that gives the keys, in place of the one of the region.',
          '^https?://[^\\s#@]+$',
          'https://sts.eu-central-1.amazonaws.com/',
        ),
      },
      examples: [{ arn: 'arn:aws:iam::123456789012:role/svc' }],
    },
  },
  examples: [
    {
      type: 'aws',
      region: 'eu-central-1',
      service: 'sqs',
      accessKeyId: { secret: 'aws/svc', key: 'accessKeyId' },
      secretAccessKey: { secret: 'aws/svc', key: 'secretAccessKey' },
    },
  ],
};
