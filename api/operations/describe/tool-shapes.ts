import { Problem } from '../../../controller/problems/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { nearest } from '../../../schemas/nearest.js';
import { getArguments, getName, type Tool } from '../shared/tool.js';

/** Returns the whole input and output of a tool, or the names of all tools. */
export function shapeOfTool(tools: readonly Tool[], name: string | undefined): JsonObject {
  if (name === undefined) {
    return { tools: tools.map((tool) => `${getName(tool)}: ${tool.title ?? tool.operation.title}`) };
  }
  const tool = tools.find((each) => getName(each) === name);
  if (!tool) throw unknownTool(tools, name);
  const { properties, required = [] } = getArguments(tool);
  return {
    tool: name,
    title: tool.title ?? tool.operation.title,
    description: tool.operation.description,
    input: { type: 'object', properties: { ...properties }, required: [...required] },
    output: tool.output ?? (tool.operation.output as JsonObject),
  };
}

function unknownTool(tools: readonly Tool[], name: string): Problem {
  const near = nearest(name, tools.map(getName)) ?? 'run-flow';
  return new Problem('request_invalid', `There is no tool \`${name}\``, {
    errors: [{ pointer: '/name', message: 'names no tool' }],
    hints: [
      `Call describe {"type": "tool", "name": "${near}"}, or leave \`name\` out to list the tools. The tool of a flow answers as run-flow does.`,
    ],
  });
}
