import type { Readable } from 'node:stream';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import { within } from '../../concurrency/signals.js';
import type { ActionFiles, FileDescription, OpenFile } from '../contract/connector.js';
import { transferring } from '../contract/transfer.js';

export interface S3Tools {
  client: S3Client;
  library: typeof import('@aws-sdk/client-s3');
  bucket: string;
  signal: AbortSignal;
  /** The time of the connection. */
  timeoutMs: number;
}

/** Bytes of one part: 10,000 of them, the most that S3 takes, hold the largest file of `Limits.File`. */
const partSize = 8 * 1024 * 1024;
/** S3 may take minutes to join the parts. */
const completionMs = 600_000;
const cleanUpMs = 30_000;

/** Attributes of an uploaded object. */
export interface ObjectAttributes {
  ContentType: string;
  Metadata?: Record<string, string>;
  IfNoneMatch?: string;
}

/** Stores an object as a file of the run. */
export function download(
  { client, library, bucket, signal, timeoutMs }: S3Tools,
  key: string,
  files: ActionFiles,
): Promise<FileDescription> {
  return transferring(timeoutMs, signal, async (limited, watch) => {
    const command = new library.GetObjectCommand({ Bucket: bucket, Key: key });
    const response = await client.send(command, { abortSignal: limited });
    const content = watch(response.Body as Readable);
    return files.write({ name: key, type: response.ContentType }, content);
  });
}

/** Writes a file as an object: in one request, or in parts that become one object at the end. @returns the ETag */
export async function upload(
  tools: S3Tools,
  key: string,
  file: OpenFile,
  attributes: ObjectAttributes,
): Promise<string | undefined> {
  const { client, library, bucket } = tools;
  if (file.about.size > partSize) return uploadParts(tools, key, file, attributes);
  return sendPart(tools, file, 0, (content, abortSignal) => {
    const input = { Bucket: bucket, Key: key, ...content, ...attributes };
    return client.send(new library.PutObjectCommand(input), { abortSignal });
  });
}

async function uploadParts(
  tools: S3Tools,
  key: string,
  file: OpenFile,
  { IfNoneMatch, ...attributes }: ObjectAttributes,
): Promise<string | undefined> {
  const { client, library, bucket, signal, timeoutMs } = tools;
  const { CreateMultipartUploadCommand, CompleteMultipartUploadCommand } = library;
  const object = { Bucket: bucket, Key: key };
  const { UploadId } = await within(timeoutMs, signal, (limited) =>
    client.send(new CreateMultipartUploadCommand({ ...object, ...attributes }), { abortSignal: limited }),
  );
  const started = { ...object, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    for (let start = 0; start < file.about.size; start += partSize) {
      const PartNumber = Parts.length + 1;
      const ETag = await sendPart(tools, file, start, (content, abortSignal) => {
        const input = { ...started, PartNumber, ...content };
        return client.send(new library.UploadPartCommand(input), { abortSignal });
      });
      Parts.push({ PartNumber, ETag });
    }
    const completed = { ...started, MultipartUpload: { Parts }, ...(IfNoneMatch ? { IfNoneMatch } : {}) };
    const { ETag } = await within(completionMs, signal, (limited) =>
      client.send(new CompleteMultipartUploadCommand(completed), { abortSignal: limited }),
    );
    return ETag;
  } catch (error) {
    // Parts that are not joined are stored, and paid for, until the upload is aborted.
    const abortSignal = AbortSignal.timeout(cleanUpMs);
    await client.send(new library.AbortMultipartUploadCommand(started), { abortSignal }).catch(() => {});
    throw error;
  }
}

interface PartContent {
  Body: Readable | Buffer;
  ContentLength: number;
}

/** Streams a part of a file, so that no part is in memory. @returns the ETag */
async function sendPart(
  { signal, timeoutMs }: S3Tools,
  file: OpenFile,
  start: number,
  send: (content: PartContent, signal: AbortSignal) => Promise<{ ETag?: string | undefined }>,
): Promise<string | undefined> {
  const ContentLength = Math.min(partSize, file.about.size - start);
  return transferring(timeoutMs, signal, async (limited, watch) => {
    const isEmpty = ContentLength === 0;
    const Body = isEmpty ? Buffer.alloc(0) : watch(file.read({ start, end: start + ContentLength - 1 }));
    const { ETag } = await send({ Body, ContentLength }, limited);
    return ETag;
  });
}
