import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { runFlow } from '../operations/flows/operations.js';
import { tools } from '../operations/registry.js';
import { getAccess } from '../operations/shared/authorization.js';
import type { Operation } from '../operations/shared/operation.js';
import { isInScope } from '../operations/shared/scope-refusals.js';
import { budgets } from './listing/budgets.js';
import { type FlowTool, flowTools } from './listing/flow-tools.js';
import { describeTool } from './listing/tools.js';
import type { McpScope } from './scope.js';
import { mayOffer } from './write-options.js';

const described = tools.map((tool) => ({
  performs: tool.performs ?? [tool.operation],
  listed: describeTool(tool),
}));

/** Returns the tools that the caller can use: those of the service, and of flows as many as the budget allows. */
export async function offeredTools(scope: McpScope): Promise<ListedTool[]> {
  const { call } = scope;
  // The teams of production narrow or widen what the caller may do.
  await call.controller.reconciler.current(scope.production);
  const access = getAccess(call);
  const { readsOnly } = call.writeOptions;
  const mayPerform = (operation: Operation, tool: string) =>
    mayOffer(call.writeOptions, operation) &&
    isInScope(call, operation, tool) &&
    (operation.permission === 'anyone' || access.mayAnywhere(operation.permission));
  // A tool that also changes something is none of a server that only reads, whatever else it does.
  const fits = (performs: readonly Operation[], tool: string) =>
    readsOnly
      ? performs.every((operation) => mayPerform(operation, tool))
      : performs.some((operation) => mayPerform(operation, tool));
  const own = described.filter(({ performs, listed }) => fits(performs, listed.name));
  const listed = own.map((tool) => tool.listed);
  if (readsOnly) return listed;
  const flows = await offeredFlows(scope);
  return [...listed, ...flows.slice(0, budgets.flows).map((flow) => flow.listed)];
}

/** Returns the flow tools of production that the caller may run. */
async function offeredFlows(scope: McpScope): Promise<FlowTool[]> {
  const branch = scope.production;
  const { byName } = flowTools(await scope.call.controller.reconciler.current(branch));
  const access = getAccess(scope.call);
  return [...byName].flatMap(([name, tool]) =>
    isInScope(scope.call, runFlow, name) &&
    access.may(runFlow.permission as 'operator', { branch, type: 'flow', name: tool.flow })
      ? [tool]
      : [],
  );
}

export async function flowToolNamed(scope: McpScope, name: string): Promise<FlowTool | undefined> {
  return flowTools(await scope.call.controller.reconciler.current(scope.production)).byName.get(name);
}
