import { Problem } from '../../problems/index.js';
import { type FileVersion, unifiedDiff } from '../../repository/index.js';
import { changesBetween } from '../compare/index.js';
import type {
  EntityAddress,
  EntityAt,
  Restoration,
  Sight,
  VersionDiff,
  VersionPage,
  VersionSide,
  Versions,
} from './contract.js';
import { EntityFiles, type Located, type VersionTools } from './entity-files.js';
import { EntityTexts, type NamedText, withTexts } from './entity-texts.js';
import { findRevision, type Revision } from './revisions.js';

const shownDigits = 12;

/** The versions of the entities in a Git repository. */
export function createVersions(tools: VersionTools): Versions {
  return new GitVersions(tools);
}

class GitVersions implements Versions {
  readonly #files: EntityFiles;
  readonly #texts: EntityTexts;

  constructor(private readonly tools: VersionTools) {
    this.#files = new EntityFiles(tools);
    this.#texts = new EntityTexts(tools, this.#files);
  }

  async history(
    address: EntityAddress,
    { limit, after }: { limit: number; after?: string | undefined },
  ): Promise<VersionPage> {
    const { tip, path } = await this.#files.locate(address);
    return this.#texts.history({ tip, path, type: address.type }, { limit, after });
  }

  async diff(
    address: EntityAddress,
    range: { from?: string | undefined; to?: string | undefined },
    sight: Sight,
  ): Promise<VersionDiff> {
    const located = await this.#files.locate(address);
    const newer = await this.#find(range.to ?? 'HEAD', located, sight);
    const after = await this.#fileAt(newer, address, located);
    const older =
      range.from === undefined
        ? await this.#versionBefore(newer.commit, { ...address, path: after?.path ?? located.path })
        : await this.#find(range.from, located, sight);
    const before = older && (await this.#fileAt(older, address, located));
    if (!before && !after) throw notThere(address, newer.commit);
    const was = older ? await this.#texts.at(older.commit, address.type, before) : [];
    const is = await this.#texts.at(newer.commit, address.type, after);
    const texts = await this.#texts.patch(older?.commit, newer.commit, [...was, ...is]);
    return {
      from: sideOf(older?.commit ?? newer.commit, before),
      to: sideOf(newer.commit, after),
      patch: patchOf(before, after) + texts,
      changes: this.#changes({ file: before, texts: was }, { file: after, texts: is }),
    };
  }

  async at(address: EntityAddress, text: string, sight: Sight): Promise<EntityAt> {
    const located = await this.#files.locate(address);
    const revision = await this.#find(text, located, sight);
    const file = await this.#fileAt(revision, address, located);
    if (!file) throw notThere(address, revision.commit);
    const texts = await this.#texts.at(revision.commit, address.type, file);
    return {
      commitHash: revision.commit,
      path: file.path,
      blobId: file.blobId,
      text: Buffer.from(file.content).toString('utf8'),
      definition: this.#files.read(file) ?? null,
      texts: Object.fromEntries(
        texts.flatMap(({ field, path, content }) =>
          content === null ? [] : [[field, { path, text: Buffer.from(content).toString('utf8') }]],
        ),
      ),
    };
  }

  async restoration(address: EntityAddress, text: string, sight: Sight): Promise<Restoration> {
    const { type, name } = address;
    const located = await this.#files.locate(address);
    const revision = await this.#find(text, located, sight);
    const file = await this.#fileAt(revision, address, located);
    const info = await this.tools.repository.history.commit(revision.commit);
    const subject = info?.message.split('\n', 1)[0] ?? '';
    const short = revision.commit.slice(0, shownDigits);
    const message = `Revert ${type} ${name} to ${short}\n\n${
      file ? 'Its file is again' : 'It was not there'
    } as of ${revision.commit}, "${subject}".`;
    if (!file) {
      if (!located.file) throw notThere(address, revision.commit);
      return { change: { op: 'delete', type, name }, message };
    }
    const texts = (await this.#texts.at(revision.commit, type, file)).flatMap(({ file: named, content }) =>
      content === null ? [] : [{ file: named, content }],
    );
    const restore = { path: file.path, content: file.content, texts };
    return { change: { op: 'restore', type, name, restore }, message };
  }

  #find(text: string, { tip }: Located, sight: Sight): Promise<Revision> {
    return findRevision(this.tools.repository, text, { tip, sight });
  }

  /** On another branch the file may be elsewhere: that branch says where. */
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

  /** The state before the last change of the entity that a commit has. */
  async #versionBefore(
    commit: string,
    { path, type }: { path: string; type: string },
  ): Promise<Revision | undefined> {
    const [last] = (await this.#texts.history({ tip: commit, path, type }, { limit: 1 })).items;
    if (!last) return undefined;
    const parent = (await this.tools.repository.history.commit(last.commitHash))?.parents[0];
    return parent === undefined ? undefined : { commit: parent, branch: undefined };
  }

  #changes(before: WholeVersion, after: WholeVersion): VersionDiff['changes'] {
    const [from, to] = [before, after].map(({ file, texts }) => {
      const definition = file && this.#files.read(file);
      return definition && withTexts(definition, texts);
    });
    if ((before.file && !from) || (after.file && !to)) return null;
    if (from && to) return changesBetween(from, to);
    if (to) return [{ op: 'add', pointer: '', to }];
    return from ? [{ op: 'remove', pointer: '', from }] : [];
  }
}

/** An entity with the texts it names. */
interface WholeVersion {
  file: FileVersion | undefined;
  texts: readonly NamedText[];
}

function sideOf(commitHash: string, file: FileVersion | undefined): VersionSide {
  return { commitHash, path: file?.path ?? null };
}

function patchOf(before: FileVersion | undefined, after: FileVersion | undefined): string {
  const path = after?.path ?? before?.path ?? '';
  const side = (file: FileVersion | undefined) => ({
    path: file?.path ?? path,
    content: file?.content ?? null,
  });
  return unifiedDiff(side(before), side(after));
}

function notThere({ type, name }: EntityAddress, commit: string): Problem {
  return new Problem(
    'entity_not_found',
    `There was no ${type} \`${name}\` at ${commit.slice(0, shownDigits)}.`,
    {
      hints: [`\`GET …/versions/${type}/${name}/history\` lists the commits that have it.`],
    },
  );
}
