import type { Json, JsonObject } from '../../schemas/json/types.js';
import { objectOr } from '../../schemas/json/values.js';
import type { EntityRecord, Snapshot } from '../catalog/index.js';
import type { Connector } from '../connectors/index.js';
import type { FlowPlan } from '../flows/index.js';
import { connectionVersionIn } from '../runs/index.js';
import { secretReference } from '../security/policy/secret-reference.js';
import type { Place, Places } from './places.js';

/** A need of an entity itself; those that it uses have needs of their own. */
export type Need =
  | SecretNeed
  /** Secrets, on a branch that no environment is open to. */
  | { readonly type: 'environment' }
  | { readonly type: 'person'; readonly assignee: string }
  | { readonly type: 'process'; readonly language: string }
  | { readonly type: 'container'; readonly image: string | undefined }
  /** A program that a connection starts. */
  | { readonly type: 'program'; readonly program: string }
  | { readonly type: 'server'; readonly origin: string }
  | KeyNeed
  | ConsentNeed;

/** Keys of a connection that have to be such. */
export interface KeyNeed {
  readonly type: 'key';
  readonly environment: string | null;
  readonly connector: string;
  /** The fields that have keys. */
  readonly config: JsonObject;
  /** Returns the paths that a path means in the environment. */
  getPaths(path: string): readonly string[];
  findFault(config: JsonObject): string | undefined;
}

/** The consent of a person by which a connection signs in. */
export interface ConsentNeed {
  readonly type: 'consent';
  /** The path of the refresh token, as the connection writes it. */
  readonly path: string;
  readonly key: string;
  readonly places: readonly ConsentPlace[];
}

export interface ConsentPlace {
  readonly environment: string | null;
  readonly paths: readonly string[];
  /** The way to the authority; secrets are references. */
  readonly auth: JsonObject;
}

export interface SecretNeed {
  readonly type: 'secret';
  /** As the entity writes it. */
  readonly path: string;
  /** Empty where any key may be read. */
  readonly keys: readonly string[];
  readonly places: readonly { readonly environment: string | null; readonly paths: readonly string[] }[];
}

/**
 * Text without which a flow needs no person, process or server of a private network: such a flow is not compiled, which would
 * take most of the time of a large repository.
 */
