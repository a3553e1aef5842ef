import type { JsonObject } from '../../../schemas/json/types.js';
import { nearest } from '../../../schemas/nearest.js';
import { type KindDefinition, type NewestFile, newestFile, type Snapshot } from '../../catalog/index.js';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import type { FileVersion, Repository } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { limitCrossed, parseDefinition, unreadable } from '../../yaml-edit/read/yaml-value.js';
import type { EntityAddress } from './contract.js';
import { EntityBlobs } from './entity-blobs.js';
import { type EntityTrace, findFile, traceEntity } from './entity-trace.js';

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

/** Traces that are kept. */
const maxTraces = 20;

/** The present or last file of an entity on a branch. */
export interface Located {
  tip: string;
  path: string;
  /** The file that defines it now; undefined if none does. */
  file: NewestFile | undefined;
  trace: EntityTrace;
}

/** Finds the files of entities in the commits of a repository. */
export class EntityFiles {
  readonly #blobs: EntityBlobs;
  /** By tip, entity and known path. Commits are immutable, and so are traces; pages of one history need the same. */
  readonly #traces = new BoundedMap<string, Promise<EntityTrace>>(maxTraces);

  constructor(private readonly tools: VersionTools) {
    this.#blobs = new EntityBlobs(tools.repository, tools.limits);
  }

  /** @throws Problem entity_not_found if the branch never had it, entity_type_unknown, branch_not_found */
  async locate(address: EntityAddress): Promise<Located> {
    const { branch, type, name } = address;
    const snapshot = await this.tools.head(branch);
    const tip = await this.tools.repository.resolveRef(branch);
    if (tip === undefined) throw neverThere(address, snapshot);
    const file = newestFile(snapshot, this.#kind(type).kind, name);
    const trace = await this.trace(tip, address, file?.path);
    const [last] = trace.commits;
    const path = file?.path ?? last?.path;
    if (path === undefined) throw neverThere(address, snapshot);
    return { tip, path, file, trace };
  }

  /** Finds what the commits up to a tip did to an entity. @param path where its file is, if that is known */
  trace(tip: string, address: EntityAddress, path?: string | undefined): Promise<EntityTrace> {
    const key = JSON.stringify([tip, address.type, address.name, path ?? null]);
    const cached = this.#traces.get(key);
    if (cached) return cached;
    const trace = this.#trace(tip, address, path);
    this.#traces.set(key, trace);
    trace.catch(() => this.#traces.delete(key));
    return trace;
  }

  async #trace(tip: string, address: EntityAddress, path: string | undefined): Promise<EntityTrace> {
    const deleted = await this.#deletedPaths(tip, address);
    const starts = new Set([...(path === undefined ? [] : [path]), ...this.#usualPaths(address), ...deleted]);
    return traceEntity({ repository: this.tools.repository, blobs: this.#blobs }, { tip, address, starts });
  }

  /** Returns the file of the entity at a commit; undefined if the entity did not exist. */
  async at(
    commit: string,
    address: EntityAddress,
    { trace, path }: Located,
  ): Promise<FileVersion | undefined> {
    const { repository } = this.tools;
    const paths = new Set([path, ...trace.paths]);
    const file = await findFile({ repository, blobs: this.#blobs }, commit, { address, paths });
    return file && repository.history.at(commit, file.path);
  }

  /** Returns the definition in a file; undefined if the file cannot be read. @throws Problem if it crosses a limit */
  read(content: Uint8Array): JsonObject | undefined {
    const text = Buffer.from(content).toString('utf8');
    const { definition, finding } = parseDefinition(text, this.tools.limits);
    if (finding && limitCrossed([finding.rule]) !== undefined) throw unreadable(text, finding);
    return definition;
  }

  /** Returns the paths of deleted files that defined the entity: of those with its name first, and of the newest others. */
  async #deletedPaths(tip: string, address: EntityAddress): Promise<string[]> {
    const { history, prefix: below } = this.tools.repository;
    const named = await history.deleted(tip, { like: address.name, below, limit: maxOfItsName });
    const others = await history.deleted(tip, { below, limit: maxOthers });
    const all = [...named, ...others];
    const looked = await this.#blobs.look(
      all.map(({ blobId }) => blobId),
      address,
    );
    return all.filter(({ blobId }) => looked.get(blobId) === 'it').map(({ path }) => path);
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
