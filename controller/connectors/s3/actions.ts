import type { S3Client } from '@aws-sdk/client-s3';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Action, ActionHints } from '../contract/connector.js';
import { decodeMessage, inputOf, largestMessage, messageHints } from '../contract/messages.js';
import { flag, limitField, limitOf, object, text } from '../web-api/fields.js';
import { inBucket } from './client.js';
import type { S3Config } from './config-schema.js';

type S3Action = Action<S3Config>;

const key: JsonObject = { ...text('Key', 'The key of the object.', 'orders/2026/a.csv'), maxLength: 1_024 };

const about: JsonObject = {
  key: { title: 'Key', type: 'string' },
  size: { title: 'Bytes', type: 'integer' },
  modifiedAt: { title: 'Modified', type: ['string', 'null'], format: 'date-time' },
  etag: { title: 'Version of the content', type: ['string', 'null'] },
};

const details: JsonObject = {
  ...about,
  contentType: { title: 'Content type', type: ['string', 'null'] },
  metadata: { title: 'Metadata', type: 'object', additionalProperties: { type: 'string' } },
};

const outputOf = (title: string, properties: JsonObject): JsonObject => ({
  ...{ title, type: 'object', required: Object.keys(properties), properties },
});

export const actions: Readonly<Record<string, S3Action>> = {
  list: action('reads', {
    title: 'List objects',
    description: 'Returns the objects whose keys begin so, by key.',
    input: inputOf([], {
      prefix: { ...text('Prefix', 'The beginning of the keys.', 'orders/2026/'), minLength: 0 },
      after: text('After', 'Only keys behind this one.', 'orders/2026/a.csv'),
      limit: limitField,
    }),
    output: { title: 'Objects', type: 'array', items: outputOf('Object', about) },
    async work({ client, library, bucket, signal }, { prefix, after, ...input }) {
      const limit = limitOf(input);
      const found = await client.send(
        new library.ListObjectsV2Command({
          ...{ Bucket: bucket, MaxKeys: limit },
          ...(typeof prefix === 'string' ? { Prefix: prefix } : {}),
          ...(typeof after === 'string' ? { StartAfter: after } : {}),
        }),
        { abortSignal: signal },
      );
      return (found.Contents ?? []).map((each) => aboutOf(each.Key ?? '', each));
    },
  }),
  stat: action('reads', {
    title: 'Look at an object',
    description: 'Returns the size, time, type and metadata of an object.',
    input: inputOf(['key'], { key }),
    output: outputOf('Object', details),
    async work({ client, library, bucket, signal }, { key: named }) {
      const command = new library.HeadObjectCommand({ Bucket: bucket, Key: String(named) });
      return detailsOf(String(named), await client.send(command, { abortSignal: signal }));
    },
  }),
  read: action('reads', {
    title: 'Read an object',
    description: 'Returns the content of an object of at most 8 MiB; one that is no text in base64.',
    input: inputOf(['key'], { key }),
    output: outputOf('Object', {
      ...details,
      content: { title: 'Content', type: 'string' },
      encoding: { title: 'Encoding', enum: ['text', 'base64'] },
    }),
    async work({ client, library, bucket, signal }, { key: named }) {
      const command = new library.GetObjectCommand({ Bucket: bucket, Key: String(named) });
      const found = await client.send(command, { abortSignal: signal });
      const chunks: Buffer[] = [];
      // The network of the service reads no more than the limit.
      for await (const chunk of found.Body as AsyncIterable<Buffer>) chunks.push(chunk);
      const { message = '', encoding = 'text' } = decodeMessage(Buffer.concat(chunks), false);
      return { ...detailsOf(String(named), found), content: message, encoding };
    },
  }),
  write: action('changes', {
    title: 'Write an object',
    description: 'Writes an object in one step. Replaces an existing one, unless `create` is true.',
    input: inputOf(['key', 'content'], {
      key,
      content: {
        ...{ title: 'Content', description: 'The whole content.', type: 'string', maxLength: largestMessage },
        examples: ['id;total\n17;12.50\n'],
      },
      encoding: {
        ...{ title: 'Encoding', description: 'How `content` gives the bytes.', enum: ['text', 'base64'] },
        ...{ default: 'text', examples: ['base64'] },
      },
      contentType: text('Content type', 'The media type of the content.', 'text/csv'),
      metadata: {
        ...object('Metadata', 'Names and values that are kept with the object.', { source: 'shop' }),
        additionalProperties: { type: 'string' },
      },
      create: flag('Create', 'Refuse to replace an object (`If-None-Match`); not all servers know this.'),
    }),
    output: outputOf('Written', { key: about['key'] ?? {}, etag: about['etag'] ?? {} }),
    async work(
      { client, library, bucket, signal },
      { key: named, content, encoding, contentType, metadata, create },
    ) {
      const command = new library.PutObjectCommand({
        ...{ Bucket: bucket, Key: String(named) },
        Body: Buffer.from(String(content), encoding === 'base64' ? 'base64' : 'utf8'),
        ...(typeof contentType === 'string' ? { ContentType: contentType } : {}),
        ...(metadata === undefined ? {} : { Metadata: metadata as Record<string, string> }),
        ...(create === true ? { IfNoneMatch: '*' } : {}),
      });
      const { ETag } = await client.send(command, { abortSignal: signal });
      return { key: String(named), etag: ETag ?? null };
    },
  }),
  copy: action('changes', {
    title: 'Copy an object',
    description: 'Copies an object inside the bucket, without its content passing through here.',
    input: inputOf(['key', 'to'], {
      key,
      to: { ...key, title: 'New key', description: 'The key of the copy.' },
    }),
    output: outputOf('Copied', { key: about['key'] ?? {} }),
    async work({ client, library, bucket, signal }, { key: named, to }) {
      const source = `${bucket}/${String(named).split('/').map(encodeURIComponent).join('/')}`;
      const command = new library.CopyObjectCommand({ Bucket: bucket, Key: String(to), CopySource: source });
      await client.send(command, { abortSignal: signal });
      return { key: String(to) };
    },
  }),
  delete: action('changes', {
    title: 'Delete an object',
    description: 'Deletes an object; one that is not there is no error.',
    input: inputOf(['key'], { key }),
    output: outputOf('Deleted', { key: about['key'] ?? {} }),
    async work({ client, library, bucket, signal }, { key: named }) {
      const command = new library.DeleteObjectCommand({ Bucket: bucket, Key: String(named) });
      await client.send(command, { abortSignal: signal });
      return { key: String(named) };
    },
  }),
};

