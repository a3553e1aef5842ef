import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { decodeMessage } from '../contract/messages.js';

/** The schema of a file that was read. */
export const fileOutput: JsonObject = {
  title: 'File',
  type: 'object',
  required: ['content', 'encoding', 'path', 'sha'],
  additionalProperties: false,
  properties: {
    content: {
      title: 'Content',
      description: 'The whole content, in the encoding named beside.',
      type: 'string',
    },
    encoding: {
      title: 'Encoding',
      description: '`base64` for a file that is no text.',
      enum: ['text', 'base64'],
    },
    path: { title: 'Path', description: 'The path of the file in the repository.', type: 'string' },
    sha: { title: 'Blob', description: 'The SHA of the content.', type: ['string', 'null'] },
  },
};

/** Returns a file as flows see it. @param file the answer of a forge, with base64 */
export function getFile(file: JsonObject, sha: Json | undefined): JsonObject {
  const bytes = Buffer.from(String(file['content'] ?? ''), 'base64');
  const { message = '', encoding = 'text' } = decodeMessage(bytes, false);
  return { content: message, encoding, path: file['path'] ?? file['file_path'] ?? '', sha: sha ?? null };
}
