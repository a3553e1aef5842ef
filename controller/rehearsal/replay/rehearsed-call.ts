import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { canonical, objectOr } from '../../../schemas/json/values.js';
import { type Connector, describeCall, describeConfig } from '../../connectors/index.js';
import type { EffectSubject, FlowErrorBody, StepKey } from '../../flows/index.js';
import type { RunVersion } from '../../runs/contract.js';

/** The kinds of effects that a rehearsal keeps from the outside. */
export type CallKind = EffectSubject['kind'] | 'event' | 'human-task';

/** The meaning of a call, without its place in the flow. */
export interface CallMeaning {
  readonly kind: CallKind;
  /** Such as `shop.get` or `POST https://shop.example`. */
  readonly target: string;
  readonly arguments: Json;
  /** The content of the call, in one form for those that send the same. */
  readonly sent: Json;
  /** The definitions that decide what is sent, such as that of the action. */
  readonly definition: Json;
  /** Equal for calls that mean the same. */
  readonly text: string;
}

export interface CallOutcome {
  readonly output?: Json | undefined;
  readonly error?: FlowErrorBody | undefined;
}

/** One call of a version. */
export interface RehearsedCall {
  readonly meaning: CallMeaning;
  readonly key: StepKey;
  readonly reference: string;
  readonly flow: string;
  /** When the call is made, ms since the epoch. */
  readonly at: number;
  /** The place of the answer in the common order; infinite for a call that had none. */
  readonly place: number;
  /** Undefined for a call that had no answer. */
  readonly outcome: CallOutcome | undefined;
  /** True where no recorded call means the same: the answer is an assumption. */
  readonly isAssumed: boolean;
}

export function createMeaning(
  kind: CallKind,
  target: string,
  args: Json,
  definition: Json = null,
  sent: Json = args,
): CallMeaning {
  return {
    kind,
    target,
    arguments: args,
    sent,
    definition,
    text: `${kind} ${target} ${canonical([sent, definition])}`,
  };
}

/** The meaning of an effect of a flow: its subject with the definitions that decide about it. */
export function describeEffect(
  { kind, target, arguments: args, readsFiles }: EffectSubject,
  version: RunVersion,
  flow: string,
  connectors: ReadonlyMap<string, Connector>,
): CallMeaning {
  const texts = readsFiles ? version.texts('flow', flow) : {};
  const files = Object.keys(texts).length > 0 ? digest({ ...texts }) : null;
  if (kind === 'action') {
    const dot = target.indexOf('.');
    const [connection, action] = [target.slice(0, dot), target.slice(dot + 1)];
    const { connector = null, config } = version.connection(connection) ?? {};
    const existing = { config: objectOr(config), texts: version.texts('connection', connection) };
    const sent = describeCall(connectors.get(String(connector)), existing, { action, input: args });
    return createMeaning(kind, target, args, getActionDefinition(version, connection, action), sent);
  }
  if (kind === 'store') {
    const name = target.slice('store/'.length, target.lastIndexOf('.'));
    return createMeaning(kind, target, args, withoutTexts(version.definition('store', name)));
  }
  if (kind === 'code' && target.startsWith('script/')) {
    const definition = version.definition('script', target.slice('script/'.length));
    return createMeaning(kind, target, args, withoutTexts(definition));
  }
  return createMeaning(kind, target, args, files);
}

function getActionDefinition(version: RunVersion, connection: string, action: string): Json {
  const definition = version.connection(connection);
  if (definition === undefined) return null;
  const { actions, config, ...rest } = definition;
  const files = version.texts('connection', connection);
  const own = objectOr(actions)[action];
  return {
    ...withoutTexts(rest),
    config: describeConfig(objectOr(config)),
    action: own === undefined ? null : withoutTexts(objectOr(own)),
    files: Object.keys(files).length > 0 ? digest({ ...files }) : null,
  };
}

/** Members that only people read. */
const forPeople = new Set([
  'title',
  'description',
  'summary',
  'examples',
  'labels',
  'tests',
  'kind',
  'name',
  'test',
]);

function withoutTexts(definition: JsonObject = {}): JsonObject {
  return Object.fromEntries(Object.entries(definition).filter(([name]) => !forPeople.has(name)));
}

function digest(value: Json): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, 16);
}

/** The reference of the task of a step, without iterations and attempts. */
export function toReference(key: StepKey): string {
  return key
    .slice(key.lastIndexOf('>') + 1)
    .replace(/:message\/\d+$/, '')
    .replaceAll(/[@#~]\d+/g, '');
}
