import type { JsonObject } from '../../../schemas/json/types.js';
import { nearest } from '../../../schemas/nearest.js';
import { type KindDefinition, type NewestFile, newestFile, type Snapshot } from '../../catalog/index.js';
import type { FileVersion, Repository } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { limitCrossed, parseDefinition, unreadable } from '../../yaml-edit/read/yaml-value.js';
import { statedName } from '../edits/identity.js';
import type { EntityAddress } from './contract.js';

export interface VersionTools {
  repository: Repository;
  kinds: ReadonlyMap<string, KindDefinition>;
  limits: YamlLimits;
  /** Returns the newest known state of a branch. @throws Problem branch_not_found, git_failed */
  head(branch: string): Promise<Snapshot>;
}

/** The most deleted files that are read in search of a deleted entity: files with its name, then others. */
const maxOfItsName = 100;
const maxOthers = 300;
const pageSize = 200;

/** The present or last file of an entity on a branch. */
export interface Located {
  tip: string;
  path: string;
  /** The file that defines it now; undefined if none does. */
  file: NewestFile | undefined;
}

/** Finds the files of entities in the commits of a repository. */
export class EntityFiles {
  constructor(private readonly tools: VersionTools) {}

  /** @throws Problem entity_not_found if the branch never had it, entity_type_unknown, branch_not_found */
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

  /** Returns the file of the entity at a commit; undefined if the entity did not exist. */
  async at(commit: string, address: EntityAddress, located: Located): Promise<FileVersion | undefined> {
    const paths = new Set([located.path, ...this.#usualPaths(address)]);
    for (const path of paths) {
      const file = await this.tools.repository.history.at(commit, path);
      if (file && this.#defines(file.content, address)) return file;
    }
    return this.#inHistory(commit, address, located, paths);
  }

  /** Returns the definition in a file; undefined if the file cannot be read. @throws Problem if it crosses a limit */
  read(content: Uint8Array): JsonObject | undefined {
    const text = Buffer.from(content).toString('utf8');
    const { definition, finding } = parseDefinition(text, this.tools.limits);
    if (finding && limitCrossed([finding.rule]) !== undefined) throw unreadable(text, finding);
    return definition;
  }

  #defines(content: Uint8Array, { type, name }: EntityAddress): boolean {
    // Most files are ruled out without being parsed.
    if (!Buffer.from(content).includes(name)) return false;
    const definition = this.read(content);
    if (!definition) return false;
    const kind = typeof definition['kind'] === 'string' ? definition['kind'] : 'flow';
    return kind === type && statedName(type, definition) === name;
  }

  /** Searches the history of the file: under other paths, or when it defined another entity. */
  async #inHistory(
    commit: string,
    address: EntityAddress,
    { tip, path }: Located,
    paths: Set<string>,
  ): Promise<FileVersion | undefined> {
    const { history } = this.tools.repository;
    const time = (await history.commit(commit))?.committedAt ?? '';
    let after: string | undefined;
    do {
      const page = await history.versions(tip, path, { limit: pageSize, after });
      for (const version of page.items) {
        if (!paths.has(version.path)) {
          paths.add(version.path);
          const file = await history.at(commit, version.path);
          if (file && this.#defines(file.content, address)) return file;
        }
        // The commit holds the newest of the versions that it descends from.
        if (version.committedAt > time || !(await history.isAncestor(version.commit, commit))) continue;
        return version.blobId === null ? undefined : history.at(commit, version.path);
      }
      after = page.next;
    } while (after !== undefined);
    return undefined;
  }

  /** Returns the last path of an entity that no file defines any more. */
  async #lastPath(tip: string, address: EntityAddress): Promise<string | undefined> {
    const { repository } = this.tools;
    const named = await this.#deleted(tip, address, { like: address.name, limit: maxOfItsName });
    if (named !== undefined) return named;
    for (const path of this.#usualPaths(address)) {
      const { items } = await repository.history.versions(tip, path, { limit: pageSize });
      const contents = await repository.readBlobs(items.flatMap(({ blobId }) => blobId ?? []));
      if ([...contents.values()].some((content) => this.#defines(content, address))) return path;
    }
    return this.#deleted(tip, address, { limit: maxOthers });
  }

  async #deleted(tip: string, address: EntityAddress, options: { like?: string; limit: number }) {
    const { repository } = this.tools;
    const below = repository.prefix;
    const deleted = await repository.history.deleted(tip, { ...options, below });
    const contents = await repository.readBlobs(deleted.map(({ blobId }) => blobId));
    return deleted.find(({ blobId }) => {
      const content = contents.get(blobId);
      return content !== undefined && this.#defines(content, address);
    })?.path;
  }

  #usualPaths({ type, name }: EntityAddress): string[] {
    const { plural } = this.#kind(type);
    return ['yaml', 'yml', 'json'].map(
      (ending) => `${this.tools.repository.prefix}${plural}/${name}.${ending}`,
    );
  }

  #kind(type: string): KindDefinition {
    const kind = this.tools.kinds.get(type);
    if (kind) return kind;
    throw new Problem('entity_type_unknown', `There is no entity type \`${type}\`.`);
  }
}

function neverThere({ branch, type, name }: EntityAddress, snapshot: Snapshot): Problem {
  const names = snapshot.list(type).map((record) => record.name);
  const near = nearest(name, names);
  return new Problem(
    'entity_not_found',
    `Branch \`${branch}\` has no ${type} \`${name}\`, and never had one.`,
    {
      hints: near === undefined ? [] : [`Did you mean \`${near}\`?`],
    },
  );
}
