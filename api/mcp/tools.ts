import {
  type CallToolResult,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { Problem, ProblemBody } from '../../controller/problems/index.js';
import type { JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { problemShape } from '../http/problem-answers.js';
import { tools } from '../operations/registry.js';
import { argumentsOf, nameOf, type Tool } from '../operations/shared/tool.js';
import type { McpCall } from './scope.js';

export const toolsByName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [nameOf(tool), tool]));

/** Returns the description of a tool for `tools/list`. */
export function describeTool(tool: Tool): ListedTool {
  const { operation, title = operation.title, description, output = operation.output } = tool;
  const { properties, required = [] } = argumentsOf(tool);
  const { readOnly, destructive, idempotent } = operation.hints;
  return {
    name: nameOf(tool),
    title,
    description,
    inputSchema: {
      type: 'object',
      additionalProperties: false,
      properties: { ...properties },
      required: [...required],
    },
    outputSchema: answerShape(output) as ListedTool['outputSchema'],
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
    },
  } as ListedTool;
}

/**
 * Returns the output schema of a tool, which includes problems: clients refuse an answer that does not fit the schema, even
 * of a failed call, and their model would not see the hints.
 */
export function answerShape(output: JsonSchema): JsonObject {
  return { type: 'object', anyOf: [output, problemShape] };
}

/** Returns a problem as the result of a tool: structured for programs, and as text with hints for a model. */
export function failure(problem: Problem, call: McpCall): CallToolResult {
  const body = bodyOf(problem, call);
  return {
    isError: true,
    content: [{ type: 'text', text: textOf(body) }],
    structuredContent: { ...body },
  };
}

/**
 * Returns the error of a request that is not a tool call, with the problem as data.
 * @param uri of the resource; the error of a missing one names it in the data
 */
export function protocolError(error: unknown, call: McpCall, uri?: string): ProtocolError {
  const problem = call.explain(error);
  const code = problem.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  const where = uri !== undefined && problem.code.endsWith('_not_found') ? { uri } : {};
  const body = bodyOf(problem, call);
  return new ProtocolError(code, body.detail, { ...where, ...body });
}

/** Returns the body of a problem, masked. */
function bodyOf(problem: Problem, { baseUrl, origin, controller }: McpCall): ProblemBody {
  const body = problem.toBody(baseUrl, origin.requestId);
  return controller.vault.maskJson(body as unknown as JsonObject) as unknown as ProblemBody;
}

function textOf({ code, detail, errors = [], hints }: ProblemBody): string {
  const faults = errors.map(({ pointer, file, line, message }) => {
    const place = [pointer || (file === undefined ? '/' : ''), file && `(${file}:${line ?? 1})`];
    return `- ${place.filter(Boolean).join(' ')}: ${message}`;
  });
  return [
    `${code}: ${detail}`,
    ...(faults.length > 0 ? ['What is wrong:', ...faults] : []),
    'What to do next:',
    ...hints.map((hint) => `- ${hint}`),
  ].join('\n');
}
