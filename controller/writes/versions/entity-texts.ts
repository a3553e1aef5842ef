import type { JsonObject } from '../../../schemas/json/types.js';
import { completeDefinition, resolvePath } from '../../catalog/index.js';
import { type FileVersion, type PathsVersion, unifiedDiff } from '../../git/index.js';
import type { EntityVersion, PageRequest, VersionPage } from './contract.js';
import type { EntityFiles, VersionTools } from './entity-files.js';

/** The most versions of a file that are searched for the names of text files. */
const maxVersions = 1_000;

/** A text file that a version of an entity names. */
export interface NamedText {
  /** The field that it fills. */
  field: string;
  /** The name that the entity uses. */
  file: string;
  path: string;
  /** Null if there was no such file. */
  content: Uint8Array | null;
}

/** The text files that entities name. A commit that changes one of them makes a new version of the entity. */
export class EntityTexts {
  constructor(
    private readonly tools: VersionTools,
    private readonly files: EntityFiles,
  ) {}

  /** Returns the text files that an entity names at a commit. */
  async at(commit: string, type: string, file: FileVersion | undefined): Promise<NamedText[]> {
    const named = file ? this.#named(type, file) : [];
    return Promise.all(
      named.map(async (text) => {
        const version = await this.tools.repository.history.at(commit, text.path);
        return { ...text, content: version?.content ?? null };
      }),
    );
  }

  /** Returns the differences of these text files between two commits, as `git diff` shows them. */
  async patch(from: string | undefined, to: string, texts: readonly NamedText[]): Promise<string> {
    const { history } = this.tools.repository;
    const patches: string[] = [];
    for (const path of new Set(texts.map((text) => text.path))) {
      const before = from === undefined ? undefined : await history.at(from, path);
      const after = await history.at(to, path);
      const side = (file: FileVersion | undefined) => ({ path, content: file?.content ?? null });
      patches.push(unifiedDiff(side(before), side(after)));
    }
    return patches.join('');
  }

  /** Lists the commits that changed the file of an entity, or a text file that it named then; the newest first. */
  async history(
    { tip, path, type }: { tip: string; path: string; type: string },
    { limit, after }: PageRequest,
  ): Promise<VersionPage> {
    const { history } = this.tools.repository;
    const texts = await this.#everNamed(tip, path, type);
    if (texts.paths.length === 0) {
      const page = await history.versions(tip, path, { limit, after });
      const items = page.items.map(({ commit: commitHash, blobId: _, ...rest }) => ({ commitHash, ...rest }));
      return { items, next: page.next };
    }
    const items: EntityVersion[] = [];
    for (let from = after; ; ) {
      const page = await history.versionsOfAll(tip, [path, ...texts.paths], {
        limit: limit + 1,
        after: from,
      });
      for (const version of page.items) {
        const item = await this.#findVersion(version, texts);
        if (item) items.push(item);
        if (items.length > limit) return { items: items.slice(0, limit), next: items[limit - 1]?.commitHash };
      }
      from = page.next;
      if (from === undefined) return { items, next: undefined };
    }
  }

  /** Finds the text files that the versions of a file named. */
  async #everNamed(tip: string, path: string, type: string): Promise<EverNamed> {
    const { repository, kinds } = this.tools;
    const named = new Map<string, readonly string[]>();
    const own = new Set([path]);
    if ((kinds.get(type)?.attachments ?? []).length === 0) return { own, named, paths: [] };
    const { items } = await repository.history.versions(tip, path, { limit: maxVersions });
    const contents = await repository.readBlobs([...new Set(items.flatMap(({ blobId }) => blobId ?? []))]);
    for (const { path: at, previousPath, blobId } of items) {
      own.add(at);
      if (previousPath !== undefined) own.add(previousPath);
      const content = contents.get(blobId ?? '');
      if (!content) continue;
      const texts = this.#named(type, { path: at, content });
      named.set(
        `${at} ${blobId}`,
        texts.map((text) => text.path),
      );
    }
    const paths = [...new Set([...named.values()].flat())].filter((text) => !own.has(text));
    return { own, named, paths };
  }

  /** Returns undefined for a commit that changed text files only, and none that the entity named then. */
  async #findVersion(version: PathsVersion, texts: EverNamed): Promise<EntityVersion | undefined> {
    const { commit, author, committedAt, message, changes } = version;
    const about = { commitHash: commit, author, committedAt, message };
    const changed = changes.flatMap(({ path }) => (texts.own.has(path) ? [] : [path]));
    const named = (path: string, blobId: string | null) => {
      const names = texts.named.get(`${path} ${blobId}`) ?? [];
      return changed.filter((each) => names.includes(each));
    };
    const own = changes.find(({ path }) => texts.own.has(path));
    if (own) {
      const { blobId, ...change } = own;
      const beside = named(own.path, blobId);
      return { ...about, ...change, ...(beside.length > 0 ? { texts: beside } : {}) };
    }
    for (const path of texts.own) {
      const beside = named(path, await this.tools.repository.history.blobAt(commit, path));
      if (beside.length > 0) return { ...about, change: 'modified', path, texts: beside };
    }
    return undefined;
  }

  #named(type: string, file: Pick<FileVersion, 'path' | 'content'>): Omit<NamedText, 'content'>[] {
    const definition = this.files.read(file.content);
    return (this.tools.kinds.get(type)?.attachments ?? []).flatMap(({ field, holds }) => {
      const named = definition?.[field];
      const path =
        typeof named === 'string' ? resolvePath(file.path, named, this.tools.repository.prefix) : undefined;
      return path === undefined ? [] : [{ field: holds, file: named as string, path }];
    });
  }
}

interface EverNamed {
  /** All paths that the entity's file had. */
  own: ReadonlySet<string>;
  /** The paths of the named text files, by path and blob of the entity's file. */
  named: ReadonlyMap<string, readonly string[]>;
  /** The paths of all named text files. */
  paths: readonly string[];
}

/** Returns a definition with the content of its text files in place of their names. */
export function withTexts(definition: JsonObject, texts: readonly NamedText[]): JsonObject {
  const attachments = texts.flatMap(({ field, path, content }) =>
    content === null
      ? []
      : [[field, { path, blobId: '', text: Buffer.from(content).toString('utf8') }] as const],
  );
  return completeDefinition({ definition, attachments: new Map(attachments) });
}
