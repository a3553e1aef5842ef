import type { Environment } from '../../schemas/index.js';
import { type EntityRecord, entityId, type MissingNeed, type Snapshot } from '../catalog/index.js';
import type { Connector } from '../connectors/index.js';
import type { FlowPlan } from '../flows/index.js';
import { sentence, toHintText } from '../problems/index.js';
import { connectionVersionIn } from '../runs/index.js';
import type { Destination } from '../security/policy/destination.js';
import { getSecretPaths } from '../security/policy/secret-policy.js';
import type { Runnability, SecretUseOf } from './contract.js';
import { type Installation, judge, type Verdict } from './missing.js';
import { collectNeeds, findTriggerEnvironment, type Need, referencesIn } from './needs.js';
import { getPlaces, type Places } from './places.js';

/** Most entities that one entity uses, by way of others, whose needs are looked at. */
const maxUsed = 1_000;
/** Missing things that a message names. */
const maxNamed = 3;

export interface Branches {
  readonly production: string;
  /** The environment that the settings make the default. */
  defaultEnvironment(): string | undefined;
  /** The newest snapshot of a branch. */
  peek(branch: string): Snapshot | undefined;
}

type Lack = Exclude<Verdict, undefined>;

interface KnownPlaces {
  production: Snapshot | undefined;
  /** The default environment of the settings. */
  named: string | undefined;
  places: Places;
  /** Changes with everything that environments decide. */
  text: string;
}

/** Judges entities of snapshots by what the installation has at the moment. Remembers what they need, not whether it is there. */
export class Judgement {
  readonly #places = new WeakMap<Snapshot, KnownPlaces>();
  readonly #needs = new WeakMap<EntityRecord, { text: string; needs: readonly Need[] }>();

  constructor(
    private readonly branches: Branches,
    private readonly connectors: readonly Connector[],
    private readonly installation: Installation,
  ) {}

  /** Returns what an entity needs itself, where it is in service. */
  getNeeds(snapshot: Snapshot, record: EntityRecord): readonly Need[] {
    const { places, text } = this.#getPlaces(snapshot);
    const before = this.#needs.get(record);
    if (before?.text === text) return before.needs;
    const needs = collectNeeds(record, snapshot, { places, connectors: this.connectors });
    this.#needs.set(record, { text, needs });
    return needs;
  }

  /** Returns a text that changes with everything that environments decide about the branch. */
  getEnvironments(snapshot: Snapshot): string {
    return this.#getPlaces(snapshot).text;
  }

  /** Returns the paths of the secrets that an entity and those that it uses read, as they are written; sorted. */
  getSecrets(snapshot: Snapshot, root: EntityRecord): string[] {
    const needs = this.#getUsed(snapshot, root).flatMap((record) => this.getNeeds(snapshot, record));
    return [
      ...new Set(
        needs.flatMap((need) => (need.type === 'secret' || need.type === 'consent' ? [need.path] : [])),
      ),
    ].sort();
  }

