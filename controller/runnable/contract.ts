import type { Condition, Snapshot } from '../catalog/index.js';

/** The kinds of things that entities need of the installation. */
type NeedType = 'secret' | 'environment' | 'person' | 'setting' | 'program' | 'server';

/** Something that an entity needs and that is not here. */
export interface MissingNeed {
  need: NeedType;
  /** The entity that needs it: the entity itself, or one that it uses. */
  type: string;
  name: string;
  /** The environments in which it is missing; null stands for none; left out where it is missing everywhere. */
  environments?: readonly (string | null)[];
  message: string;
  /** The way to get it. */
  hint: string;
}

/** The state of an entity by what it needs. */
export interface Runnability {
  condition: Condition;
  /** Empty unless the condition is False. */
  missing: readonly MissingNeed[];
}

/** A secret that an entity reads, and the places that it may be sent to. */
export interface SecretUseOf {
  type: string;
  name: string;
  /** The paths that are tried, in their order. */
  paths: readonly string[];
  /** The key that is read; undefined for all. */
  key: string | undefined;
  /** Origins, patterns of `hosts` of the environment, and programs of this machine. */
  destinations: readonly string[];
}

/** Tells for each entity whether what it needs of the installation is here, at the moment. */
export interface RunnableStates {
  /** Stands for the state of the installation: the same text means the same answers about a snapshot. */
  readonly version: string;
  /** Undefined for an entity that the snapshot does not have. */
  find(snapshot: Snapshot, kind: string, name: string): Runnability | undefined;
  /** The paths of the secrets that an entity and those that it uses read, as they are written; sorted. */
  getSecrets(snapshot: Snapshot, kind: string, name: string): readonly string[];
  /** The uses of secrets by an entity and those that it uses, in an environment; undefined for the default one, if any. */
  getSecretUses(
    snapshot: Snapshot,
    kind: string,
    name: string,
    environment: string | undefined,
  ): SecretUseOf[];
  /** Summarises a branch; undefined for one that is not watched. */
  summarize(snapshot: Snapshot): Condition | undefined;
  /** The number of entities that `list` has. */
  count(branch: string): number;
  /**
   * The entities of a branch that are in service and whose needs are not met, by kind and name; those of its last snapshot,
   * looked at within moments of a change. Costs as much as there are such entities.
   */
  list(branch: string): readonly { kind: string; name: string }[];
}
