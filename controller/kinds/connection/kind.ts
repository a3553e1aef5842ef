import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { decodeStep, isObject, mergePatch, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import { type KindDefinition, type PointedFinding, validateBySchema } from '../../catalog/index.js';
import { type Action, type Connector, validateConfig } from '../../connectors/index.js';
import type { ActionChecks } from './action-checks.js';
import { describedCalls, describedFiles, describingTexts, findActions } from './described-actions.js';
import { checkGuarantee, checkSubscription, subscribeOffer } from './subscription.js';

/** Systems that the connector of another one reaches. */
const otherNames: Readonly<Record<string, string>> = {
  mariadb: 'mysql',
  rabbitmq: 'amqp',
  valkey: 'redis',
};

/** Returns the kind for an installation with these connectors. */
export function connection(connectors: ReadonlyMap<string, Connector>, checks: ActionChecks): KindDefinition {
  const providedNames = new Map(
    [...connectors].flatMap(([name, connector]) =>
      connector.described ? [] : [[name, getProvidedNames(connector)]],
    ),
  );
  return {
    kind: 'connection',
    plural: 'connections',
    validate: validateBySchema('connection'),
    references: [],
    getProvidedNames: ({ connector, subscribe }) =>
      providedNames.get(String(connector))?.[subscribe === undefined ? 'silent' : 'subscribed'],
    // The configuration of these names the file that describes their actions.
    getInterfacePointers: ({ connector }) =>
      connectors.get(String(connector))?.described
        ? ['/name', '/connector', '/subscribe', '/config']
        : ['/name', '/connector', '/subscribe'],
    getInterface: ({ connector = null, config = null, subscribe = null }) => [connector, config, subscribe],
    prepareInputCheck: (definition, texts) => {
      const connector = connectors.get(String(definition['connector']));
      const calls = connector && getCalls(connector, definition, { checks, texts });
      return ({ argument, needs, mayOnlyRead }) => {
        if (needs === undefined) return checkOverride(connectors, definition, argument);
        if (!connector || !calls) return [];
        if (mayOnlyRead) {
          const action = findAction(connector, definition, needs, texts);
          if (action && !action.hints.readOnly) return [changing(`${String(definition['name'])}.${needs}`)];
        }
        return needs === subscribeOffer && isObject(argument) && typeof argument['isDeduped'] === 'boolean'
          ? checkGuarantee(connector, definition, argument['isDeduped'])
          : calls(needs, argument);
      };
    },
    compile: (definition) => ({
      findings: checkConnection(connectors, definition),
      files: describedFiles(connectors.get(String(definition['connector'])), definition),
    }),
    namedTexts: describingTexts(connectors),
  };
}

/** The offers of the connections of a connector, without and with `subscribe`; the same objects each time. */
function getProvidedNames({ actions }: Connector) {
  const names = Object.keys(actions);
  return { silent: new Set(names), subscribed: new Set([...names, subscribeOffer]) };
}

/** An action of a connection; undefined when it has none of the name, or only its server knows. */
function findAction(
  connector: Connector,
  { config }: JsonObject,
  name: string,
  texts: Parameters<typeof findActions>[2],
): Action | undefined {
  const actions = findActions(connector, objectOr(config), texts);
  return actions && Object.hasOwn(actions, name) ? actions[name] : undefined;
}

function changing(action: string): PointedFinding {
  return {
    rule: 'reference-unmet',
    severity: 'error',
    pointer: '',
    message: `\`${action}\` may change something, and a poll only reads`,
    hint: 'Name an action that only reads, such as `get` or `query`.',
  };
}

/** Prepares the check of the calls of a connection. */
function getCalls(
  connector: Connector,
  definition: JsonObject,
  tools: Parameters<typeof describedCalls>[2],
): (name: string, value: Json) => PointedFinding[] {
  if (connector.described) return describedCalls(connector, definition, tools);
  const connection = String(definition['name']);
  return (name, args) => {
    const action = Object.hasOwn(connector.actions, name) ? connector.actions[name] : undefined;
    if (action) return tools.checks.written({ connection, name, action }, args);
    if (name !== subscribeOffer) return [];
    // The offer of messages has this name too.
    const message = `connection \`${connection}\` has no action \`${name}\``;
    const hint = 'Start a flow by its messages with a trigger: `event: { from: … }`.';
    return [{ rule: 'reference-unmet', severity: 'error', pointer: '', message, hint }];
  };
}

/** Fields of a connection that are easily written into its `config`. */
const outside: ReadonlySet<string> = new Set(
  ['subscribe', 'maxConcurrent', 'direct', 'labels', 'title', 'description'].map((name) => `/${name}`),
);

function checkConnection(
  connectors: ReadonlyMap<string, Connector>,
  definition: JsonObject,
): PointedFinding[] {
  const name = String(definition['connector']);
  const connector = connectors.get(name);
  if (!connector) {
    const hint = adviseConnector(name, [...connectors.keys()]);
    const message = `there is no connector \`${name}\``;
    return [{ rule: 'connector-unknown', severity: 'error', pointer: '/connector', message, hint }];
  }
  return [
    ...validateConfig(connector, objectOr(definition['config'])).map(
      ({ pointer, ...finding }): PointedFinding => ({
        severity: 'error',
        pointer: `/config${pointer}`,
        ...finding,
        ...(finding.at === 'name' && outside.has(pointer)
          ? {
              hint: `\`${pointer.slice(1)}\` stands beside \`config\`, not inside of it: move it one level up.`,
            }
          : {}),
      }),
    ),
    ...checkSubscription(connector, definition),
  ];
}

function adviseConnector(name: string, names: readonly string[]): string {
  // The one connector for databases that version 0.1.0 had.
  if (name === 'sql') return 'Write `postgres`, `mysql` or `sqlite`, without `engine` in `config`.';
  const meant = otherNames[name.toLowerCase()] ?? nearest(name, names);
  if (meant !== undefined) return `Did you mean \`${meant}\`?`;
  return `Known connectors: ${names.map((each) => `\`${each}\``).join(', ')}.`;
}

/** Checks a connection as an environment changes it; the findings stand at the changes. */
function checkOverride(
  connectors: ReadonlyMap<string, Connector>,
  definition: JsonObject,
  override: Json,
): PointedFinding[] {
  if (!isObject(override)) return [];
  const merged = mergePatch(definition, override);
  const before = new Set(checkConnection(connectors, definition).map(identify));
  return [
    ...otherDescription(connectors, definition, objectOr(merged), override),
    ...checkConnection(connectors, objectOr(merged))
      .filter((finding) => !before.has(identify(finding)))
      .map((finding) => {
        const message = `${finding.message}, for the connection \`${String(definition['name'])}\` with these changes`;
        const place = placeIn(override, finding);
        // A field that the changes do not have comes from the connection.
        const isInherited = finding.at === 'name' && place.at === undefined;
        const name = decodeStep(finding.pointer.split('/').at(-1) ?? '');
        const hint = isInherited ? { hint: `Write \`${name}: null\` beside the changes to remove it.` } : {};
        const { at: _, ...rest } = finding;
        return { ...rest, message, ...hint, ...place };
      }),
  ];
}

