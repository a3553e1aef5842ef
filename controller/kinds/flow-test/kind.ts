import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { type EntityReference, type KindDefinition, validateBySchema } from '../../catalog/index.js';
import { compileFlowTest } from './compile.js';

/** An example run of a flow with given answers and expected results. */
export const flowTest: KindDefinition = {
  kind: 'flow-test',
  plural: 'flow-tests',
  validate: validateBySchema('flow-test'),
  references: [{ pointer: '/environment', kind: 'environment' }],
  names: ['flow'],
  compile: (definition) => ({ ...compileFlowTest(definition), references: getFlow(definition) }),
};

/** The reference to the flow, with the input of the test and what its answers name. */
function getFlow(definition: JsonObject): EntityReference[] {
  const { flow, input, expect } = definition;
  if (typeof flow !== 'string') return [];
  const entries = definition['given'];
  const answers = Array.isArray(entries) ? entries.map(getNames) : [];
  // A test may show that the flow refuses an input.
  const isRefused = isObject(expect) && (expect['status'] === 'faulted' || expect['fault'] !== undefined);
  const args = { ...(isRefused ? { refusedInput: true } : { input: input ?? {} }), given: answers };
  return [
    {
      kind: 'flow',
      name: flow,
      pointer: '/flow',
      argumentJson: JSON.stringify(args),
      argumentPointer: '',
    },
  ];
}

/** The members of an entry that name parts of the flow. */
function getNames(entry: Json): JsonObject {
  if (!isObject(entry)) return {};
  const names = ['call', 'run', 'listen', 'humanTask', 'task', 'secret', 'store'];
  return Object.fromEntries(
    names.flatMap((name) => (typeof entry[name] === 'string' ? [[name, entry[name]]] : [])),
  );
}
