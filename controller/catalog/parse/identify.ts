import { type Fault, findFaults, isValid, type SchemaName, schema } from '../../../schemas/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { didYouMean, nearest } from '../../../schemas/nearest.js';
import { withSuggestions } from '../../problems/index.js';
import type { PointedFinding } from '../rules/finding.js';
import type { KindDefinition, SchemaError } from './kind-definition.js';
import { isN8nWorkflow } from './other-tools.js';

/** A longer list would not be read. */
const maxErrors = 50;

/** The `validate` of a kind with a schema file of its name: the schema decides, `findFaults` explains. */
export function validateBySchema(name: SchemaName): (definition: JsonObject) => SchemaError[] {
  return (definition) => {
    if (isValid(name, definition)) return [];
    const errors = toErrors(findFaults(schema(name), definition).slice(0, maxErrors), name === 'flow');
    return errors.length > 0
      ? errors
      : [{ rule: 'field-invalid', pointer: '', message: `is not what a ${name} looks like` }];
  };
}

function toErrors(faults: readonly Fault[], isFlow: boolean): SchemaError[] {
  return withSuggestions(faults, isFlow).map(({ knownNames: _known, missing: _missing, ...error }) => error);
}

/** The entity that a file defines. */
export interface Identity {
  kind: KindDefinition;
  /** Undefined when the name is missing or not text, which the schema reports. */
  name: string | undefined;
  /** JSON pointer of the name. */
  pointer: string;
  definition: JsonObject;
  /** The kind is not known; this is the nearest one. */
  isInferred?: true;
}

interface Identified {
  identity: Identity | undefined;
  findings: readonly PointedFinding[];
}

/** Facts about a file that do not depend on its content. */
export interface FileForm {
  isJson: boolean;
  /** The kind of a file that may omit it. */
  kind: string | undefined;
}

/** Finds the entity that a document defines: a flow by its `document` or its tasks, any other by `kind` and `name`. */
export function identify(
  value: Json,
  kinds: ReadonlyMap<string, KindDefinition>,
  form: FileForm,
): Identified {
  const { isJson } = form;
  if (!isObject(value))
    return isJson ? nothing() : nothing(noEntity('this file defines no entity', 'warning'));
  const { document, kind } = value;
  if (form.kind !== undefined) return expected(form.kind, value, kinds);
  const flow = kinds.get('flow');
  if (flow && isObject(document) && (kind === undefined || Object.hasOwn(document, 'dsl'))) {
    return named(flow, document['name'], '/document/name', value);
  }
  if (flow && kind === undefined && Array.isArray(value['do'])) {
    return named(flow, objectOr(document)['name'], '/document/name', value);
  }
  if (kind === undefined) {
    if (isJson) return nothing();
    const severity = Object.hasOwn(value, 'name') || Object.hasOwn(value, 'do') ? 'error' : 'warning';
    return nothing(noEntity('this file defines no entity: `kind` is missing', severity, otherTool(value)));
  }
  const kindOfEntity = typeof kind === 'string' && kind !== 'flow' ? kinds.get(kind) : undefined;
  return kindOfEntity ? named(kindOfEntity, value['name'], '/name', value) : misspelt(value, kinds);
}

/** A document with an unknown kind: it is checked as the nearest kind, and yields to a file that defines the entity. */
function misspelt(value: JsonObject, kinds: ReadonlyMap<string, KindDefinition>): Identified {
  const { kind = null } = value;
  const fault = unknownKind(kind, kinds);
  const near =
    typeof kind === 'string' && value['apiVersion'] === undefined ? nearest(kind, kinds.keys()) : undefined;
  const meant = near === undefined || near === 'flow' || kind === 'flow' ? undefined : kinds.get(near);
  if (!meant) return nothing(fault);
  const { identity, findings } = named(meant, value['name'], '/name', { ...value, kind: meant.kind });
  return { identity: identity && { ...identity, isInferred: true }, findings: [fault, ...findings] };
}

/** Identifies a document whose kind is given: its own `kind` may be absent, or must be the same. */
function expected(kind: string, value: JsonObject, kinds: ReadonlyMap<string, KindDefinition>): Identified {
  const kindOfEntity = kinds.get(kind);
  if (!kindOfEntity) return nothing(unknownKind(kind, kinds));
  if (kind === 'flow')
    return named(kindOfEntity, objectOr(value['document'])['name'], '/document/name', value);
  if (value['kind'] === undefined || value['kind'] === kind)
    return named(kindOfEntity, value['name'], '/name', { kind, ...value });
  const message = `the file says it is ${describe(value['kind'])}, not \`${kind}\``;
  const hint = 'Omit `kind`, or give the same kind in both places.';
  return nothing({ rule: 'kind-unknown', severity: 'error', pointer: '/kind', message, hint });
}

function named(
  kind: KindDefinition,
  name: Json | undefined,
  pointer: string,
  definition: JsonObject,
): Identified {
  const identity = { kind, name: isName(name) ? name : undefined, pointer, definition };
  if (identity.name === undefined || !isReserved(identity.name)) return { identity, findings: [] };
  const message = `the name \`${identity.name}\` is reserved`;
  const hint = 'Names may not be `platform` or begin with `platform-`, `platform.` or `platform/`.';
  return { identity, findings: [{ rule: 'name-reserved', severity: 'error', pointer, message, hint }] };
}

/** True for a text that can identify an entity; the schema checks its form. */
function isName(name: Json | undefined): name is string {
  return typeof name === 'string' && name.length > 0 && name.length <= 253;
}

/** True for the names of the installation's own entities. */
function isReserved(name: string): boolean {
  return /^platform($|[-./])/i.test(name);
}

function unknownKind(kind: Json, kinds: ReadonlyMap<string, KindDefinition>): PointedFinding {
  const fault = { rule: 'kind-unknown', severity: 'error', pointer: '/kind' } as const;
  if (kind === 'flow') {
    const message = 'a flow is an Open Workflow document: it has `document` and no `kind`';
    return { ...fault, message, hint: 'Put `dsl`, `namespace`, `name` and `version` under `document`.' };
  }
  const names = [...kinds.keys()].map((name) => `\`${name}\``).join(', ');
  const [hint = `Known kinds: ${names}.`] = typeof kind === 'string' ? didYouMean(kind, kinds.keys()) : [];
  return { ...fault, message: `there is no kind ${describe(kind)}`, hint };
}

/** The tool whose flows a document without `kind` looks like. */
function otherTool(value: JsonObject): string | undefined {
  if (
    typeof value['id'] === 'string' &&
    typeof value['namespace'] === 'string' &&
    Array.isArray(value['tasks'])
  )
    return 'Kestra';
  if (isObject(value['value']) && Array.isArray(value['value']['modules'])) return 'Windmill';
  if (isN8nWorkflow(value)) return 'n8n';
  return undefined;
}

/** @param tool whose flow the file looks like */
export function noEntity(message: string, severity: 'error' | 'warning', tool?: string): PointedFinding {
  const general =
    'An entity has `kind` and `name`; a flow has `document.dsl`. Name other files in `.svcignore`.';
  const hint =
    tool === undefined
      ? general
      : `This looks like a flow of ${tool}: \`svc explain guide.coming-from\` says how to write it here. ${general}`;
  return { rule: 'kind-missing', severity, pointer: '', message, hint };
}

function describe(kind: Json): string {
  return typeof kind === 'string' ? `\`${kind.slice(0, 100)}\`` : 'that is not text';
}

function nothing(...findings: PointedFinding[]): Identified {
  return { identity: undefined, findings };
}
