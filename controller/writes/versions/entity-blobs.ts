import { BoundedMap } from '../../concurrency/bounded-map.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { Repository } from '../../git/index.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { parseDefinition } from '../../yaml-edit/read/yaml-value.js';
import { statedName } from '../edits/identity.js';
import type { EntityAddress } from './contract.js';

/** Blobs whose entities are kept. */
const maxKnown = 20_000;
/** Blobs that are read together. */
const readAtOnce = 200;

/** A blob defines the entity that is asked for, another one or nothing, or cannot be read. */
export type Definition = 'it' | 'other' | 'unreadable';

/** Tells which entities the blobs of a repository define. */
export class EntityBlobs {
  /** By blob, `type name` of the entity; `''` for none, and null for a blob that cannot be read. */
  readonly #known = new BoundedMap<string, string | null>(maxKnown);

  constructor(
    private readonly repository: Pick<Repository, 'readBlobs'>,
    private readonly limits: YamlLimits,
  ) {}

  /** Returns what each of these blobs is to an entity. */
  async look(ids: Iterable<string | null>, address: EntityAddress): Promise<Map<string, Definition>> {
    const looked = new Map<string, Definition>();
    const unknown: string[] = [];
    for (const id of new Set(ids)) {
      if (id === null) continue;
      const cached = this.#known.get(id);
      if (cached === undefined) unknown.push(id);
      else looked.set(id, toDefinition(cached, address));
    }
    for (let at = 0; at < unknown.length; at += readAtOnce) {
      const contents = await this.repository.readBlobs(unknown.slice(at, at + readAtOnce));
      for (const [id, content] of contents) {
        if (isTurnOver()) await nextTurn();
        looked.set(id, this.#read(id, content, address));
      }
    }
    return looked;
  }

  #read(id: string, content: Uint8Array, address: EntityAddress): Definition {
    // Most files are ruled out without being parsed.
    if (!Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes(address.name))
      return 'other';
    const { definition } = parseDefinition(Buffer.from(content).toString('utf8'), this.limits);
    let identity: string | null = null;
    if (definition) {
      const type = typeof definition['kind'] === 'string' ? definition['kind'] : 'flow';
      const name = statedName(type, definition);
      identity = name === undefined ? '' : `${type} ${name}`;
    }
    this.#known.set(id, identity);
    return toDefinition(identity, address);
  }
}

function toDefinition(identity: string | null, { type, name }: EntityAddress): Definition {
  if (identity === null) return 'unreadable';
  return identity === `${type} ${name}` ? 'it' : 'other';
}
