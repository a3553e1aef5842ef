import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Problem, ProblemBody } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { toHints } from '../operations/hinted-calls.js';
import { toCompact } from './answers/compact.js';
import { cutToFit } from './answers/cut-to-fit.js';
import { maxAnswered, toResult } from './answers/result.js';
import { markUntrusted } from './answers/untrusted.js';
import { toolCallWriter } from './call-text.js';
import { forAgents } from './hints.js';
import type { McpCall } from './scope.js';

/** Returns a problem as the result of a tool: the code and the hints first. The `type` is an address that only repeats the code. */
export function failure(problem: Problem, call: McpCall): CallToolResult {
  const { code, detail, errors, hints, type: _type, ...more } = getBody(problem, call);
  const body = { code, detail, ...(errors === undefined ? {} : { errors }), hints, ...more };
  const { value } = cutToFit(toCompact(body as unknown as JsonObject), maxAnswered / 3);
  return { isError: true, ...toResult(markUntrusted(value as JsonObject)) };
}

/**
 * Returns the error of a request that is not a tool call, with the problem as data.
 * @param uri of the resource; the error of a missing one names it in the data
 */
export function protocolError(error: unknown, call: McpCall, uri?: string): ProtocolError {
  const problem = call.explain(error);
  const code = problem.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  const where = uri !== undefined && problem.code.endsWith('_not_found') ? { uri } : {};
  const body = getBody(problem, call);
  return new ProtocolError(code, body.detail, { ...where, ...body });
}

/** Returns the body of a problem, masked. */
function getBody(problem: Problem, { baseUrl, origin, controller }: McpCall): ProblemBody {
  const { production } = controller.branches;
  const hints = toHints(problem, { writeCall: toolCallWriter(production), production });
  const rewritten = hints.map((hint) => ({ ...hint, text: forAgents(hint.text) }));
  const body = problem.toBody(baseUrl, origin.requestId, rewritten);
  return controller.vault.maskJson(body as unknown as JsonObject) as unknown as ProblemBody;
}