/** Finds a change of the files that decide the actions: the calls of flows are checked against those of the connection. */
function otherDescription(
  connectors: ReadonlyMap<string, Connector>,
  definition: JsonObject,
  merged: JsonObject,
  override: JsonObject,
): PointedFinding[] {
  const connector = connectors.get(String(definition['connector']));
  const files = new Set(describedFiles(connector, definition).map(({ holds, file }) => `${holds} ${file}`));
  return describedFiles(connector, merged)
    .filter(({ holds, file }) => !files.has(`${holds} ${file}`))
    .map((changed): PointedFinding => {
      const message = `an environment cannot name another file for the connection \`${String(definition['name'])}\``;
      const hint = 'Change the address alone, or add a connection of its own.';
      return {
        rule: 'config-invalid',
        severity: 'error',
        message,
        hint,
        ...placeIn(override, changed as never),
      };
    });
}

function identify({ rule, pointer, message }: PointedFinding): string {
  return JSON.stringify([rule, pointer, message]);
}

/** The place of a finding in the changes: where they have the value, or the last value around it that they have. */
function placeIn(override: Json, { pointer, at }: PointedFinding): Pick<PointedFinding, 'pointer' | 'at'> {
  let value: Json | undefined = override;
  let place = '';
  for (const step of pointer.split('/').slice(1)) {
    const name = decodeStep(step);
    if (!isObject(value) || !Object.hasOwn(value, name)) return { pointer: place };
    value = value[name];
    place = pointerTo(place, name);
  }
  return at === undefined ? { pointer: place } : { pointer: place, at };
}