  /** See `RunnableStates.getSecretUses`. */
  getSecretUses(snapshot: Snapshot, root: EntityRecord, named: string | undefined): SecretUseOf[] {
    const environment = named ?? this.#getPlaces(snapshot).places.defaultName ?? null;
    const record = environment === null ? undefined : snapshot.get('environment', environment);
    const { hosts = [], secrets: prefix } = (record?.definition ?? {}) as unknown as Partial<Environment>;
    const toUse = ({ kind: type, name }: EntityRecord, path: string, key: string | undefined) => {
      return { type, name, paths: getSecretPaths(prefix, path, true), key };
    };
    return this.#getUsed(snapshot, root).flatMap((record): SecretUseOf[] => {
      if (record.kind === 'connection') {
        const at = { connection: record.name, environment };
        const version = connectionVersionIn(snapshot, at, this.connectors);
        const references = version ? referencesIn(version.config) : [];
        const destinations = (version?.destinations ?? []).map(describeDestination);
        return references.map(({ path, key }) => ({ ...toUse(record, path, key), destinations }));
      }
      if (record.kind !== 'flow') return [];
      const { needs = [], secrets } = record.compiled as FlowPlan;
      const servers = needs.flatMap((need) => (need.type === 'server' ? [need.origin] : []));
      const processes = needs.some(({ type }) => type === 'process' || type === 'container');
      const destinations = [...servers, ...hosts, ...(processes ? ['programs of this machine'] : [])];
      return secrets.map((path) => ({ ...toUse(record, path, undefined), destinations }));
    });
  }

  /** Tells whether an entity itself lacks something in some environment, or may lack it. */
  lacks(snapshot: Snapshot, record: EntityRecord): boolean {
    const { kind: type, name } = record;
    const owner = { snapshot, type, name };
    return this.getNeeds(snapshot, record).some((need) => {
      const verdicts =
        need.type === 'secret' || need.type === 'consent'
          ? need.places.map(({ environment }) => judge(need, owner, this.installation, environment))
          : [judge(need, owner, this.installation, undefined)];
      return verdicts.some((verdict) => verdict !== undefined);
    });
  }

  /** Judges an entity with everything that it uses; undefined where the snapshot has no such entity. */
  judge(
    snapshot: Snapshot,
    kind: string,
    name: string,
  ): (Omit<Runnability, 'condition'> & { condition: Statement }) | undefined {
    const record = snapshot.get(kind, name);
    if (record === undefined) {
      if (snapshot.status(kind, name) === undefined) return undefined;
      const message = 'No version is in service.';
      return { condition: { status: 'False', reason: 'NotReady', message }, missing: [] };
    }
    const environment =
      kind === 'trigger'
        ? findTriggerEnvironment(record.definition, this.#getPlaces(snapshot).places)
        : undefined;
    const verdicts = this.#collect(snapshot, record, environment);
    const missing = verdicts.filter((verdict) => verdict !== 'unknown');
    const isUnknown = verdicts.length > missing.length;
    return { condition: toStatement(record, missing, isUnknown), missing };
  }

  #collect(snapshot: Snapshot, root: EntityRecord, environment: string | null | undefined): Lack[] {
    return this.#getUsed(snapshot, root).flatMap((record) => {
      const owner = { snapshot, type: record.kind, name: record.name };
      return this.getNeeds(snapshot, record).flatMap(
        (need) => judge(need, owner, this.installation, environment) ?? [],
      );
    });
  }

  /** Returns an entity and those that it uses, in service. */
  #getUsed(snapshot: Snapshot, root: EntityRecord): EntityRecord[] {
    const seen = new Set<string>([entityId(root.kind, root.name)]);
    const waiting = [root];
    for (const record of waiting) {
      // An environment names the connections that it changes: they work in others without it.
      if (record.kind === 'environment') continue;
      for (const { kind, name } of record.references) {
        const id = entityId(kind, name);
        if (seen.has(id) || seen.size > maxUsed) continue;
        seen.add(id);
        const used = snapshot.get(kind, name);
        if (used) waiting.push(used);
      }
    }
    return waiting;
  }

  #getPlaces(snapshot: Snapshot): { places: Places; text: string } {
    const { production: name, defaultEnvironment, peek } = this.branches;
    const production = snapshot.branch === name ? undefined : peek(name);
    const before = this.#places.get(snapshot);
    const named = defaultEnvironment();
    if (before && before.production === production && before.named === named) return before;
    const places = getPlaces(snapshot, production, named);
    const ids = [snapshot, ...(production ? [production] : [])].flatMap((each) =>
      each.list('environment').map(({ blobId, name: environment }) => `${environment} ${blobId}`),
    );
    const entry = { production, named, places, text: `${places.defaultName ?? ''} ${ids.join(' ')}` };
    this.#places.set(snapshot, entry);
    return entry;
  }
}

type Statement = { status: 'True' | 'False' | 'Unknown'; reason: string; message: string };

const reasons: Readonly<Record<MissingNeed['need'], string>> = {
  secret: 'SecretMissing',
  key: 'KeyNotUsable',
  environment: 'EnvironmentNotAllowed',
  person: 'AssigneeCannotAnswer',
  setting: 'NotAllowed',
  program: 'ProgramMissing',
  server: 'ServerNotAllowed',
  consent: 'ConsentMissing',
};

function toStatement(record: EntityRecord, missing: readonly MissingNeed[], isUnknown: boolean): Statement {
  const [first] = missing;
  if (first) {
    const named = missing
      .slice(0, maxNamed)
      .map((each) => `${toSentence(`${toUser(record, each)}${each.message}`)} ${toHintText(each.hint)}`);
    const more = missing.length - named.length;
    const message = [...named, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
    return { status: 'False', reason: reasons[first.need], message };
  }
  if (isUnknown) {
    const message = 'A provider of secrets does not tell which secrets or keys it has.';
    return { status: 'Unknown', reason: 'SecretsNotListed', message };
  }
  return { status: 'True', reason: 'NeedsMet', message: 'What it needs is here.' };
}

function describeDestination(destination: Destination): string {
  if ('origin' in destination) return destination.origin;
  if ('program' in destination) return `the program ${destination.program}`;
  return `the address in the secret ${destination.secret}`;
}

function toSentence(text: string): string {
  return sentence(`${text.charAt(0).toUpperCase()}${text.slice(1)}`);
}

/** Names the entity that needs something, where it is another one. */
function toUser(record: EntityRecord, { type, name }: MissingNeed): string {
  return record.kind === type && record.name === name ? '' : `${type} \`${name}\`: `;
}
