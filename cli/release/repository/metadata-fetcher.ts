import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { BaseFetcher } from 'tuf-js';
import { DownloadHTTPError } from 'tuf-js/dist/error.js';
import { Problem } from '../../../controller/problems/index.js';
import { FileMissing, getErrorReason, type ReleaseSource } from './source.js';

/** The transport of tuf-js: reads metadata from a source, and keeps the problem that tuf-js would wrap in a text. */
export class MetadataFetcher extends BaseFetcher {
  /** The reason of the source for the last failure. */
  failure: Problem | undefined;

  constructor(private readonly source: ReleaseSource) {
    super();
  }

  async fetch(url: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    try {
      const { content } = await this.source.open(new URL(url));
      content.once('error', (cause) => {
        const detail = `${url} was cut off: ${getErrorReason(cause)}`;
        this.failure ??= new Problem('release_unreachable', detail, { cause });
      });
      return Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>;
    } catch (error) {
      if (!(error instanceof FileMissing)) {
        if (error instanceof Problem) this.failure = error;
        throw error;
      }
      // The chain of root metadata ends with the first version that does not exist.
      if (!/\/\d+\.root\.json$/.test(url))
        this.failure = new Problem('release_incomplete', `${url} does not exist`, { cause: error });
      throw new DownloadHTTPError(`${url} does not exist`, 404);
    }
  }
}
