import type { JsonObject } from '../../../schemas/json/types.js';
import { ConnectorError } from './connector.js';
import type { ActionFiles } from './files.js';

/** The files of the run. @throws ConnectorError for a call outside of runs */
export function requireFiles({ files }: { readonly files?: ActionFiles | undefined }): ActionFiles {
  if (files) return files;
  const detail = 'A file belongs to a run, and this call is not part of one: call the action in a flow';
  throw new ConnectorError('configuration', 400, 'No run for the file', detail);
}

/** The input of actions that take a file. */
export const fileField: JsonObject = {
  title: 'File',
  description: 'The description of a file of the run, as the task that made it returned it.',
  type: 'object',
  required: ['file'],
  properties: {
    file: {
      title: 'ID',
      description: 'The id of the file in its run.',
      type: 'string',
      pattern: '^[0-9a-f]{32}$',
      patternErrorMessage: 'the id of a file',
    },
    name: { title: 'Name', description: 'The name of the file, without folders.', type: 'string' },
    type: { title: 'Media type', description: 'The media type of the content.', type: 'string' },
    size: { title: 'Bytes', description: 'The size of the content in bytes.', type: 'integer' },
    sha256: { title: 'SHA-256', description: 'The hash of the content in hexadecimal.', type: 'string' },
  },
  examples: ['${ .file }'],
};

/** The output of actions that yield a file. */
export const fileOutput: JsonObject = {
  title: 'File',
  type: 'object',
  required: ['file', 'name', 'type', 'size', 'sha256'],
  properties: fileField['properties'] ?? {},
};
