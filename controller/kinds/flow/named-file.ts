import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr, schemaOr } from '../../../schemas/json/values.js';
import { analysisLimits, type KindDefinition, parseText, validateBySchema } from '../../catalog/index.js';
import { checkCode, checkFunction, compileFlow, type FlowUses, knownArguments } from '../../flows/index.js';
import { callerSchema, inspectSchema } from '../../json-schema/index.js';
import { checkPassed } from '../compile/passed.js';
import { channelCheck } from './channel-check.js';
import { methodCheck } from './method-check.js';
import { operationCheck } from './operation-check.js';

type Texts = NonNullable<KindDefinition['namedTexts']>;
type Fault = ReturnType<ReturnType<Texts['prepare']>>;

const validate = validateBySchema('flow');
/** The most characters of a function: runs read it on the event loop. */
const maxFunctionLength = 16_384;
const maxSchemaLength = 65_536;
const header = { dsl: '1.0.3', namespace: 'catalog', name: 'function', version: '1.0.0' };

/**
 * The texts in files that a flow names: code, schemas, and functions in catalogs and descriptions
 * of APIs with what the calls of the flow pass to them.
 */
export const namedTexts: Texts = {
  reads: (flow, holds) => ({
    args: takesArguments(holds) ? givenTo(holds, flow).map((each) => knownArguments(flow, each)) : [],
  }),
  prepare: (text, holds) => {
    const [language = ''] = holds.split('@', 1);
    if (language === 'schema') {
      const fault = schemaFault(text);
      return () => fault;
    }
    if (language === 'openapi') return operationCheck(text);
    if (language === 'asyncapi') return channelCheck(text);
    if (language === 'proto') return methodCheck(text);
    const check = isFunction(holds) ? checkOfFunction(text, holds) : checkCode(text, { language });
    return typeof check === 'function' ? ({ args }) => check(args as Json[]) : () => check;
  },
};

/** Calls of functions have a version; code is named by its language and its file. */
function isFunction(holds: string): boolean {
  const [before = ''] = holds.split('@', 1);
  return before.includes(':');
}

function takesArguments(holds: string): boolean {
  return isFunction(holds) || /^(?:openapi|asyncapi|proto)@/.test(holds);
}

/** Returns the first fault of the function itself, or the check of what its calls pass. */
function checkOfFunction(text: string, call: string): Fault | ((calls: readonly Json[]) => Fault) {
  if (text.length > maxFunctionLength) {
    const message = `the function has ${text.length} characters, more than ${maxFunctionLength}`;
    return { rule: 'flow-structure', offset: 0, message, hint: 'Split it into several functions.' };
  }
  const { value, finding } = parseText(text, analysisLimits());
  if (finding) return { rule: finding.rule, offset: finding.start, message: finding.message };
  if (!isObject(value ?? null)) {
    return { rule: 'flow-structure', offset: 0, message: 'a function is a task: it holds no map' };
  }
  const task = value as JsonObject;
  return taskFault(call, task) ?? checkOfCalls(call, task);
}

function schemaFault(text: string): Fault {
  if (text.length > maxSchemaLength) {
    const message = `the schema has ${text.length} characters, more than ${maxSchemaLength}`;
    return { rule: 'schema-invalid', offset: 0, message, hint: 'Leave out what the flow does not need.' };
  }
  const { value = null, finding } = parseText(text, analysisLimits());
  if (finding) return { rule: finding.rule, offset: finding.start, message: finding.message };
  if (!isObject(value) && typeof value !== 'boolean') {
    return { rule: 'schema-invalid', offset: 0, message: 'a schema is a map, or `true` or `false`' };
  }
  const fault = inspectSchema(value).find(({ severity }) => severity === 'error');
  return fault && faultAt(fault.pointer, fault);
}

function taskFault(call: string, task: JsonObject): Fault {
  const at = '/do/0/function';
  const [misshapen] = validate({ document: header, do: [{ function: task }] });
  if (misshapen) {
    const pointer = misshapen.pointer.startsWith(at) ? misshapen.pointer.slice(at.length) : '';
    return faultAt(pointer, misshapen);
  }
  const fault = checkFunction(call, task).find(({ severity }) => severity === 'error');
  return fault && faultAt(fault.pointer, fault);
}

function checkOfCalls(call: string, task: JsonObject): Fault | ((calls: readonly Json[]) => Fault) {
  const schema = schemaOr(objectOr(objectOr(task['input'])['schema'])['document']);
  if (inspectSchema(schema).some(({ severity }) => severity === 'error')) return undefined;
  const check = checkPassed(callerSchema(schema), `\`${call}\``);
  return (calls) => {
    for (const args of calls) {
      const fault = check(args).find(({ severity }) => severity === 'error');
      if (fault) return faultAt('', { ...fault, message: `\`with${fault.pointer}\`: ${fault.message}` });
    }
    return undefined;
  };
}

/** The files that flows name, compiled once for all of them. */
const cache = new WeakMap<JsonObject, FlowUses['files']>();

/** Lists the arguments of all calls of a function in a flow. */
function givenTo(call: string, flow: JsonObject): Json[] {
  const files = cache.get(flow) ?? compileFlow(flow).uses.files;
  cache.set(flow, files);
  return files.find(({ holds }) => holds === call)?.args ?? [];
}

function faultAt(
  pointer: string,
  { rule, message, hint }: { rule: string; message: string; hint?: string },
): Fault {
  const text = pointer === '' ? message : `\`${pointer}\`: ${message}`;
  return { rule, offset: 0, message: text, ...(hint === undefined ? {} : { hint }) };
}
