import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { encodedPart } from '../contract/address-parts.js';
import type { Action, ActionFiles, ActionHints } from '../contract/connector.js';
import { fileField, fileOutput, requireFiles } from '../contract/file-fields.js';
import { decodeMessage, getInput, maxMessageBytes, messageHints } from '../contract/messages.js';
import { flag, getLimit, limitField, object, text } from '../web-api/fields.js';
import { inBucket, type Pace } from './client.js';
import type { S3Config } from './config-schema.js';
import { download, type S3Tools, upload } from './transfers.js';

type S3Action = Action<S3Config>;

const key: JsonObject = { ...text('Key', 'The key of the object.', 'orders/2026/a.csv'), maxLength: 1_024 };

const about: JsonObject = {
  key: { description: 'The key of the object.', type: 'string' },
  size: { description: 'The size in bytes.', type: 'integer' },
  modifiedAt: { description: 'The time of the last change.', type: ['string', 'null'], format: 'date-time' },
  etag: { description: 'The entity tag, which changes with the content.', type: ['string', 'null'] },
};

const details: JsonObject = {
  ...about,
  contentType: { description: 'The media type of the content.', type: ['string', 'null'] },
  metadata: {
    description: 'Names and values that are kept with the object.',
    type: 'object',
    additionalProperties: { type: 'string' },
  },
};

