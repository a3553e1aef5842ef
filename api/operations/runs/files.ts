import { partOfBranch } from '../shared/authorization.js';
import { namedField } from '../shared/fields.js';
import { type Operation, reads } from '../shared/operation.js';
import { described, getAnswer, integer, text, toList } from '../shared/schemas.js';
import { addressInput, getRun, type RunAddress } from './operations.js';

const members = {
  file: described(text, 'The id, unique in the run.'),
  name: described(text, 'The name of the file.'),
  type: described(text, 'The media type, as the server stated it that the file came from.'),
  size: described(integer, 'Bytes.'),
  sha256: described(text, 'The digest of the content.'),
  createdAt: described(text, 'RFC 3339, with milliseconds.'),
};
const runFileShape = described(getAnswer('RunFile', members), 'A file that a task has yielded.');

export const listRunFiles: Operation<RunAddress> = {
  name: 'list-run-files',
  title: 'List the files of a run',
  description: 'The files that the tasks of the run have yielded, the first 10,000, oldest first.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  target: partOfBranch,
  share: 'read',
  input: addressInput,
  output: toList(runFileShape),
  async run(context, input) {
    const run = await getRun(context, input);
    return { value: { items: await context.controller.runs.files.list(run.id) } };
  },
};

export const readRunFile: Operation<RunAddress & { file: string }> = {
  name: 'read-run-file',
  title: 'Download a file of a run',
  description: 'The content of a file, or a range of it. It is kept for as long as the run.',
  hints: reads,
  permission: 'viewer',
  target: partOfBranch,
  share: 'read',
  input: {
    properties: {
      ...addressInput.properties,
      file: namedField('The id of the file.', '5f2b6c0e9d7a41c3b8e0f1a2c3d4e5f6'),
    },
    required: [...addressInput.required, 'file'],
  },
  output: { type: 'string', format: 'binary', description: 'The content.' },
  async run(context, input) {
    const run = await getRun(context, input);
    const { file, read } = await context.controller.runs.files.find(run.id, input.file);
    const { name, type, size, sha256, createdAt } = file;
    return {
      download: {
        name,
        type,
        file: { size, etag: `"${sha256}"`, modified: new Date(createdAt) },
        open: read,
      },
    };
  },
};
