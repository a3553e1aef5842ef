import type { Json, JsonObject } from '../../schemas/json/types.js';
import { objectOr } from '../../schemas/json/values.js';
import { nearest } from '../../schemas/nearest.js';
import type { MissingNeed, Snapshot } from '../catalog/index.js';
import { networkRefusal } from '../connectors/index.js';
import type { ConsentState } from '../consents/index.js';
import type { Hint } from '../problems/index.js';
import { describeMissingPython, findProgram, getPythonProgram } from '../sandbox/index.js';
import type { Settings } from '../settings/index.js';
import {
  type ConsentNeed,
  type ConsentPlace,
  type KeyNeed,
  type Need,
  referencesIn,
  type SecretNeed,
} from './needs.js';
import { getPythonHint } from './python-check.js';
import type { KnownSecret } from './secret-inventory.js';

/** The installation, as far as entities need it. */
export interface Installation {
  readonly flows: Pick<
    Settings['Flows'],
    'AllowProcesses' | 'AllowContainers' | 'AllowPrivateNetworks' | 'Python'
  >;
  findSecret(path: string): KnownSecret | undefined;
  /** Returns what is known of the refresh token of a secret. */
  findConsent(path: string): ConsentState | undefined;
  /** Returns why the keys of a connection cannot be used; undefined when they can, or are not read yet. */
  findKeyFault(need: KeyNeed): string | undefined;
  /** Returns why no principal of an assignee of a flow can answer, and what to do; undefined when one can. */
  findAssigneeFault(
    assignee: string,
    flow: string,
    snapshot: Snapshot,
  ): { reason: string; hint: Hint } | undefined;
}

interface Owner {
  snapshot: Snapshot;
  type: string;
  name: string;
}

/** The outcome for a need: undefined when it is met. */
export type Verdict = MissingNeed | 'unknown' | undefined;

/**
 * Judges a need of an entity.
 * @param environment the one that matters, null for none; undefined for all that the branch may use
 */
export function judge(
  need: Need,
  owner: Owner,
  installation: Installation,
  environment: string | null | undefined,
): Verdict {
  const { type, name } = owner;
  const of = { type, name };
  switch (need.type) {
    case 'secret':
      return judgeSecret(need, owner, installation, environment);
    case 'key':
      return judgeKey(need, of, installation, environment);
    case 'consent':
      return judgeConsent(need, owner, installation, environment);
    case 'environment':
      return {
        need: 'environment',
        ...of,
        message: `no environment of production is open to the branch \`${owner.snapshot.branch}\`, which so may use no secret`,
        hint: `Add \`${owner.snapshot.branch}\` to \`branches\` of an environment that has \`secrets\`, on the production branch.`,
      };
    case 'person': {
      const fault = installation.findAssigneeFault(need.assignee, name, owner.snapshot);
      if (fault === undefined) return undefined;
      const { reason, hint } = fault;
      return { need: 'person', ...of, message: `\`${need.assignee}\` cannot answer: ${reason}`, hint };
    }
    case 'process':
      if (!installation.flows.AllowProcesses)
        return notAllowed(of, 'AllowProcesses', `\`${need.language}\` runs as a process of this machine`);
      return need.language === 'python'
        ? judgePython(installation.flows.Python, of)
        : judgeProgram(['sh'], of);
    case 'container': {
      const what = need.image === undefined ? 'a container' : `\`${need.image}\``;
      if (!installation.flows.AllowContainers)
        return notAllowed(of, 'AllowContainers', `${what} runs as a container of this machine`);
      return judgeProgram(['docker', 'podman'], of);
    }
    case 'program':
      if (!installation.flows.AllowProcesses)
        return notAllowed(of, 'AllowProcesses', `\`${need.program}\` is a program of this machine`);
      return judgeProgram([need.program], of);
    case 'server':
      return judgeServer(need.origin, of, installation);
  }
}

type Of = Pick<MissingNeed, 'type' | 'name'>;