const getOutput = (title: string, properties: JsonObject): JsonObject => ({
  title,
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const attributes: JsonObject = {
  contentType: text('Content type', 'The media type of the content.', 'text/csv'),
  metadata: {
    ...object('Metadata', 'Names and values that are kept with the object.', { source: 'shop' }),
    additionalProperties: { type: 'string' },
  },
  create: flag('Create', 'Refuse to replace an object (`If-None-Match`); not all servers know this.'),
};

const output = getOutput('Written', { key: about['key'] ?? {}, etag: about['etag'] ?? {} });

export const actions: Readonly<Record<string, S3Action>> = {
  list: action('reads', {
    title: 'List objects',
    description: 'Returns the objects whose keys begin so, by key.',
    input: getInput([], {
      prefix: { ...text('Prefix', 'The beginning of the keys.', 'orders/2026/'), minLength: 0 },
      after: text('After', 'Only keys behind this one.', 'orders/2026/a.csv'),
      limit: limitField,
    }),
    output: { title: 'Objects', type: 'array', items: getOutput('Object', about) },
    async work({ client, library, bucket, signal }, { prefix, after, ...input }) {
      const limit = getLimit(input);
      const response = await client.send(
        new library.ListObjectsV2Command({
          Bucket: bucket,
          MaxKeys: limit,
          ...(typeof prefix === 'string' ? { Prefix: prefix } : {}),
          ...(typeof after === 'string' ? { StartAfter: after } : {}),
        }),
        { abortSignal: signal },
      );
      return (response.Contents ?? []).map((each) => getAbout(each.Key ?? '', each));
    },
  }),
  stat: action('reads', {
    title: 'Look at an object',
    description: 'Returns the size, time, type and metadata of an object.',
    input: getInput(['key'], { key }),
    output: getOutput('Object', details),
    async work({ client, library, bucket, signal }, { key: named }) {
      const command = new library.HeadObjectCommand({ Bucket: bucket, Key: String(named) });
      return getDetails(String(named), await client.send(command, { abortSignal: signal }));
    },
  }),
  read: action('reads', {
    title: 'Read an object',
    description: 'Returns the content of an object of at most 8 MiB; one that is no text in base64.',
    input: getInput(['key'], { key }),
    output: getOutput('Object', {
      ...details,
      content: { description: 'The whole content, in the encoding named beside.', type: 'string' },
      encoding: { description: '`base64` for an object that is no text.', enum: ['text', 'base64'] },
    }),
    async work({ client, library, bucket, signal }, { key: named }) {
      const command = new library.GetObjectCommand({ Bucket: bucket, Key: String(named) });
      const response = await client.send(command, { abortSignal: signal });
      const chunks: Buffer[] = [];
      // The network of the service reads no more than the limit.
      for await (const chunk of response.Body as AsyncIterable<Buffer>) chunks.push(chunk);
      const { message = '', encoding = 'text' } = decodeMessage(Buffer.concat(chunks), false);
      return { ...getDetails(String(named), response), content: message, encoding };
    },
  }),
  write: action('changes', {
    title: 'Write an object',
    description: 'Writes an object in one step. Replaces an existing one, unless `create` is true.',
    input: getInput(['key', 'content'], {
      key,
      content: {
        title: 'Content',
        description: 'The whole content.',
        type: 'string',
        maxLength: maxMessageBytes,
        examples: ['id;total\n17;12.50\n'],
      },
      encoding: {
        title: 'Encoding',
        description: 'How `content` gives the bytes.',
        enum: ['text', 'base64'],
        default: 'text',
        examples: ['base64'],
      },
      ...attributes,
    }),
    output: output,
    async work(
      { client, library, bucket, signal },
      { key: named, content, encoding, contentType, metadata = {}, create = false },
    ) {
      const command = new library.PutObjectCommand({
        Bucket: bucket,
        Key: String(named),
        Body: Buffer.from(String(content), encoding === 'base64' ? 'base64' : 'utf8'),
        ...(typeof contentType === 'string' ? { ContentType: contentType } : {}),
        ...kept({ metadata, create }),
      });
      const { ETag } = await client.send(command, { abortSignal: signal });
      return { key: String(named), etag: ETag ?? null };
    },
  }),
  download: {
    ...action('reads', {
      title: 'Download an object',
      description:
        'Stores an object of any size as a file of the run, and returns the description of the file.',
      input: getInput(['key'], { key }),
      output: fileOutput,
      pace: 'transfer',
      work: async (tools, { key: named }) => ({
        ...(await download(tools, String(named), requireFiles(tools))),
      }),
    }),
    yieldsFile: () => true,
    mayUseFiles: () => true,
  },
  upload: {
    ...action('changes', {
      title: 'Upload a file',
      description:
        'Writes a file of the run as an object, in parts if it is large. Replaces an existing object, unless `create` is true.',
      input: getInput(['key', 'file'], { key, file: fileField, ...attributes }),
      output: output,
      pace: 'transfer',
      async work(tools, { key: named, file, contentType, metadata = {}, create = false }) {
        const opened = await requireFiles(tools).open(file);
        const ContentType = typeof contentType === 'string' ? contentType : opened.about.type;
        const etag = await upload(tools, String(named), opened, {
          ContentType,
          ...kept({ metadata, create }),
        });
        return { key: String(named), etag: etag ?? null };
      },
    }),
    mayUseFiles: () => true,
  },
  copy: action('changes', {
    title: 'Copy an object',
    description: 'Copies an object inside the bucket, without its content passing through here.',
    input: getInput(['key', 'to'], {
      key,
      to: { ...key, title: 'New key', description: 'The key of the copy.' },
    }),
    output: getOutput('Copied', { key: about['key'] ?? {} }),
    async work({ client, library, bucket, signal }, { key: named, to }) {
      const source = `${bucket}/${String(named).split('/').map(encodedPart).join('/')}`;
      const command = new library.CopyObjectCommand({ Bucket: bucket, Key: String(to), CopySource: source });
      await client.send(command, { abortSignal: signal });
      return { key: String(to) };
    },
  }),
  delete: action('changes', {
    title: 'Delete an object',
    description: 'Deletes an object; one that is not there is no error.',
    input: getInput(['key'], { key }),
    output: getOutput('Deleted', { key: about['key'] ?? {} }),
    async work({ client, library, bucket, signal }, { key: named }) {
      const command = new library.DeleteObjectCommand({ Bucket: bucket, Key: String(named) });
      await client.send(command, { abortSignal: signal });
      return { key: String(named) };
    },
  }),
};

interface Tools extends S3Tools {
  files: ActionFiles | undefined;
}

interface Form extends Pick<S3Action, 'title' | 'description' | 'input'> {
  output: JsonObject;
  pace?: Pace;
  work(tools: Tools, input: JsonObject): Promise<Json>;
}

function action(kind: 'reads' | 'changes', { work, pace = 'call', ...form }: Form): S3Action {
  const changes: ActionHints = { readOnly: false, idempotent: true, destructive: true };
  return {
    ...form,
    hints: kind === 'changes' ? changes : messageHints.reads,
    run: (context, input) => {
      const { config, files } = context;
      const about = { bucket: config.bucket, timeoutMs: config.timeout * 1_000, files };
      return inBucket(
        context,
        (client, library, signal) => work({ ...about, client, library, signal }, input),
        pace,
      );
    },
  };
}

function kept({ metadata, create }: JsonObject): { Metadata: Record<string, string>; IfNoneMatch?: string } {
  return {
    Metadata: metadata as Record<string, string>,
    ...(create === true ? { IfNoneMatch: '*' } : {}),
  };
}

interface Attributes {
  Size?: number | undefined;
  ContentLength?: number | undefined;
  LastModified?: Date | undefined;
  ETag?: string | undefined;
}

function getAbout(named: string, { Size, ContentLength, LastModified, ETag }: Attributes): JsonObject {
  const modifiedAt = LastModified?.toISOString() ?? null;
  return { key: named, size: Size ?? ContentLength ?? 0, modifiedAt, etag: ETag ?? null };
}

function getDetails(
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
  return { ...getAbout(named, more), contentType: ContentType ?? null, metadata: Metadata ?? {} };
}
