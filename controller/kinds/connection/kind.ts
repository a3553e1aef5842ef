import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { decodeStep, isObject, mergePatch, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import { type KindDefinition, type PointedFinding, validateBySchema } from '../../catalog/index.js';
import { type Connector, validateConfig } from '../../connectors/index.js';
import type { ActionChecks } from './action-checks.js';

/** Returns the kind for an installation with these connectors. */
export function connection(connectors: ReadonlyMap<string, Connector>, checks: ActionChecks): KindDefinition {
  const actions = new Map(
    [...connectors].map(([name, connector]) => [name, new Set(Object.keys(connector.actions))]),
  );
  return {
    kind: 'connection',
    plural: 'connections',
    validate: validateBySchema('connection'),
    references: [],
    offers: (definition) => actions.get(String(definition['connector'])),
    takes: ({ connector = null, config = null }) => [connector, config],
    accept: (definition) => {
      const [name, connector] = [String(definition['name']), String(definition['connector'])];
      return ({ given, needs }) =>
        needs === undefined
          ? checkOverride(connectors, definition, given)
          : checks.written({ connector, connection: name, action: needs }, given);
    },
    compile: (definition) => ({ findings: checkConnection(connectors, definition) }),
  };
}

function checkConnection(
  connectors: ReadonlyMap<string, Connector>,
  definition: JsonObject,
): PointedFinding[] {
  const name = String(definition['connector']);
  const connector = connectors.get(name);
  if (!connector) {
    const meant = nearest(name, connectors.keys());
    const listed = [...connectors.keys()].map((each) => `\`${each}\``).join(', ');
    const engine = /^(?:postgres|sqlite)/i.exec(name)?.[0].toLowerCase();
    const ofSql = engine && `Write \`connector: sql\`, and \`engine: ${engine}\` in \`config\`.`;
    const known = meant === undefined ? `Known connectors: ${listed}.` : `Did you mean \`${meant}\`?`;
    const hint = ofSql ?? known;
    const message = `there is no connector \`${name}\``;
    return [{ rule: 'connector-unknown', severity: 'error', pointer: '/connector', message, hint }];
  }
  return validateConfig(connector, objectOr(definition['config'])).map(({ pointer, ...finding }) => ({
    severity: 'error',
    pointer: `/config${pointer}`,
    ...finding,
  }));
}

/** Checks a connection as an environment changes it; the findings stand at the changes. */
function checkOverride(
  connectors: ReadonlyMap<string, Connector>,
  definition: JsonObject,
  override: Json,
): PointedFinding[] {
  if (!isObject(override)) return [];
  const merged = mergePatch(definition, override);
  const known = new Set(checkConnection(connectors, definition).map(identify));
  return checkConnection(connectors, objectOr(merged))
    .filter((finding) => !known.has(identify(finding)))
    .map((finding) => {
      const message = `${finding.message}, for the connection \`${String(definition['name'])}\` with these changes`;
      const place = placeIn(override, finding);
      // A field that the changes do not have comes from the connection.
      const isInherited = finding.at === 'name' && place.at === undefined;
      const name = decodeStep(finding.pointer.split('/').at(-1) ?? '');
      const hint = isInherited ? { hint: `Write \`${name}: null\` beside the changes to remove it.` } : {};
      const { at: _, ...rest } = finding;
      return { ...rest, message, ...hint, ...place };
    });
}

function identify({ rule, pointer, message }: PointedFinding): string {
  return JSON.stringify([rule, pointer, message]);
}

/** The place of a finding in the changes: where they have the value, or the last value around it that they have. */
function placeIn(override: Json, { pointer, at }: PointedFinding): Pick<PointedFinding, 'pointer' | 'at'> {
  let found: Json | undefined = override;
  let place = '';
  for (const step of pointer.split('/').slice(1)) {
    const name = decodeStep(step);
    if (!isObject(found) || !Object.hasOwn(found, name)) return { pointer: place };
    found = found[name];
    place = pointerTo(place, name);
  }
  return at === undefined ? { pointer: place } : { pointer: place, at };
}