function judgeConsent(
  { key, places }: ConsentNeed,
  { snapshot: { branch }, type, name }: Owner,
  installation: Installation,
  environment: string | null | undefined,
): Verdict {
  const relevant =
    environment === undefined ? places : places.filter((each) => each.environment === environment);
  const faults = relevant.flatMap((place) => {
    const reason = findConsentFault(place, key, installation);
    return reason === undefined ? [] : [{ environment: place.environment, reason }];
  });
  // As a person has consented in some environment, runs are meant to name it.
  const reported =
    faults.length === relevant.length ? faults : faults.filter((each) => each.environment !== null);
  const [first] = reported;
  if (first === undefined) return undefined;
  const where = first.environment === null ? '' : ` in the environment \`${first.environment}\``;
  const hint: Hint = {
    text: 'A person consents with {call}.',
    operation: 'begin-consent',
    arguments: {
      branch,
      connection: name,
      ...(first.environment === null ? {} : { env: first.environment }),
    },
  };
  const environments = reported.map((each) => each.environment);
  return { need: 'consent', type, name, environments, message: `${first.reason}${where}`, hint };
}

function findConsentFault(
  { paths, auth }: ConsentPlace,
  key: string,
  { findSecret, findConsent }: Installation,
): string | undefined {
  const path = paths.find((each) => {
    const secret = findSecret(each);
    return secret !== undefined && secret !== 'unknown' && secret.keys.includes(key);
  });
  if (path === undefined) return 'no person has consented to its use of the API';
  const state = findConsent(path);
  if (state === undefined) return undefined;
  if (state.endedReason !== undefined) return `the consent has ended (${state.endedReason})`;
  const { tokenUrl, clientId, scopes } = auth;
  const isOther = (value: Json | undefined, consented: string) =>
    typeof value === 'string' && value !== consented;
  if (isOther(tokenUrl, state.tokenUrl) || isOther(clientId, state.clientId))
    return 'the consent is for another token address or client than the connection has now';
  const consentedScopes = state.scopes;
  const added =
    consentedScopes && Array.isArray(scopes)
      ? scopes.filter((each) => !consentedScopes.includes(String(each)))
      : [];
  if (added.length === 0) return undefined;
  const names = added.map((each) => `\`${each}\``).join(', ');
  return `the consent is without ${added.length === 1 ? 'the scope' : 'the scopes'} ${names}`;
}

function judgeKey(
  need: KeyNeed,
  of: Of,
  { findKeyFault }: Installation,
  environment: string | null | undefined,
): Verdict {
  if (environment !== undefined && environment !== need.environment) return undefined;
  const fault = findKeyFault(need);
  if (fault === undefined) return undefined;
  const reference = findReference(need.config, fault);
  const where = need.environment === null ? '' : ` in the environment \`${need.environment}\``;
  const place = reference && need.getPaths(reference.path)[0];
  const secret = place === undefined ? '' : ` (the secret \`${place}\`, key \`${reference?.key}\`${where})`;
  const hint: Hint = {
    text: 'Store the right value with {call}.',
    operation: 'update-secret',
    arguments: { path: place ?? '', value: getExample(reference ? [reference.key] : []) },
  };
  return { need: 'key', ...of, environments: [need.environment], message: `${fault}${secret}`, hint };
}

/** Returns the secret of the field that a fault names first. */
function findReference(config: JsonObject, fault: string): { path: string; key: string } | undefined {
  const [, field = ''] = /`([\w.]+)`/.exec(fault) ?? [];
  let value: Json = config;
  for (const name of field.split('.')) value = objectOr(value)[name] ?? null;
  return referencesIn(value)[0] ?? referencesIn(config)[0];
}

function notAllowed(of: Of, setting: 'AllowProcesses' | 'AllowContainers', what: string): MissingNeed {
  const message = `${what}, which the setting \`Flows.${setting}\` does not allow`;
  const hint = `Set \`Flows.${setting}: true\` and start the service again, or call a connection instead.`;
  return { need: 'setting', ...of, message, hint };
}

/** @param environment `Flows.Python` */
function judgePython(environment: string | undefined, of: Of): Verdict {
  const program = getPythonProgram(environment);
  if (environment === undefined || findProgram(program) !== undefined) return judgeProgram([program], of);
  return {
    need: 'program',
    ...of,
    message: describeMissingPython(environment),
    hint: getPythonHint(environment),
  };
}

function judgeProgram(programs: readonly string[], of: Of): Verdict {
  if (programs.some((program) => findProgram(program) !== undefined)) return undefined;
  const names = programs.map((program) => `\`${program}\``).join(' or ');
  const message = `${names} is not on this machine`;
  return {
    need: 'program',
    ...of,
    message,
    hint: `Install ${names} where the service finds it, in its \`PATH\`.`,
  };
}

