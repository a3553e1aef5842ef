import type { FileEntry, Stats } from 'ssh2';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { type Action, type ActionHints, ConnectorError } from '../contract/connector.js';
import { fileField, fileOutput, requireFiles } from '../contract/file-fields.js';
import { decodeMessage, getInput, maxMessageBytes, messageHints } from '../contract/messages.js';
import type { SshConfig } from '../ssh/config-schema.js';
import type { SftpClient } from './client.js';
import type { Files } from './files.js';

type FileAction = Action<SshConfig, SftpClient>;

const path: JsonObject = {
  title: 'Path',
  description: 'From the folder of the user, or absolute.',
  type: 'string',
  pattern: '^[^\\u0000]{1,4096}$',
  patternErrorMessage: 'a path',
  examples: ['incoming/orders.csv'],
};

const entry: JsonObject = {
  title: 'Entry',
  type: 'object',
  required: ['name', 'type', 'size', 'modifiedAt'],
  properties: {
    name: { description: 'The name without the folder.', type: 'string' },
    type: { description: 'What it is.', enum: ['file', 'folder', 'link', 'other'] },
    size: { description: 'The size in bytes.', type: 'integer' },
    modifiedAt: {
      description: 'The time of the last change.',
      type: ['string', 'null'],
      format: 'date-time',
    },
  },
};

const done: JsonObject = {
  title: 'Done',
  type: 'object',
  required: ['path'],
  properties: { path: { description: 'The path, as it was given.', type: 'string' } },
};

const maxEntries = 10_000;

export const actions: Readonly<Record<string, FileAction>> = {
  list: action('reads', {
    title: 'List a folder',
    description: 'Returns the entries of a folder by name; those of folders below are left out.',
    input: getInput([], { path: { ...path, default: '.', examples: ['incoming'] } }),
    output: { title: 'Entries', type: 'array', items: entry },
    async work(files, { path: folder = '.' }) {
      const entries = await files.list(String(folder), maxEntries);
      if (entries.length > maxEntries) {
        const detail = `\`${folder}\` has more than the ${maxEntries} entries that one call returns`;
        throw new ConnectorError('runtime', 413, 'Folder too large', detail);
      }
      return entries.map((each) => toEntry(each.filename, each.attrs)).sort(byName);
    },
  }),
  stat: action('reads', {
    title: 'Look at a path',
    description: 'Returns the type, size and time of a file or folder.',
    input: getInput(['path'], { path }),
    output: entry,
    work: async (files, { path: at }) =>
      toEntry(String(at).split('/').at(-1) ?? '', await files.stat(String(at))),
  }),
  read: action('reads', {
    title: 'Read a file',
    description: 'Returns the content of a file of at most 8 MiB; one that is no text in base64.',
    input: getInput(['path'], { path }),
    output: {
      title: 'File',
      type: 'object',
      required: ['path', 'content', 'encoding', 'size'],
      properties: {
        path: { description: 'The path, as it was given.', type: 'string' },
        content: { description: 'The whole content, in the encoding named beside.', type: 'string' },
        encoding: { description: '`base64` for a file that is no text.', enum: ['text', 'base64'] },
        size: { description: 'The size in bytes.', type: 'integer' },
      },
    },
    async work(files, { path: at = '' }) {
      const bytes = await files.read(String(at));
      const { message = '', encoding = 'text' } = decodeMessage(bytes, false);
      return { path: at, content: message, encoding, size: bytes.length };
    },
  }),
  write: action('changes', {
    title: 'Write a file',
    description:
      'Writes a file in one step: readers see the old content or the new one. Replaces an existing file.',
    input: getInput(['path', 'content'], {
      path,
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
    }),
    output: done,
    async work(files, { path: at = '', content, encoding }, signal) {
      await files.write(
        String(at),
        Buffer.from(String(content), encoding === 'base64' ? 'base64' : 'utf8'),
        signal,
      );
      return { path: at };
    },
  }),
  download: {
    title: 'Download a file',
    description: 'Stores a file of any size as a file of the run, and returns the description of that one.',
    hints: messageHints.reads,
    input: getInput(['path'], {
      path,
      type: {
        title: 'Media type',
        description: 'The media type of the content.',
        type: 'string',
        examples: ['text/csv'],
      },
    }),
    output: fileOutput,
    yieldsFile: () => true,
    mayUseFiles: () => true,
    async run(context, { path: at, type }) {
      const files = requireFiles(context);
      const about = { name: String(at), type: typeof type === 'string' ? type : undefined };
      return context.client.transfer(context.signal, async (remote, _limited, watch) => ({
        ...(await files.write(about, watch(remote.open(String(at))))),
      }));
    },
  },
  upload: {
    title: 'Upload a file',
    description: 'Writes a file of the run in one step: readers see the file before or after.',
    hints: { readOnly: false, idempotent: true, destructive: true },
    input: getInput(['path', 'file'], { path, file: fileField }),
    output: done,
    mayUseFiles: () => true,
    async run(context, { path: at = '', file }) {
      const opened = await requireFiles(context).open(file);
      await context.client.transfer(context.signal, (remote, limited, watch) =>
        remote.write(String(at), watch(opened.read()), limited),
      );
      return { path: at };
    },
  },
  rename: action('changes', {
    title: 'Rename a path',
    description: 'Renames or moves a file or folder.',
    input: getInput(['path', 'to'], {
      path,
      to: { ...path, title: 'New path', examples: ['done/orders.csv'] },
      replace: {
        title: 'Replace',
        description: 'Replace a file at the new path.',
        type: 'boolean',
        default: false,
        examples: [true],
      },
    }),
    output: done,
    async work(files, { path: from, to = '', replace }) {
      await files.rename(String(from), String(to), replace === true);
      return { path: to };
    },
  }),
  delete: action('changes', {
    title: 'Delete a file',
    description: 'Deletes a file.',
    input: getInput(['path'], { path }),
    output: done,
    work: (files, { path: at = '' }) => files.remove(String(at)).then(() => ({ path: at })),
  }),
  createFolder: action('sets', {
    title: 'Create a folder',
    description: 'Creates a folder, and those above it; one that is there is no error.',
    input: getInput(['path'], { path: { ...path, examples: ['done/2026'] } }),
    output: done,
    async work(files, { path: at = '' }) {
      const steps = String(at).replace(/\/+$/, '').split('/');
      for (let count = 1; count <= steps.length; count++)
        await createMissing(files, steps.slice(0, count).join('/'));
      return { path: at };
    },
  }),
  deleteFolder: action('changes', {
    title: 'Delete a folder',
    description: 'Deletes an empty folder.',
    input: getInput(['path'], { path: { ...path, examples: ['done/2026'] } }),
    output: done,
    work: (files, { path: at = '' }) => files.removeFolder(String(at)).then(() => ({ path: at })),
  }),
};

