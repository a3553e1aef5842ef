import { Problem } from '../../problems/index.js';
import { type FileVersion, type PathVersion, unifiedDiff } from '../../repository/index.js';
import { changesBetween } from '../compare/index.js';
import type {
  EntityAddress,
  EntityAt,
  EntityVersion,
  Restoration,
  Sight,
  VersionDiff,
  VersionPage,
  VersionSide,
  Versions,
} from './contract.js';
import { EntityFiles, type Located, type VersionTools } from './entity-files.js';
import { findRevision, type Revision } from './revisions.js';

const shownDigits = 12;

/** The versions of the entities in a Git repository. */
export function createVersions(tools: VersionTools): Versions {
  return new GitVersions(tools);
}

class GitVersions implements Versions {
  readonly #files: EntityFiles;

  constructor(private readonly tools: VersionTools) {
    this.#files = new EntityFiles(tools);
  }

  async history(
    address: EntityAddress,
    { limit, after }: { limit: number; after?: string | undefined },
  ): Promise<VersionPage> {
    const { tip, path } = await this.#files.locate(address);
    const { history } = this.tools.repository;
    const page = await history.versions(tip, path, { limit, ...(after === undefined ? {} : { after }) });
    return { items: page.items.map(versionOf), next: page.next };
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
        ? await this.#versionBefore(newer.commit, located, after)
        : await this.#find(range.from, located, sight);
    const before = older && (await this.#fileAt(older, address, located));
    if (!before && !after) throw notThere(address, newer.commit);
    return {
      from: sideOf(older?.commit ?? newer.commit, before),
      to: sideOf(newer.commit, after),
      patch: patchOf(before, after),
      changes: this.#changes(before, after),
    };
  }

  async at(address: EntityAddress, text: string, sight: Sight): Promise<EntityAt> {
    const located = await this.#files.locate(address);
    const revision = await this.#find(text, located, sight);
    const file = await this.#fileAt(revision, address, located);
    if (!file) throw notThere(address, revision.commit);
    return {
      commitHash: revision.commit,
      path: file.path,
      blobId: file.blobId,
      text: Buffer.from(file.content).toString('utf8'),
      definition: this.#files.read(file) ?? null,
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
    const restore = { path: file.path, content: file.content };
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
    { path }: Located,
    file: FileVersion | undefined,
  ): Promise<Revision | undefined> {
    const { history } = this.tools.repository;
    const [last] = (await history.versions(commit, file?.path ?? path, { limit: 1 })).items;
    if (!last) return undefined;
    const parent = (await history.commit(last.commit))?.parents[0];
    return parent === undefined ? undefined : { commit: parent, branch: undefined };
  }

  #changes(before: FileVersion | undefined, after: FileVersion | undefined): VersionDiff['changes'] {
    const from = before && this.#files.read(before);
    const to = after && this.#files.read(after);
    if ((before && !from) || (after && !to)) return null;
    if (from && to) return changesBetween(from, to);
    if (to) return [{ op: 'add', pointer: '', to }];
    return from ? [{ op: 'remove', pointer: '', from }] : [];
  }
}

function versionOf(version: PathVersion): EntityVersion {
  const { commit, author, committedAt, message, change, path, previousPath } = version;
  const where = { change, path, ...(previousPath === undefined ? {} : { previousPath }) };
  return { commitHash: commit, author, committedAt, message, ...where };
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
