import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Problem, ProblemBody } from '../../controller/problems/index.js';
import type { JsonObject, JsonSchema } from '../../schemas/json.js';
import { problemShape } from '../rest/problem-shape.js';
import type { McpCall } from './scope.js';

/** What a tool has done. */
export interface Outcome {
  value: JsonObject;
  /** How to go on, where the value does not say it by itself. */
  note?: string;
}

/**
 * The schema of what a tool answers: also a problem is structured content, and clients that know the schema refuse an answer
 * that does not fit it, failed or not. Without the problem in it, their model would not see what to do next.
 */
export function answerShape(output: JsonSchema): JsonObject {
  return { type: 'object', anyOf: [output, problemShape] };
}

export function success({ value, note }: Outcome): CallToolResult {
  const json = { type: 'text' as const, text: JSON.stringify(value) };
  return {
    content: note === undefined ? [json] : [json, { type: 'text', text: note }],
    structuredContent: value,
  };
}

/** A problem as the result of a tool: for programs, and in words that a model can go on from. */
export function failure(problem: Problem, call: McpCall): CallToolResult {
  const body = bodyOf(problem, call);
  return {
    isError: true,
    content: [{ type: 'text', text: tell(body) }],
    structuredContent: { ...body },
  };
}

/** The problem as it is told, without secrets. */
export function bodyOf(problem: Problem, { baseUrl, origin, controller }: McpCall): ProblemBody {
  const body = problem.toBody(baseUrl, origin.requestId);
  return controller.vault.maskJson(body as unknown as JsonObject) as unknown as ProblemBody;
}

function tell({ code, detail, errors = [], hints }: ProblemBody): string {
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
