import { matches, type Target } from './target.js';

/** The kinds of calls that scopes tell apart, with what each of them is. */
export const scopeEffects = {
  read: 'Reads what the role sees.',
  run: 'Starts, ends and repeats runs, fires triggers, sends events.',
  call: 'Calls actions of connections outside of runs.',
  propose: 'Proposes changes.',
  write: 'Changes branches that are not protected.',
  merge: 'Changes protected branches, and merges.',
  approve: 'Approves proposals, grants approvals, completes human tasks.',
  share: 'Makes and changes share links.',
  secrets: 'Writes secrets.',
  administer: 'Changes keys and settings, makes backups.',
} as const;

export type ScopeEffect = keyof typeof scopeEffects;

/**
 * Bounds of one credential: it may do what its role allows and each of these names. A member that is left out bounds nothing. In
 * patterns `*` stands for any text, as in grants of teams; case counts.
 */
export interface Scopes {
  /** Patterns of branches. */
  branches?: readonly string[];
  /** Patterns of the environments that are read, and that runs and calls use. */
  environments?: readonly string[];
  /** Patterns of flows: `billing-*` is the entity `flow/billing-*`. */
  flows?: readonly string[];
  /** Patterns of entities as `type/name`, those of the installation among them: `secret/shop/*`. */
  entities?: readonly string[];
  /** Patterns of operations and of MCP tools. */
  tools?: readonly string[];
  effects?: readonly ScopeEffect[];
  requestsPerMinute?: number;
}

export type ScopeName = keyof Scopes;

/** The members that hold patterns or words: what each of them does not name is refused. */
const lists = ['branches', 'environments', 'flows', 'entities', 'tools', 'effects'] as const;

/** Tells whether the scopes leave out objects, so that lists need filtering. */
export function namesObjects({ branches, environments, flows, entities }: Scopes): boolean {
  return [branches, environments, flows, entities].some((member) => member !== undefined);
}

/** Returns the scope that refuses all or, unless a part is enough, a part of a target; undefined where none does. */
export function findRefusingScope(scopes: Scopes, target: Target): ScopeName | undefined {
  const { branch, type, name, environment } = target;
  const { branches, environments } = scopes;
  if (branch === undefined && type === undefined) return undefined;
  if (branch === undefined && type !== 'flow') return findRefusalOfInstallation(scopes, target);
  if (branch !== undefined && branches && !matchesSome(branches, branch)) return 'branches';
  if (environments && typeof environment === 'string' && !matchesSome(environments, environment))
    return 'environments';
  // A whole branch has all its environments.
  if (type === undefined && environments && !target.some) return 'environments';
  if (type !== 'environment' || environments === undefined) return findRefusalOfEntity(scopes, target);
  if (name === undefined) return target.some || environments.includes('*') ? undefined : 'environments';
  return matchesSome(environments, name) ? undefined : 'environments';
}

/** Objects that belong to the installation and to no branch have to be named once anything is. */
function findRefusalOfInstallation(scopes: Scopes, target: Target): ScopeName | undefined {
  if (scopes.entities && findRefusalOfEntity({ entities: scopes.entities }, target) === undefined)
    return undefined;
  return lists.find((member) => member !== 'tools' && member !== 'effects' && scopes[member] !== undefined);
}

function findRefusalOfEntity(
  { flows, entities }: Scopes,
  { type, name, some = false }: Target,
): ScopeName | undefined {
  if (flows === undefined && entities === undefined) return undefined;
  const refusing = flows === undefined || (entities !== undefined && type !== 'flow') ? 'entities' : 'flows';
  if (type === undefined) return some ? undefined : refusing;
  const patterns = [
    ...(flows ?? []).map((pattern) => ['flow', pattern] as const),
    ...(entities ?? []).map(splitEntity),
  ];
  const names = patterns.filter(([ofType]) => matches(ofType, type)).map(([, ofName]) => ofName);
  if (name === undefined) return names.some((pattern) => some || pattern === '*') ? undefined : refusing;
  return matchesSome(names, name) ? undefined : refusing;
}

function splitEntity(pattern: string): readonly [type: string, name: string] {
  const slash = pattern.indexOf('/');
  return [pattern.slice(0, slash), pattern.slice(slash + 1)];
}

function matchesSome(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matches(pattern, text));
}

/** A call, as far as scopes tell calls apart. */
export interface ScopedCall {
  /** The name of the operation. */
  operation: string;
  /** The MCP tool that makes the call. */
  tool?: string | undefined;
  /** The effects, of which one has to be in scope; a call without any is in each scope. */
  effects: readonly ScopeEffect[];
}

/** Returns the scope that refuses a call, whatever it is about; undefined where none does. */
export function findScopeAgainst(
  { tools, effects }: Scopes,
  { operation, tool, effects: possible }: ScopedCall,
): ScopeName | undefined {
  if (possible.length === 0) return undefined;
  if (effects && !possible.some((effect) => effects.includes(effect))) return 'effects';
  if (tools === undefined || matchesSome(tools, operation)) return undefined;
  return tool !== undefined && matchesSome(tools, tool) ? undefined : 'tools';
}

/**
 * Returns the member in which scopes reach further than others; undefined where they do not. A pattern is within another if that
 * one matches it as a text, because only `*` matches `*`.
 */
export function findWiderScope(scopes: Scopes, than: Scopes): ScopeName | undefined {
  const limit = than.requestsPerMinute;
  const wider = lists.find((member) => than[member] !== undefined && !isWithin(member, scopes, than));
  if (wider) return wider;
  const isFaster = limit !== undefined && (scopes.requestsPerMinute ?? Number.POSITIVE_INFINITY) > limit;
  return isFaster ? 'requestsPerMinute' : undefined;
}

function isWithin(member: (typeof lists)[number], scopes: Scopes, than: Scopes): boolean {
  if (member !== 'flows' && member !== 'entities')
    return scopes[member]?.every((each) => matchesSome(than[member] ?? [], each)) ?? false;
  // Both name entities together.
  const own = [...(scopes.flows ?? []).map((flow) => `flow/${flow}`), ...(scopes.entities ?? [])];
  if (scopes.flows === undefined && scopes.entities === undefined) return false;
  return own.map(splitEntity).every((entity) => isEntityWithin(entity, than));
}

function isEntityWithin([type, name]: readonly [string, string], { flows, entities }: Scopes): boolean {
  if (type === 'flow' && matchesSome(flows ?? [], name)) return true;
  return (entities ?? [])
    .map(splitEntity)
    .some(([ofType, ofName]) => matches(ofType, type) && matches(ofName, name));
}

/** Returns the scopes without empty ones, in one order; undefined where nothing is bounded. */
export function normalizeScopes(scopes: Scopes | null | undefined): Scopes | undefined {
  if (!scopes) return undefined;
  const members = [...lists, 'requestsPerMinute' as const].flatMap((member) => {
    const value = scopes[member];
    return value === undefined || value === null ? [] : [[member, value] as const];
  });
  return members.length === 0 ? undefined : (Object.fromEntries(members) as Scopes);
}