interface Form extends Pick<FileAction, 'title' | 'description' | 'input'> {
  output: JsonObject;
  work(files: Files, input: JsonObject, signal: AbortSignal): Promise<Json>;
}

function action(kind: 'reads' | 'sets' | 'changes', { work, ...form }: Form): FileAction {
  const changes: ActionHints = { readOnly: false, idempotent: true, destructive: true };
  const hints = kind === 'changes' ? changes : messageHints[kind];
  return {
    ...form,
    hints,
    run: ({ client, signal }, input) => client.use(signal, (files, limited) => work(files, input, limited)),
  };
}

async function createMissing(files: Files, folder: string): Promise<void> {
  if (folder === '' || folder === '.' || folder === '..') return;
  try {
    await files.makeFolder(folder);
  } catch (error) {
    // Servers say only that it failed when the folder is there.
    const stats = await files.stat(folder).catch(() => undefined);
    if (!stats?.isDirectory()) throw error;
  }
}

/** The bits of a mode that say the type (POSIX, `sys/stat.h`). */
const types: ReadonlyMap<number, string> = new Map([
  [0o100000, 'file'],
  [0o040000, 'folder'],
  [0o120000, 'link'],
]);

function toEntry(name: string, attributes: FileEntry['attrs'] | Stats): JsonObject {
  // Servers may leave attributes out.
  const { size = 0, mtime, mode = 0 } = attributes as Partial<Stats>;
  const type = types.get(mode & 0o170000) ?? 'other';
  return { name, type, size, modifiedAt: mtime === undefined ? null : new Date(mtime * 1_000).toISOString() };
}

function byName(a: JsonObject, b: JsonObject): number {
  return String(a['name']) < String(b['name']) ? -1 : 1;
}
