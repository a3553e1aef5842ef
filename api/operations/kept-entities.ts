import type { Snapshot } from '../../controller/catalog/contract.js';
import { type Representation, represent, textsOf } from './entity-shape.js';

type Whole = Representation & { texts: ReturnType<typeof textsOf> };

/** So many of a snapshot are kept, for those that are read again and again. */
const most = 1_000;
const kept = new WeakMap<Snapshot, Map<string, Whole>>();

/**
 * An entity with all that belongs to it; undefined where there is none. Of one snapshot it is the same object each time, as
 * long as it is asked for often: nobody changes it, and what is made of it can be kept too.
 */
export function wholeEntity(snapshot: Snapshot, type: string, name: string): Readonly<Whole> | undefined {
  const known = kept.get(snapshot) ?? new Map<string, Whole>();
  kept.set(snapshot, known);
  const id = `${type}/${name}`;
  const before = known.get(id);
  if (before) return before;
  const found = represent(snapshot, type, name);
  if (!found) return undefined;
  const whole = Object.freeze({ ...found, texts: textsOf(snapshot.get(type, name)) });
  if (known.size >= most) known.clear();
  known.set(id, whole);
  return whole;
}