interface Tools {
  client: S3Client;
  library: typeof import('@aws-sdk/client-s3');
  bucket: string;
  signal: AbortSignal;
}

interface Form extends Pick<S3Action, 'title' | 'description' | 'input'> {
  output: JsonObject;
  work(tools: Tools, input: JsonObject): Promise<Json>;
}

function action(kind: 'reads' | 'changes', { work, ...form }: Form): S3Action {
  const changes: ActionHints = { readOnly: false, idempotent: true, destructive: true };
  return {
    ...form,
    hints: kind === 'changes' ? changes : messageHints.reads,
    run: (context, input) =>
      inBucket(context, (client, library, signal) =>
        work({ client, library, bucket: context.config.bucket, signal }, input),
      ),
  };
}

interface Attributes {
  Size?: number | undefined;
  ContentLength?: number | undefined;
  LastModified?: Date | undefined;
  ETag?: string | undefined;
}

function aboutOf(named: string, { Size, ContentLength, LastModified, ETag }: Attributes): JsonObject {
  const modifiedAt = LastModified?.toISOString() ?? null;
  return { key: named, size: Size ?? ContentLength ?? 0, modifiedAt, etag: ETag ?? null };
}

function detailsOf(
  named: string,
  {
    ContentType,
    Metadata,
    ...more
  }: Attributes & {
    ContentType?: string | undefined;
    Metadata?: Record<string, string> | undefined;
  },
): JsonObject {
  return { ...aboutOf(named, more), contentType: ContentType ?? null, metadata: Metadata ?? {} };
}
