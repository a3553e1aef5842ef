import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr, schemaOr } from '../../../schemas/json/values.js';
import {
  type EntityReference,
  type KindDefinition,
  type PointedFinding,
  validateBySchema,
} from '../../catalog/index.js';
import {
  compileFlow,
  type FlowFinding,
  type FlowPlan,
  type FlowUses,
  knownArguments,
  type PlacedArguments,
} from '../../flows/index.js';
import { callerSchema } from '../../json-schema/index.js';
import { checkPassed } from '../compile/passed.js';
import { namedTexts } from './named-file.js';
import { checkGivenNames, listNamedParts } from './named-parts.js';

/** Tells whether each connector that has the action takes the arguments. */
type FitsActions = (action: string, value: Json) => boolean;

/** Returns the kind for an installation whose connectors take the arguments that `fits` accepts. */
export function flow(fits: FitsActions): KindDefinition {
  return {
    kind: 'flow',
    plural: 'flows',
    validate: validateBySchema('flow'),
    references: [],
    names: ['connection', 'flow', 'mapping', 'template', 'store', 'script', 'team'],
    getInterfacePointers: () => ['/document', '/input'],
    getInterface: (definition) => {
      const { namespace = null, version = null } = objectOr(definition['document']);
      return [namespace, version, inputSchema(definition), listNamedParts(definition)];
    },
    prepareInputCheck: (definition) => {
      const { namespace, name, version } = objectOr(definition['document']);
      const check = checkPassed(callerSchema(inputSchema(definition)), `the flow \`${name}\``, '/input');
      return ({ argument }) => {
        const call = objectOr(argument);
        return [
          ...otherFlow('namespace', call, namespace ?? null),
          ...(call['version'] === 'latest' ? [] : otherFlow('version', call, version ?? null)),
          ...(call['refusedInput'] === true ? [] : check(call['input'] ?? {})),
          ...checkGivenNames(definition, call['given']),
          ...passesNothing(call, definition),
        ];
      };
    },
    compile: (definition, isTolerant, texts) => {
      const { plan, uses, findings } = compileFlow(definition, isTolerant, texts);
      const references = getReferences(definition, uses, fits);
      return { compiled: plan, findings, references, files: uses.files, notes: uses.notes };
    },
    examine: (_, plan) => startsWithoutInput(plan as FlowPlan),
    namedTexts,
  };
}

function inputSchema(definition: JsonObject): JsonObject | boolean {
  return schemaOr(objectOr(objectOr(definition['input'])['schema'])['document']);
}

/** The finding about a call that means another namespace or version than the flow has. */
function otherFlow(field: 'namespace' | 'version', call: JsonObject, actual: Json): PointedFinding[] {
  // A trigger names the flow only.
  if (call[field] === undefined || call[field] === actual) return [];
  const message = `the ${field} of the flow is \`${actual}\`, not \`${call[field]}\``;
  const orLatest = field === 'version' ? ', or `latest`' : '';
  const hint = `Write \`${field}: ${actual}\`${orLatest}.`;
  return [{ rule: 'reference-unmet', severity: 'error', pointer: `/${field}`, message, hint }];
}

/** The warning about a call without input of a flow that takes parameters, when none is required. */
function passesNothing(call: JsonObject, definition: JsonObject): PointedFinding[] {
  const { properties, required } = objectOr(inputSchema(definition));
  const names = Object.keys(objectOr(properties));
  const isCall = call['input'] === undefined && call['version'] !== undefined;
  if (!isCall || names.length === 0 || (Array.isArray(required) && required.length > 0)) return [];
  const listed = names.slice(0, 5).map((name) => `\`${name}\``);
  const message = `the call has no \`input\`, and the flow takes ${listed.join(', ')}`;
  const hint = 'Add `input`; `input: {}` passes no parameters.';
  return [{ rule: 'argument-missing', severity: 'warning', pointer: '', message, hint }];
}

/** Warns of a schedule of the flow itself whose runs lack an argument: they have no input. */
function startsWithoutInput({ acceptInput, timetable }: FlowPlan): FlowFinding[] {
  if (timetable === undefined) return [];
  const [fault] = acceptInput({}).findings;
  if (!fault) return [];
  const message = `runs at times have no input, and the flow refuses that: \`${fault.pointer.slice(1) || 'input'}\` ${fault.message}`;
  const hint = 'Start the flow with a trigger that has `input`, or give the parameters a default.';
  return [{ rule: 'argument-missing', severity: 'warning', pointer: '/schedule', message, hint }];
}

/** The references of a flow, each once: a function is compiled at each of its calls. */
function getReferences(
  definition: JsonObject,
  { connections, subflows, entities }: FlowUses,
  fitsActions: FitsActions,
): EntityReference[] {
  const references = new Map<string, EntityReference>();
  const add = (
    reference: Omit<EntityReference, 'argumentJson'>,
    args: PlacedArguments | undefined,
    fits?: Fits,
  ) => {
    const key = `${reference.kind} ${reference.pointer}`;
    if (references.has(key)) return;
    const checkArguments = args && knownArguments(definition, args.value);
    if (args === undefined || checkArguments === undefined) return references.set(key, reference);
    const passed = {
      ...reference,
      argumentJson: JSON.stringify(checkArguments),
      argumentPointer: args.pointer,
    };
    references.set(key, fits?.(checkArguments) ? { ...passed, fits: true } : passed);
  };
  for (const { connection, action, pointer, args } of connections) {
    const reference = { kind: 'connection', name: connection, needs: action, pointer };
    // Most calls fit whatever connector the connection has: they are checked once, here.
    add(reference, args, (name) => fitsActions(action, name));
  }
  for (const { namespace, name, version, pointer, args } of subflows) {
    const input = args && { input: args.value };
    const call = { value: { namespace, version, ...input }, pointer };
    add({ kind: 'flow', name, pointer: `${pointer}/name` }, call);
  }
  for (const { kind, name, pointer, action, args } of entities) {
    const call = args && action !== undefined ? { ...args, value: { action, with: args.value } } : args;
    add({ kind, name, pointer }, call);
  }
  return [...references.values()];
}

/** Decides whether every entity with known offers takes the arguments. */
type Fits = (value: Json) => boolean;
