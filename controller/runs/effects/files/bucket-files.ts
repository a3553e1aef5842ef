import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BucketWork, ConnectorError, type S3Config, uploadObject } from '../../../connectors/index.js';
import type { FileContents, FileLocation, FileRange } from './file-contents.js';
import type { FileFolder } from './file-folder.js';

/** The bucket of an installation. */
export interface FilesBucket {
  place: Pick<S3Config, 'bucket' | 'timeout'>;
  /** The beginning of all keys, with a slash at its end. */
  prefix: string;
  /** Tells this installation from others: two in one place would remove each other's files. */
  owner: string;
  use<Result>(signal: AbortSignal, work: BucketWork<Result>): Promise<Result>;
}

/** Bytes that one copy inside of S3 may have. */
const maxCopyBytes = 5 * 1024 ** 3;
const stepMs = 60_000;

/**
 * Files of runs in a bucket. A file is first written to this machine, which counts it, then uploaded. Files that the data
 * directory has from the time before the bucket are read and removed there.
 */
export class BucketFiles implements FileContents {
  #ready: Promise<void> | undefined;

  constructor(
    private readonly local: FileFolder,
    private readonly bucket: FilesBucket,
  ) {}

  /** @throws ConnectorError settings_invalid for the place of another installation; errors of the bucket */
  open(): Promise<void> {
    this.#ready ??= Promise.all([this.local.open(), this.#claim()]).then(
      () => {},
      (error) => {
        this.#ready = undefined;
        throw error;
      },
    );
    return this.#ready;
  }

  async write(place: FileLocation, content: Readable, limit: number, signal: AbortSignal) {
    const { path, ...metadata } = await this.local.spool(content, limit, signal);
    try {
      await this.open();
      const about = { file: place.id, name: place.id, type: '', ...metadata };
      const read = (range?: FileRange) => createReadStream(path, range ?? {});
      await this.bucket.use(signal, (client, library, limited) => {
        const { bucket, timeout } = this.bucket.place;
        const tools = { client, library, bucket, signal: limited, timeoutMs: timeout * 1_000 };
        const attributes = { ContentType: 'application/octet-stream' };
        return uploadObject(tools, this.#key(place), { about, read }, attributes);
      });
      return metadata;
    } finally {
      await rm(path, { force: true });
    }
  }

  read(place: FileLocation, range?: FileRange): Readable {
    const stream = new PassThrough();
    const ended = new AbortController();
    stream.once('close', () => ended.abort());
    void (async () => {
      try {
        if (await this.local.has(place)) return await pipeline(this.local.read(place, range), stream);
        await this.bucket.use(ended.signal, async (client, { GetObjectCommand }, abortSignal) => {
          const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
          const object = { Bucket: this.bucket.place.bucket, Key: this.#key(place), ...part };
          const { Body } = await client.send(new GetObjectCommand(object), { abortSignal });
          await pipeline(Body as Readable, stream);
        });
      } catch (error) {
        stream.destroy(error as Error);
      }
    })();
    return stream;
  }

  async share(from: FileLocation, runId: string): Promise<void> {
    const [source, target] = [this.#key(from), { runId, id: from.id }];
    const { bucket } = this.bucket.place;
    const copied =
      !(await this.local.has(from)) &&
      (await this.bucket.use(within(), async (client, library, abortSignal) => {
        const head = new library.HeadObjectCommand({ Bucket: bucket, Key: source });
        const { ContentLength = 0 } = await client.send(head, { abortSignal });
        if (ContentLength > maxCopyBytes) return false;
        const CopySource = `${bucket}/${source}`.split('/').map(encodeURIComponent).join('/');
        const copy = new library.CopyObjectCommand({ Bucket: bucket, Key: this.#key(target), CopySource });
        await client.send(copy, { abortSignal });
        return true;
      }));
    if (!copied) await this.write(target, this.read(from), Number.POSITIVE_INFINITY, neverAborted);
  }

  async removeRun(runId: string): Promise<void> {
    await this.local.removeRun(runId);
    await this.bucket.use(within(), async (client, library, abortSignal) => {
      const { bucket: Bucket } = this.bucket.place;
      for (;;) {
        const list = new library.ListObjectsV2Command({ Bucket, Prefix: this.#folder(runId) });
        const { Contents = [] } = await client.send(list, { abortSignal });
        if (Contents.length === 0) return;
        for (const { Key } of Contents)
          await client.send(new library.DeleteObjectCommand({ Bucket, Key }), { abortSignal });
      }
    });
  }

  async runs(): Promise<string[]> {
    const localRuns = new Set(await this.local.runs());
    const Prefix = `${this.bucket.prefix}runs/`;
    await this.bucket.use(within(), async (client, library, abortSignal) => {
      const about = { Bucket: this.bucket.place.bucket, Prefix, Delimiter: '/' };
      for (let ContinuationToken: string | undefined; ; ) {
        const list = new library.ListObjectsV2Command({ ...about, ContinuationToken });
        const page = await client.send(list, { abortSignal });
        for (const { Prefix: folder = '' } of page.CommonPrefixes ?? [])
          localRuns.add(folder.slice(Prefix.length, -1));
        ContinuationToken = page.NextContinuationToken;
        if (ContinuationToken === undefined) return;
      }
    });
    return [...localRuns];
  }

  async measureAge(runId: string): Promise<number> {
    const local = await this.local.measureAge(runId).catch(() => Number.POSITIVE_INFINITY);
    const newest = await this.bucket.use(within(), async (client, library, abortSignal) => {
      const about = { Bucket: this.bucket.place.bucket, Prefix: this.#folder(runId) };
      const { Contents = [] } = await client.send(new library.ListObjectsV2Command(about), { abortSignal });
      return Math.max(0, ...Contents.map(({ LastModified }) => LastModified?.getTime() ?? Date.now()));
    });
    return Math.min(local, Date.now() - newest);
  }

  workFolder(): Promise<string> {
    return this.local.workFolder();
  }

  /** Notes in the bucket whose place it is. */
  async #claim(): Promise<void> {
    const { place, prefix, owner } = this.bucket;
    const object = { Bucket: place.bucket, Key: `${prefix}owner` };
    const removed = await this.bucket.use(within(), async (client, library, abortSignal) => {
      try {
        const { Body } = await client.send(new library.GetObjectCommand(object), { abortSignal });
        return await Body?.transformToString();
      } catch (error) {
        if ((error as Error).name !== 'NoSuchKey') throw error;
        const put = new library.PutObjectCommand({ ...object, Body: owner, ContentType: 'text/plain' });
        await client.send(put, { abortSignal });
        return owner;
      }
    });
    if (removed === owner) return;
    const detail = `The files under \`${prefix}\` of the bucket \`${place.bucket}\` belong to another installation`;
    const hint = `Choose another \`Files.Bucket.Prefix\`, or after a move to this machine remove the object \`${prefix}owner\``;
    throw new ConnectorError('configuration', 500, 'Bucket not usable', `${detail}. ${hint}`, {
      code: 'settings_invalid',
    });
  }

  #folder(runId: string): string {
    return `${this.bucket.prefix}runs/${runId}/`;
  }

  #key({ runId, id }: FileLocation): string {
    return `${this.#folder(runId)}${id}`;
  }
}

const neverAborted = new AbortController().signal;

function within(): AbortSignal {
  return AbortSignal.timeout(stepMs);
}
