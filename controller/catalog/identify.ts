import type { Json, JsonObject } from '../../schemas/json.js';
import { nearest } from '../problems/index.js';
import type { KindDefinition, PointedFinding } from './contract.js';

/** What a file says it is. */
export interface Identity {
  kind: KindDefinition;
  /** Undefined when the name is missing or not text; the schema then says so. */
  name: string | undefined;
  /** JSON pointer of the name. */
  pointer: string;
  definition: JsonObject;
}

export type Identified =
  | { identity: Identity; findings: readonly PointedFinding[] }
  | { identity: undefined; findings: readonly PointedFinding[] };

/** What is known of a file before it is read. */
export interface FileForm {
  isJson: boolean;
  /** What it is, where it may leave that out. */
  kind: string | undefined;
}

const hintKind =
  'An entity has `kind` and `name`; a flow has `document.dsl`. Other files belong in a hidden folder.';

/** Which entity a document defines: a flow by its `document`, everything else by `kind` and `name`. */
export function identify(
  value: Json,
  kinds: ReadonlyMap<string, KindDefinition>,
  form: FileForm,
): Identified {
  const { isJson } = form;
  if (!isObject(value)) {
    return isJson
      ? nothing()
      : nothing(finding('kind-missing', '', 'warning', 'this file defines no entity', hintKind));
  }
  const { document, kind } = value;
  if (form.kind !== undefined) return expected(form.kind, value, kinds);
  const flow = kinds.get('flow');
  if (flow && isObject(document) && (kind === undefined || Object.hasOwn(document, 'dsl'))) {
    return named(flow, document['name'], '/document/name', value);
  }
  if (kind === undefined) {
    if (isJson) return nothing();
    const severity = Object.hasOwn(value, 'name') || Object.hasOwn(value, 'do') ? 'error' : 'warning';
    return nothing(
      finding('kind-missing', '', severity, 'this file defines no entity: `kind` is missing', hintKind),
    );
  }
  const known = typeof kind === 'string' && kind !== 'flow' ? kinds.get(kind) : undefined;
  return known ? named(known, value['name'], '/name', value) : nothing(unknownKind(kind, kinds));
}

/** A document of a kind that is known: it may say so itself, but not otherwise. */
function expected(kind: string, value: JsonObject, kinds: ReadonlyMap<string, KindDefinition>): Identified {
  const known = kinds.get(kind);
  if (!known) return nothing(unknownKind(kind, kinds));
  if (kind === 'flow')
    return named(
      known,
      isObject(value['document']) ? value['document']['name'] : undefined,
      '/document/name',
      value,
    );
  if (value['kind'] === undefined || value['kind'] === kind)
    return named(known, value['name'], '/name', { kind, ...value });
  const message = `the file says it is ${describe(value['kind'])}, not \`${kind}\``;
  return nothing(
    finding('kind-unknown', '/kind', 'error', message, 'Leave out `kind`, or say the same in both places.'),
  );
}

function named(
  kind: KindDefinition,
  name: Json | undefined,
  pointer: string,
  definition: JsonObject,
): Identified {
  const identity = {
    kind,
    name: isName(name) ? name : undefined,
    pointer,
    definition,
  };
  if (identity.name === undefined || !isReserved(identity.name)) return { identity, findings: [] };
  const message = `the name \`${identity.name}\` is reserved`;
  const hint = 'Names may not be `platform` or begin with `platform-`, `platform.` or `platform/`.';
  return { identity, findings: [finding('name-reserved', pointer, 'error', message, hint)] };
}

/** Text that can tell entities apart; whether it is a good name is for the schema to say. */
function isName(name: Json | undefined): name is string {
  return typeof name === 'string' && name.length > 0 && name.length <= 253;
}

/** `platform` is the prefix of what belongs to the installation. */
export function isReserved(name: string): boolean {
  return /^platform($|[-./])/i.test(name);
}

function unknownKind(kind: Json, kinds: ReadonlyMap<string, KindDefinition>): PointedFinding {
  if (kind === 'flow') {
    const message = 'a flow is an Open Workflow document: it has `document` and no `kind`';
    return finding(
      'kind-unknown',
      '/kind',
      'error',
      message,
      'Put `dsl`, `namespace`, `name` and `version` under `document`.',
    );
  }
  const meant = typeof kind === 'string' ? nearest(kind, kinds.keys()) : undefined;
  const names = [...kinds.keys()].map((name) => `\`${name}\``).join(', ');
  const hint = meant === undefined ? `Known kinds: ${names}.` : `Did you mean \`${meant}\`?`;
  return finding('kind-unknown', '/kind', 'error', `there is no kind ${describe(kind)}`, hint);
}

function describe(kind: Json): string {
  return typeof kind === 'string' ? `\`${kind.slice(0, 100)}\`` : 'that is not text';
}

function nothing(...findings: PointedFinding[]): Identified {
  return { identity: undefined, findings };
}

function finding(
  rule: string,
  pointer: string,
  severity: PointedFinding['severity'],
  message: string,
  hint: string,
): PointedFinding {
  return { rule, severity, pointer, message, hint };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