function judgeServer(origin: string, of: Of, { flows }: Installation): Verdict {
  if (!URL.canParse(origin)) return undefined;
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '');
  const refusal = networkRefusal(host, flows.AllowPrivateNetworks);
  if (refusal === undefined) return undefined;
  const { message, couldBeAllowed } = refusal;
  const hint = couldBeAllowed
    ? 'Set `Flows.AllowPrivateNetworks: true` and start the service again, or use another address.'
    : 'Use another address: no setting allows this one.';
  return { need: 'server', ...of, message, hint };
}

function judgeSecret(
  { path, keys, places }: SecretNeed,
  { snapshot: { branch }, type, name: ownerName }: Owner,
  { findSecret }: Installation,
  environment: string | null | undefined,
): Verdict {
  const relevant =
    environment === undefined ? places : places.filter((each) => each.environment === environment);
  const of = { type, name: ownerName };
  if (relevant.length === 0) {
    return {
      need: 'environment',
      ...of,
      message: `the environment \`${environment}\` is not open to the branch \`${branch}\``,
      hint: `Add \`${branch}\` to \`branches\` of the environment on the production branch.`,
    };
  }
  let isUnknown = false;
  const missing: Lacking[] = [];
  for (const { environment: name, paths } of relevant) {
    const first = paths.map(findSecret).find((secret) => secret !== undefined);
    if (first === 'unknown') isUnknown = true;
    else if (first === undefined) missing.push({ environment: name, paths, keys, present: undefined });
    else if (keys.some((key) => !first.keys.includes(key)))
      missing.push({
        environment: name,
        paths: paths.filter((each) => findSecret(each)),
        keys: keys.filter((key) => !first.keys.includes(key)),
        present: first.keys,
      });
  }
  // As some environment has the secret, runs are meant to name it.
  const reported =
    missing.length === relevant.length ? missing : missing.filter((each) => each.environment !== null);
  const [first] = reported;
  if (first === undefined) return isUnknown ? 'unknown' : undefined;
  // Every environment of production falls back to the path as it is written.
  const isEverywhere =
    environment === undefined &&
    reported.length === places.length &&
    reported.every(({ paths, present }) => present === undefined && paths.at(-1) === path);
  if (isEverywhere) {
    const others = new Set(reported.flatMap(({ paths }) => paths.filter((each) => each !== path)));
    const nor = others.size === 0 ? '' : `, nor one under the prefix of an environment`;
    return {
      need: 'secret',
      ...of,
      message: `there is no secret \`${path}\`${nor}`,
      hint: storeHint(path, keys),
      secret: { path, keys },
    };
  }
  const environments = reported.map((each) => each.environment);
  return { need: 'secret', ...of, environments, ...toText(first, path, environments.slice(1)) };
}

function storeHint(path: string, keys: readonly string[]): Hint {
  const value = getExample(keys);
  return { text: 'Store it with {call}.', operation: 'write-secret', arguments: { path, value } };
}

/** Returns an example of a secret's value. */
function getExample(keys: readonly string[]): JsonObject {
  return Object.fromEntries((keys.length === 0 ? ['key'] : keys).map((key) => [key, '…']));
}

/** An environment in which a secret is missing, or keys of it. */
interface Lacking {
  environment: string | null;
  /** Those that are there, or all that are tried. */
  paths: readonly string[];
  /** The keys that are read and not there. */
  keys: readonly string[];
  /** The keys of the secret; undefined where there is none. */
  present: readonly string[] | undefined;
}

function toText(
  { environment, paths, keys, present }: Lacking,
  path: string,
  others: readonly (string | null)[],
): Pick<MissingNeed, 'message' | 'hint' | 'secret'> {
  const place = paths[0] ?? path;
  const secret = { path: place, keys };
  const listed = paths.map((each) => `\`${each}\``).join(' or ');
  const [other] = others;
  const one = other == null ? ' and one more' : ` and \`${other}\``;
  const more = others.length === 0 ? '' : others.length === 1 ? one : ` and ${others.length} more`;
  const where = environment === null ? '' : ` in the environment \`${environment}\`${more}`;
  if (present) {
    const near = nearest(keys[0] ?? '', present);
    const absent = keys.map((key) => `\`${key}\``).join(' and ');
    return {
      message: `the secret ${listed} has no key ${absent}${where}`,
      hint: {
        text: `${near === undefined ? 'Add' : `Did you mean its key \`${near}\`? Else add`} the ${keys.length === 1 ? 'key' : 'keys'} with {call}.`,
        operation: 'update-secret',
        arguments: { path: place, value: getExample(keys) },
      },
      secret,
    };
  }
  return { message: `there is no secret ${listed}${where}`, hint: storeHint(place, keys), secret };
}
