import { parse } from 'yaml';
import { compileFlow, type FlowFinding, type FlowPlan } from '../../../controller/flows/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';

const header = "document: { dsl: '1.0.3', namespace: test, name: flow, version: '1.0.0' }\n";

/** A flow document: the header and what is given. */
export function flow(yaml: string): JsonObject {
  return parse(header + yaml) as JsonObject;
}

/** @throws Error naming the findings */
export function plan(yaml: string): FlowPlan {
  const compiled = compileFlow(flow(yaml));
  if (compiled.plan === undefined) throw new Error(JSON.stringify(compiled.findings));
  return compiled.plan;
}

export function findings(yaml: string): FlowFinding[] {
  return compileFlow(flow(yaml)).findings;
}
