import type { JsonObject } from '../../../schemas/json/types.js';
import { completeDefinition, resolvePath } from '../../catalog/index.js';
import { type FileVersion, type PlacedCommit, unifiedDiff } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import type { EntityVersion, PageRequest, VersionPage } from './contract.js';
import type { EntityFiles, VersionTools } from './entity-files.js';
import type { EntityTrace, TracedCommit } from './entity-trace.js';

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

  /** Lists the commits that changed an entity, or a text file that it named then; the newest first. */
  async history(
    { tip, type, trace }: { tip: string; type: string; trace: EntityTrace },
    { limit, after }: PageRequest,
  ): Promise<VersionPage> {
    const commits = await this.#withTexts(tip, type, trace);
    const last = commits.findIndex(({ commit }) => commit === after);
    if (after !== undefined && last < 0) return { items: [], next: undefined };
    const page = commits.slice(last + 1, last + 1 + limit);
    const items = await Promise.all(
      page.map(async ({ commit, time: _time, order: _order, isMerge: _merge, blobId: _blob, ...change }) => {
        const info = await this.tools.repository.history.commit(commit);
        if (!info) throw new Problem('git_failed', `The commit ${commit} cannot be read.`);
        const { author, committedAt, message } = info;
        return { commitHash: commit, ...change, author, committedAt, message };
      }),
    );
    return { items, next: last + 1 + limit < commits.length ? items.at(-1)?.commitHash : undefined };
  }

  /** Adds the text files that each commit changed, and the commits that changed nothing else. */
  async #withTexts(
    tip: string,
    type: string,
    trace: EntityTrace,
  ): Promise<(TracedCommit & Pick<EntityVersion, 'texts'>)[]> {
    if ((this.tools.kinds.get(type)?.attachments ?? []).length === 0) return [...trace.commits];
    const { history } = this.tools.repository;
    const named = await this.#everNamed(type, trace);
    const paths = [...new Set([...named.values()].flat())].filter((path) => !trace.paths.has(path));
    const touched = new Map<string, { place: PlacedCommit; paths: string[] }>();
    for (const { path, before: _before, after: _after, ...place } of await history.changes(tip, paths)) {
      const of = touched.get(place.commit) ?? { place, paths: [] };
      touched.set(place.commit, { place, paths: [...of.paths, path] });
    }
    const commits = trace.commits.map((traced) => {
      const names = named.get(`${traced.path} ${traced.blobId}`) ?? [];
      const texts = (touched.get(traced.commit)?.paths ?? []).filter((path) => names.includes(path));
      return texts.length > 0 ? { ...traced, texts } : traced;
    });
    const own = new Set(trace.commits.map(({ commit }) => commit));
    const others: typeof commits = [];
    for (const { place, paths: changed } of touched.values()) {
      if (own.has(place.commit)) continue;
      for (const path of trace.paths) {
        const blobId = await history.blobAt(place.commit, path);
        const names = named.get(`${path} ${blobId}`) ?? [];
        const texts = changed.filter((each) => names.includes(each));
        if (texts.length === 0) continue;
        others.push({ ...place, change: 'modified', path, blobId, texts });
        break;
      }
    }
    return [...commits, ...others].sort((a, b) => b.time - a.time || b.order - a.order);
  }

  /** Finds the text files that the versions of an entity named, by path and blob of its file. */
  async #everNamed(type: string, { commits }: EntityTrace): Promise<Map<string, readonly string[]>> {
    const named = new Map<string, readonly string[]>();
    const contents = await this.tools.repository.readBlobs([
      ...new Set(commits.flatMap(({ blobId }) => blobId ?? [])),
    ]);
    for (const { path, blobId } of commits) {
      const content = contents.get(blobId ?? '');
      if (!content) continue;
      const texts = this.#named(type, { path, content });
      named.set(
        `${path} ${blobId}`,
        texts.map((text) => text.path),
      );
    }
    return named;
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

/** Returns a definition with the content of its text files in place of their names. */
export function withTexts(definition: JsonObject, texts: readonly NamedText[]): JsonObject {
  const attachments = texts.flatMap(({ field, path, content }) =>
    content === null
      ? []
      : [[field, { path, blobId: '', text: Buffer.from(content).toString('utf8') }] as const],
  );
  return completeDefinition({ definition, attachments: new Map(attachments) });
}
