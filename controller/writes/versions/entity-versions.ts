import { type FileVersion, unifiedDiff } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import { changesBetween } from '../../yaml-edit/compare/changes-between.js';
import type {
  EntityAddress,
  EntityAt,
  PageRequest,
  ReadScope,
  Restoration,
  VersionDiff,
  VersionPage,
  Versions,
} from './contract.js';
import { EntityFiles, type Located, type VersionTools } from './entity-files.js';
import { EntityTexts, type NamedText, withTexts } from './entity-texts.js';
import { findRevision, type Revision } from './revisions.js';

const shownDigits = 12;

/** The versions of the entities in a Git repository. */
export class GitVersions implements Versions {
  readonly #files: EntityFiles;
  readonly #texts: EntityTexts;

  constructor(private readonly tools: VersionTools) {
    this.#files = new EntityFiles(tools);
    this.#texts = new EntityTexts(tools, this.#files);
  }

  async history(address: EntityAddress, page: PageRequest): Promise<VersionPage> {
    const { tip, trace } = await this.#files.locate(address);
    return this.#texts.history({ tip, trace, type: address.type }, page);
  }

  async diff(
    address: EntityAddress,
    range: { from?: string | undefined; to?: string | undefined },
    readScope: ReadScope,
  ): Promise<VersionDiff> {
    const located = await this.#files.locate(address);
    const newer = await this.#find(range.to ?? 'HEAD', located, readScope);
    const after = await this.#fileAt(newer, address, located);
    const older =
      range.from === undefined
        ? await this.#versionBefore(newer.commit, address, after?.path ?? located.path)
        : await this.#find(range.from, located, readScope);
    const before = older && (await this.#fileAt(older, address, located));
    if (!before && !after) throw notThere(address, newer.commit);
    const oldTexts = older ? await this.#texts.at(older.commit, address.type, before) : [];
    const newTexts = await this.#texts.at(newer.commit, address.type, after);
    const texts = await this.#texts.patch(older?.commit, newer.commit, [...oldTexts, ...newTexts]);
    return {
      from: { commitHash: older?.commit ?? null, path: before?.path ?? null },
      to: { commitHash: newer.commit, path: after?.path ?? null },
      patch: createPatch(before, after) + texts,
      changes: this.#changes({ file: before, texts: oldTexts }, { file: after, texts: newTexts }),
    };
  }

  async at(address: EntityAddress, text: string, readScope: ReadScope): Promise<EntityAt> {
    const located = await this.#files.locate(address);
    const { commit, branch } = await this.#find(text, located, readScope);
    const file = await this.#fileAt({ commit, branch }, address, located);
    if (!file) throw notThere(address, commit);
    const texts = await this.#texts.at(commit, address.type, file);
    return {
      commitHash: commit,
      path: file.path,
      blobId: file.blobId,
      text: Buffer.from(file.content).toString('utf8'),
      definition: this.#files.read(file.content) ?? null,
      texts: Object.fromEntries(
        texts.flatMap(({ field, path, content }) =>
          content === null ? [] : [[field, { path, text: Buffer.from(content).toString('utf8') }]],
        ),
      ),
    };
  }

  async restoration(address: EntityAddress, text: string, readScope: ReadScope): Promise<Restoration> {
    const { type, name } = address;
    const located = await this.#files.locate(address);
    const revision = await this.#find(text, located, readScope);
    const { commit } = revision;
    const file = await this.#fileAt(revision, address, located);
    const subject = (await this.tools.repository.history.commit(commit))?.message.split('\n', 1)[0] ?? '';
    const state = file ? 'Its file is again' : 'It was not there';
    const message = `Revert ${type} ${name} to ${commit.slice(0, shownDigits)}\n\n${state} as of ${commit}, "${subject}".`;
    if (!file) {
      if (!located.file) throw notThere(address, commit);
      return { change: { op: 'delete', type, name }, message };
    }
    const texts = (await this.#texts.at(commit, type, file)).flatMap(({ file: named, content }) =>
      content === null ? [] : [{ file: named, content }],
    );
    const restore = { path: file.path, content: file.content, texts };
    return { change: { op: 'restore', type, name, restore }, message };
  }

  #find(text: string, { tip }: Located, readScope: ReadScope): Promise<Revision> {
    return findRevision(this.tools.repository, text, { tip, readScope });
  }

  /** Returns the entity's file. On another branch, the file may have another path. */
  async #fileAt(
    { commit, branch }: Revision,
    address: EntityAddress,
    located: Located,
  ): Promise<FileVersion | undefined> {
    if (branch === undefined || branch === address.branch) return this.#files.at(commit, address, located);
    const there = await this.#files.locate({ ...address, branch }).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'entity_not_found') return undefined;
      throw error;
    });
    return there && this.#files.at(commit, address, there);
  }

  /** Returns the parent of the last commit up to this one that changed the entity. */
  async #versionBefore(commit: string, address: EntityAddress, path: string): Promise<Revision | undefined> {
    const { type } = address;
    const trace = await this.#files.trace(commit, address, path);
    const [last] = (await this.#texts.history({ tip: commit, trace, type }, { limit: 1 })).items;
    if (!last) return undefined;
    const parent = (await this.tools.repository.history.commit(last.commitHash))?.parents[0];
    return parent === undefined ? undefined : { commit: parent, branch: undefined };
  }

  #changes(before: WholeVersion, after: WholeVersion): VersionDiff['changes'] {
    const [from, to] = [before, after].map(({ file, texts }) => {
      const definition = file && this.#files.read(file.content);
      return definition && withTexts(definition, texts);
    });
    if ((before.file && !from) || (after.file && !to)) return null;
    if (from && to) return changesBetween(from, to);
    if (to) return [{ op: 'add', pointer: '', to }];
    return from ? [{ op: 'remove', pointer: '', from }] : [];
  }
}

/** An entity's file, and the text files it names. */
interface WholeVersion {
  file: FileVersion | undefined;
  texts: readonly NamedText[];
}

function createPatch(before: FileVersion | undefined, after: FileVersion | undefined): string {
  const path = after?.path ?? before?.path ?? '';
  const side = (file: FileVersion | undefined) => ({
    path: file?.path ?? path,
    content: file?.content ?? null,
  });
  return unifiedDiff(side(before), side(after));
}

function notThere({ type, name }: EntityAddress, commit: string): Problem {
  const detail = `The ${type} \`${name}\` did not exist at ${commit.slice(0, shownDigits)}.`;
  return new Problem('entity_not_found', detail, {
    hints: [
      {
        text: 'List the commits that have it with {call}.',
        operation: 'list-versions',
        arguments: { type, name },
      },
    ],
  });
}