const telling = /human-task|\b(?:script|shell|container)["']?\s*:|https?:\/\/(?:\d|\[|[^/\s"']*localhost)/i;

/** Returns what an entity needs itself. Costs as much as the entity has environments. */
export function collectNeeds(
  record: EntityRecord,
  snapshot: Snapshot,
  { places, connectors }: { places: Places; connectors: readonly Connector[] },
): readonly Need[] {
  switch (record.kind) {
    case 'connection':
      return connectionNeeds(record.name, snapshot, places, connectors);
    case 'flow':
      return flowNeeds(record, places);
    case 'script': {
      const { language } = record.definition;
      return typeof language === 'string' && language !== 'js' ? [{ type: 'process', language }] : [];
    }
    case 'trigger':
      return triggerNeeds(record.definition, places);
    default:
      return [];
  }
}

function connectionNeeds(
  connection: string,
  snapshot: Snapshot,
  { all }: Places,
  connectors: readonly Connector[],
): Need[] {
  const secrets = new SecretNeeds();
  const others = new Map<string, Need>();
  // A branch without an environment of its own still uses connections that need no secret.
  const places: readonly Place[] = all.length > 0 ? all : [{ environment: null, getPaths: () => [] }];
  for (const place of places) {
    const { environment } = place;
    const version = connectionVersionIn(snapshot, { connection, environment }, connectors);
    if (version === undefined) continue;
    const { consent } = connectors.find(({ name }) => name === version.connector) ?? {};
    const fields = consent?.(version.config);
    for (const reference of referencesIn(fields?.config ?? version.config)) secrets.add(reference, place);
    const refreshToken = fields && secretReference(fields.refreshToken);
    if (refreshToken && all.length === 0) secrets.add(refreshToken, place);
    else if (refreshToken) {
      const { path, key: tokenKey } = refreshToken;
      const id = `consent ${JSON.stringify([path, tokenKey])}`;
      const before = others.get(id) as ConsentNeed | undefined;
      const at = { environment, paths: place.getPaths(path), auth: fields.auth };
      others.set(id, { type: 'consent', path, key: tokenKey, places: [...(before?.places ?? []), at] });
    }
    const key = all.length > 0 ? findKeyNeed(version, place, connectors) : undefined;
    if (key) others.set(`key ${environment}`, key);
    for (const destination of version.destinations ?? []) {
      if ('program' in destination)
        others.set(destination.program, { type: 'program', program: destination.program });
      if ('origin' in destination)
        others.set(destination.origin, { type: 'server', origin: destination.origin });
    }
  }
  return [...secrets.list(all), ...others.values()];
}

function findKeyNeed(
  { connector: name, config }: { connector: string; config: JsonObject },
  { environment, getPaths }: Place,
  connectors: readonly Connector[],
): KeyNeed | undefined {
  const keys = connectors.find((each) => each.name === name)?.keys;
  const fields = keys?.pick(config);
  if (!keys || !fields) return undefined;
  return { type: 'key', environment, connector: name, config: fields, getPaths, findFault: keys.findFault };
}

function flowNeeds(record: EntityRecord, { all }: Places): Need[] {
  const { text, attachments, definition } = record;
  const named = objectOr(definition['use'])['secrets'];
  const paths = (Array.isArray(named) ? named : []).filter((path) => typeof path === 'string');
  const secrets = new SecretNeeds();
  const places: readonly Place[] = all.length > 0 ? all : [{ environment: null, getPaths: () => [] }];
  for (const path of paths) for (const place of places) secrets.add({ path, key: undefined }, place);
  // Functions in files may need something that the text of the flow does not tell.
  const isTelling = attachments.size > 0 || telling.test(text);
  const plan = isTelling ? (record.compiled as FlowPlan | undefined) : undefined;
  const { askedAssignees = [], needs = [] } = plan ?? {};
  const assignees = new Set(askedAssignees.map(({ assignee }) => assignee));
  return [
    ...secrets.list(all),
    ...[...assignees].map((assignee): Need => ({ type: 'person', assignee })),
    ...needs,
  ];
}

function triggerNeeds(definition: JsonObject, places: Places): Need[] {
  const { signature, verify } = objectOr(definition['webhook']);
  const named = [objectOr(signature), ...Object.values(objectOr(objectOr(verify)['query']))].map(objectOr);
  const references = named.flatMap(({ secret, key }) =>
    typeof secret === 'string' && typeof key === 'string' ? [{ path: secret, key }] : [],
  );
  if (references.length === 0) return [];
  const environment = findTriggerEnvironment(definition, places);
  const place = places.all.find((each) => each.environment === environment);
  if (place === undefined) return [{ type: 'environment' }];
  const secrets = new SecretNeeds();
  for (const reference of references) secrets.add(reference, place);
  return secrets.list(places.all);
}

/** Returns the environment of the runs of a trigger; null for none. */
export function findTriggerEnvironment(definition: JsonObject, { defaultName }: Places): string | null {
  const { environment } = definition;
  return typeof environment === 'string' ? environment : (defaultName ?? null);
}

/** The secrets of an entity, each once for the same places. */
class SecretNeeds {
  readonly #placesOfKeys = new Map<
    string,
    { path: string; key: string | undefined; places: SecretNeed['places'][number][] }
  >();

  add({ path, key }: { path: string; key: string | undefined }, { environment, getPaths }: Place): void {
    const id = JSON.stringify([path, key]);
    const need = this.#placesOfKeys.get(id) ?? { path, key, places: [] };
    this.#placesOfKeys.set(id, need);
    need.places.push({ environment, paths: getPaths(path) });
  }

  list(places: readonly Place[]): Need[] {
    if (this.#placesOfKeys.size > 0 && places.length === 0) return [{ type: 'environment' }];
    const needs = new Map<string, SecretNeed & { keys: string[] }>();
    for (const { path, key, places: ofKey } of this.#placesOfKeys.values()) {
      const id = JSON.stringify([path, key === undefined, ofKey.map(({ environment }) => environment)]);
      const need = needs.get(id) ?? { type: 'secret', path, keys: [], places: ofKey };
      needs.set(id, need);
      if (key !== undefined) need.keys.push(key);
    }
    return [...needs.values()];
  }
}

/** Returns the references to secrets in a configuration. */
export function referencesIn(value: Json): { path: string; key: string }[] {
  const reference = secretReference(value);
  if (reference) return [reference];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(referencesIn);
}
