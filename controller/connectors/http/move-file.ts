import type { Readable } from 'node:stream';
import type { Json } from '../../../schemas/json/types.js';
import type { ActionContext } from '../contract/connector.js';
import { requireFiles } from '../contract/file-fields.js';
import { watched } from '../contract/transfer.js';
import { BodyError } from './body.js';
import type { HttpConnection } from './client.js';
import type { HttpConfig } from './config-schema.js';
import { transfer } from './exchange.js';
import { describeFile, storeBody } from './files.js';
import { buildRequest, type HttpInput, type HttpRequest } from './request.js';
import { readAnswer, toRefusal } from './response.js';

/** Sends a file, or stores the answer as one. @throws ConnectorError */
export async function moveFile(
  context: ActionContext<HttpConfig, HttpConnection>,
  input: HttpInput,
): Promise<Json> {
  const files = requireFiles(context);
  const file = input.bodyFile && (await files.open(input.bodyFile));
  const build = (): HttpRequest => {
    const request = buildRequest(context, input);
    if (!file) return request;
    if (input.body !== undefined || request.method === 'GET' || request.method === 'HEAD')
      throw new BodyError('`bodyFile` stands in place of `body`, in requests that have one');
    if (context.config.signature)
      throw new BodyError('`bodyFile` cannot be signed: the connection has a `signature`');
    describeFile(file, request.headers);
    return request;
  };
  return transfer<Json>(context, build, {
    ...(file ? { body: (limit, moved) => watched(file.read(), limit, moved) } : {}),
    bodySha256: file?.about.sha256,
    async read(response, request, { secrets, budget }) {
      if (input.output !== 'file') {
        const { status, headers, content } = await readAnswer(response, request, secrets);
        if (input.output !== 'response') return content;
        return { statusCode: status, headers: Object.fromEntries(headers), content };
      }
      if (!response.ok) throw await toRefusal(response, request, secrets);
      const { current: limit } = budget;
      const watch = (content: Readable) => watched(content, limit, () => budget.progressed());
      try {
        return { ...(await storeBody(response, request.url, files, watch)) };
      } catch (error) {
        throw limit.aborted ? limit.reason : error;
      }
    },
  });
}
