import type { JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { Problem } from '../../../problems/index.js';
import type { ProvidedSecret, SecretProvider } from '../../vault/secret-provider.js';
import { decoded, getTexts, maxBytes } from '../shared/values.js';
import { ContainedFolder, type FileContent, unusable } from './contained-folder.js';

const deepest = 8;
/** Reads of a folder that changes meanwhile, as Kubernetes replaces all files of a mounted secret at once. */
const attempts = 5;

/**
 * Secrets in a folder, as Kubernetes and Docker mount them: `<folder>/<path>/<key>`, or `<folder>/<path>.json` with an
 * object. Reads the files at each use. Nothing outside of the folder is read, whatever links there are.
 */
export class FilesProvider implements SecretProvider {
  readonly type = 'files';

  constructor(private readonly folder: string) {}

  get location(): string {
    return `the folder ${this.folder}`;
  }

  async read(path: string): Promise<ProvidedSecret | undefined> {
    const folder = await ContainedFolder.open(this.folder);
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const files = await filesAt(folder, path);
      if (files === 'changed') continue;
      return files ? getSecret(files) : readJson(folder, path);
    }
    const detail = `${folder.named(path)} cannot be read: its files change all the time, or one is a link to nothing`;
    throw new Problem('secret_provider_unavailable', detail);
  }

  async list(max: number, signal: AbortSignal): Promise<string[]> {
    const folder = await ContainedFolder.open(this.folder);
    const paths: string[] = [];
    const visit = async (path: string, depth: number): Promise<void> => {
      signal.throwIfAborted();
      const entries = await folder.entries(path);
      if (entries === undefined || entries === 'gone') return;
      // Mounted keys are links.
      if (entries.some((entry) => !entry.isDirectory())) paths.push(path);
      for (const entry of entries) {
        if (paths.length >= max || depth > deepest) return;
        const below = path === '' ? entry.name : `${path}/${entry.name}`;
        if (entry.isDirectory()) await visit(below, depth + 1);
        else if (below.endsWith('.json')) paths.push(below.slice(0, -'.json'.length));
      }
    };
    await visit('', 1);
    return paths.slice(0, max);
  }

  async check(): Promise<string> {
    const entries = await (await ContainedFolder.open(this.folder)).entries('');
    if (!Array.isArray(entries)) throw unusable(`${this.folder} is not a folder`);
    return `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} in ${this.location}`;
  }
}

/** Returns the files of a folder by name; undefined when there is no such folder, or no file in it. */
async function filesAt(
  folder: ContainedFolder,
  path: string,
): Promise<Map<string, FileContent> | undefined | 'changed'> {
  // The folder that a mount of Kubernetes has at this moment, so that all keys are of one version.
  const place = (await folder.follow(`${path}/..data`)) ?? (await folder.follow(path));
  const entries = place === undefined ? undefined : await folder.entries(place);
  if (place === undefined || entries === undefined) return undefined;
  if (entries === 'gone') return 'changed';
  const files = new Map<string, FileContent>();
  let size = 0;
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const content = await folder.content(`${place}/${entry.name}`);
    if (content === 'gone') return 'changed';
    if (!content) continue;
    size += content.bytes.length;
    if (size > maxBytes) throw unusable(`${folder.named(path)} is larger than ${maxBytes} bytes`);
    files.set(entry.name, content);
  }
  return files.size === 0 ? undefined : files;
}

function getSecret(files: ReadonlyMap<string, FileContent>): ProvidedSecret {
  const texts = decoded([...files].map(([key, { bytes }]) => [key, bytes] as const));
  const values = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, oneLine(text)]));
  const newest = Math.max(...[...files.values()].map(({ changedAt }) => changedAt.getTime()));
  return { values, changedAt: new Date(newest) };
}

async function readJson(folder: ContainedFolder, path: string): Promise<ProvidedSecret | undefined> {
  const file = `${path}.json`;
  const content = path === '' ? undefined : await folder.content(file);
  if (content === undefined || content === 'gone') return undefined;
  const { bytes, changedAt } = content;
  return { values: getTexts(toObject(bytes.toString(), folder.named(file))), changedAt };
}

/** Parses an object. @throws Problem secret_unusable, without the message of the parser, which may quote the text */
function toObject(text: string, name: string): JsonObject {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isObject(parsed)) return parsed;
  } catch {
    // Reported as any other text that is no object.
  }
  throw unusable(`${name} is not a JSON object`);
}

/** Returns a text of one line without the line break that editors and `echo` add; longer texts, such as keys, unchanged. */
function oneLine(text: string): string {
  return /^[^\r\n]*\r?\n$/.test(text) ? text.replace(/\r?\n$/, '') : text;
}
