import type { JsonObject } from '../../../schemas/json.js';
import { completeDefinition, resolvePath } from '../../catalog/index.js';
import { type FileVersion, type PathsVersion, unifiedDiff } from '../../repository/index.js';
import type { EntityVersion, VersionPage } from './contract.js';
import type { EntityFiles, VersionTools } from './entity-files.js';

/** Versions of a file that are asked which texts they name. */
const mostVersions = 1_000;

/** A text in a file of its own, as a version of an entity names it. */
export interface NamedText {
  /** The field whose text it holds. */
  field: string;
  /** As the entity writes it. */
  file: string;
  path: string;
  /** Null where there was no such file. */
  content: Uint8Array | null;
}

/** The texts beside the files of entities: what touches them touches the entity. */
export class EntityTexts {
  constructor(
    private readonly tools: VersionTools,
    private readonly files: EntityFiles,
  ) {}

  /** The texts that an entity names at a commit. */
  async at(commit: string, type: string, file: FileVersion | undefined): Promise<NamedText[]> {
    const named = file ? this.#named(type, file) : [];
    return Promise.all(
      named.map(async (text) => {
        const found = await this.tools.repository.history.at(commit, text.path);
        return { ...text, content: found?.content ?? null };
      }),
    );
  }

  /** What differs between two commits in texts that were named at either, as `git diff` shows it. */
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

  /** The commits that touched the file of an entity, or a text that it named then; the newest first. */
  async history(
    { tip, path, type }: { tip: string; path: string; type: string },
    { limit, after }: { limit: number; after?: string | undefined },
  ): Promise<VersionPage> {
    const { history } = this.tools.repository;
    const texts = await this.#everNamed(tip, path, type);
    if (texts.paths.length === 0) return this.#ownHistory(tip, path, { limit, after });
    const paths = [path, ...texts.paths];
    const items: EntityVersion[] = [];
    for (let from = after; ; ) {
      const page = await history.versionsOfAll(tip, paths, {
        limit: limit + 1,
        ...(from ? { after: from } : {}),
      });
      for (const version of page.items) {
        const item = await this.#versionOf(version, texts);
        if (item) items.push(item);
        if (items.length > limit) return { items: items.slice(0, limit), next: items[limit - 1]?.commitHash };
      }
      from = page.next;
      if (from === undefined) return { items, next: undefined };
    }
  }

  async #ownHistory(
    tip: string,
    path: string,
    { limit, after }: { limit: number; after?: string | undefined },
  ): Promise<VersionPage> {
    const { history } = this.tools.repository;
    const page = await history.versions(tip, path, { limit, ...(after === undefined ? {} : { after }) });
    const items = page.items.map(({ commit, blobId: _, ...version }) => ({ commitHash: commit, ...version }));
    return { items, next: page.next };
  }

  /** Which texts each version of the file named, by its blob. */
  async #everNamed(tip: string, path: string, type: string): Promise<EverNamed> {
    const { repository, kinds } = this.tools;
    const named = new Map<string, readonly string[]>();
    const own = new Set([path]);
    if ((kinds.get(type)?.attachments ?? []).length === 0) return { own, named, paths: [] };
    const { items } = await repository.history.versions(tip, path, { limit: mostVersions });
    const contents = await repository.readBlobs([...new Set(items.flatMap(({ blobId }) => blobId ?? []))]);
    for (const { path: at, previousPath, blobId } of items) {
      own.add(at);
      if (previousPath !== undefined) own.add(previousPath);
      const content = contents.get(blobId ?? '');
      if (content)
        named.set(
          `${at} ${blobId}`,
          this.#named(type, { path: at, content }).map((text) => text.path),
        );
    }
    const paths = [...new Set([...named.values()].flat())].filter((text) => !own.has(text));
    return { own, named, paths };
  }

  /** Undefined for a commit that touched a text only, while the entity did not name it. */
  async #versionOf(version: PathsVersion, texts: EverNamed): Promise<EntityVersion | undefined> {
    const { commit, author, committedAt, message, changes } = version;
    const about = { commitHash: commit, author, committedAt, message };
    const touched = changes.flatMap(({ path }) => (texts.own.has(path) ? [] : [path]));
    const own = changes.find(({ path }) => texts.own.has(path));
    if (own) {
      const { change, path, previousPath, blobId } = own;
      const names = texts.named.get(`${path} ${blobId}`) ?? [];
      const beside = touched.filter((each) => names.includes(each));
      return {
        ...about,
        ...{ change, path, ...(previousPath === undefined ? {} : { previousPath }) },
        ...(beside.length > 0 ? { texts: beside } : {}),
      };
    }
    for (const path of texts.own) {
      const names =
        texts.named.get(`${path} ${await this.tools.repository.history.blobAt(commit, path)}`) ?? [];
      const beside = touched.filter((each) => names.includes(each));
      if (beside.length > 0) return { ...about, change: 'modified', path, texts: beside };
    }
    return undefined;
  }

  #named(type: string, file: Pick<FileVersion, 'path' | 'content'>): Omit<NamedText, 'content'>[] {
    const definition = this.files.read(file);
    return (this.tools.kinds.get(type)?.attachments ?? []).flatMap(({ field, holds }) => {
      const named = definition?.[field];
      const path = typeof named === 'string' ? resolvePath(file.path, named) : undefined;
      return path === undefined ? [] : [{ field: holds, file: named as string, path }];
    });
  }
}

interface EverNamed {
  /** The paths the entity had. */
  own: ReadonlySet<string>;
  /** By path and blob of its file. */
  named: ReadonlyMap<string, readonly string[]>;
  /** All texts there were. */
  paths: readonly string[];
}

/** A definition as if its texts had never been in files. */
export function withTexts(definition: JsonObject, texts: readonly NamedText[]): JsonObject {
  const attachments = texts.flatMap(({ field, path, content }) =>
    content === null
      ? []
      : [[field, { path, blobId: '', text: Buffer.from(content).toString('utf8') }] as const],
  );
  return completeDefinition({ definition, attachments: new Map(attachments) });
}
