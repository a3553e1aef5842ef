import { Readable } from 'node:stream';
import {
  type ActionFiles,
  ConnectorError,
  type FileDescription,
  type OpenFile,
} from '../contract/connector.js';
import { maxMessageBytes } from '../contract/messages.js';
import { PlainResponse } from '../network/plain-response.js';

/** Sets the headers of a request whose body is a file. */
export function describeFile({ about }: OpenFile, headers: Headers): void {
  if (!headers.has('content-type')) headers.set('content-type', about.type);
  headers.set('content-length', String(about.size));
}

/** Stores the body of a response as a file of the run. @param watch as in `transferring` */
export function storeBody(
  response: Response,
  url: URL,
  files: ActionFiles,
  watch = (content: Readable) => content,
): Promise<FileDescription> {
  const type = response.headers.get('content-type') ?? undefined;
  const content = response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as never);
  return files.write({ name: getResponseName(response, url), type }, watch(content));
}

/** The body of an answer that is no file: transfers do not limit it. @throws ConnectorError */
export async function wholeBody(response: Response, { host }: URL): Promise<Buffer> {
  if (response instanceof PlainResponse) return response.whole();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxMessageBytes) {
      const detail = `${host} answered with more than ${maxMessageBytes} bytes`;
      throw new ConnectorError('communication', 502, 'Response too large', detail);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The name that the server gives (RFC 6266), or the last part of the address. */
function getResponseName(response: Response, { pathname }: URL): string {
  const disposition = (response.headers.get('content-disposition') ?? '').slice(0, 4_096);
  const [, encoded] = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition) ?? [];
  const [, quoted, plain] = /filename="([^"]*)"|filename=([^;\s"]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined) return decoded(encoded);
  // Headers are read as Latin-1; servers send UTF-8 in them.
  const name = quoted ?? plain;
  return name === undefined ? decoded(pathname) : Buffer.from(name, 'latin1').toString('utf8');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
