import type { JsonObject } from '../../../schemas/json.js';
import type { KindDefinition, Snapshot } from '../../catalog/contract.js';
import { type NewestFile, newestFile } from '../../catalog/index.js';
import type { YamlLimits } from '../../catalog/yaml-document.js';
import { nearest, Problem } from '../../problems/index.js';
import type { FileVersion, Repository } from '../../repository/index.js';
import { statedName } from '../edits/entity-address.js';
import { isJson } from '../edits/file-edit.js';
import { readYaml } from '../yaml/index.js';
import type { EntityAddress } from './contract.js';

export interface VersionTools {
  repository: Repository;
  kinds: ReadonlyMap<string, KindDefinition>;
  limits: YamlLimits;
  /** The newest state known of a branch. @throws Problem branch_not_found, git_failed */
  head(branch: string): Promise<Snapshot>;
}

/** Deleted files that are looked into for an entity that is not there: those that bear its name, and others. */
const mostOfItsName = 100;
const mostOthers = 300;
/** Versions looked at together. */
const pageSize = 200;

/** Where an entity is found on a branch, or was found last. */
export interface Located {
  tip: string;
  path: string;
  /** The file that defines it now; undefined when none does. */
  file: NewestFile | undefined;
}

/** Finds the files of entities in the commits of a repository. */
export class EntityFiles {
  constructor(private readonly tools: VersionTools) {}

  /** @throws Problem entity_not_found when the branch never had it, entity_type_unknown, branch_not_found */
  async locate(address: EntityAddress): Promise<Located> {
    const { branch, type, name } = address;
    const snapshot = await this.tools.head(branch);
    const tip = await this.tools.repository.resolveRef(branch);
    if (tip === undefined) throw neverThere(address, snapshot);
    const file = newestFile(snapshot, this.#kind(type).kind, name);
    const path = file?.path ?? (await this.#lastPath(tip, address));
    if (path === undefined) throw neverThere(address, snapshot);
    return { tip, path, file };
  }

  /** The file of the entity at a commit; undefined when it was not there. */
  async at(commit: string, address: EntityAddress, located: Located): Promise<FileVersion | undefined> {
    const { history } = this.tools.repository;
    const known = new Set([located.path, ...this.#usualPaths(address)]);
    for (const path of known) {
      const file = await history.at(commit, path);
      if (file && this.defines(file, address)) return file;
    }
    return this.#earlier(commit, address, located, known);
  }

  /** What the file says; undefined when it cannot be read. */
  read({ path, content }: Pick<FileVersion, 'path' | 'content'>): JsonObject | undefined {
    try {
      return readYaml(Buffer.from(content).toString('utf8'), {
        limits: this.tools.limits,
        isJson: isJson(path),
      });
    } catch (error) {
      if (error instanceof Problem && error.code === 'entity_file_unreadable') return undefined;
      throw error;
    }
  }

  /** Whether the file says it is the entity. */
  defines(file: Pick<FileVersion, 'path' | 'content'>, { type, name }: EntityAddress): boolean {
    // Most files are told apart without being parsed.
    if (!Buffer.from(file.content).includes(name)) return false;
    const definition = this.read(file);
    if (!definition) return false;
    const kind = typeof definition['kind'] === 'string' ? definition['kind'] : 'flow';
    return kind === type && statedName(type, definition) === name;
  }

  /** Through the history of the file: under other paths, or when it said it was another entity. */
  async #earlier(
    commit: string,
    address: EntityAddress,
    { tip, path }: Located,
    known: Set<string>,
  ): Promise<FileVersion | undefined> {
    const { history } = this.tools.repository;
    const time = (await history.commit(commit))?.committedAt ?? '';
    let after: string | undefined;
    do {
      const page = await history.versions(tip, path, { limit: pageSize, ...(after ? { after } : {}) });
      for (const version of page.items) {
        if (!known.has(version.path)) {
          known.add(version.path);
          const file = await history.at(commit, version.path);
          if (file && this.defines(file, address)) return file;
        }
        // The newest version that the commit has is the one it holds.
        if (version.committedAt > time || !(await history.isAncestor(version.commit, commit))) continue;
        return version.blobId === null ? undefined : history.at(commit, version.path);
      }
      after = page.next;
    } while (after !== undefined);
    return undefined;
  }

  /** Where an entity was that no file defines any more. */
  async #lastPath(tip: string, address: EntityAddress): Promise<string | undefined> {
    const { history } = this.tools.repository;
    const { name } = address;
    const named = await this.#deleted(tip, address, { like: name, limit: mostOfItsName });
    if (named !== undefined) return named;
    for (const path of this.#usualPaths(address)) {
      const { items } = await history.versions(tip, path, { limit: pageSize });
      const blobs = items.flatMap(({ blobId }) => blobId ?? []);
      const contents = await this.tools.repository.readBlobs(blobs);
      if ([...contents.values()].some((content) => this.defines({ path, content }, address))) return path;
    }
    return this.#deleted(tip, address, { limit: mostOthers });
  }

  async #deleted(
    tip: string,
    address: EntityAddress,
    options: { like?: string; limit: number },
  ): Promise<string | undefined> {
    const { repository } = this.tools;
    const gone = await repository.history.deleted(tip, options);
    const contents = await repository.readBlobs(gone.map(({ blobId }) => blobId));
    return gone.find(({ path, blobId }) => {
      const content = contents.get(blobId);
      return content !== undefined && this.defines({ path, content }, address);
    })?.path;
  }

  #usualPaths({ type, name }: EntityAddress): string[] {
    const { plural } = this.#kind(type);
    return ['yaml', 'yml', 'json'].map((ending) => `${plural}/${name}.${ending}`);
  }

  #kind(type: string): KindDefinition {
    const kind = this.tools.kinds.get(type);
    if (kind) return kind;
    throw new Problem('entity_type_unknown', `There is no entity type \`${type}\`.`);
  }
}

function neverThere({ branch, type, name }: EntityAddress, snapshot: Snapshot): Problem {
  const near = nearest(
    name,
    snapshot.list(type).map((record) => record.name),
  );
  const detail = `There is no ${type} \`${name}\` on branch \`${branch}\`, and its history knows of none.`;
  return new Problem(
    'entity_not_found',
    detail,
    near === undefined ? {} : { hints: [`Did you mean \`${near}\`?`] },
  );
}
